/** What pages of one origin tell each other: other tabs, and on one page what another version of the widgets has brought. */
export type PageChannel<Said> = {
  /** Tells all other pages; never this one. */
  tell(said: Said): void
  close(): void
}

/** The form of what is told. Versions that another number has been given to do not understand each other, and need not. */
const MESSAGE_VERSION = 1

type Message<Said> = { portraitkit: typeof MESSAGE_VERSION; said: Said }

/**
 * Opens a channel to the other pages that opened one of the same name. What comes in another form, from an older or newer
 * version or from somebody else, is not heard. On a server, and where a browser has no channels, nobody is.
 */
export function openPageChannel<Said>(name: string, onMessage: (said: Said) => void): PageChannel<Said> {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: { data: Message<Said> | null }) => {
    if (data?.portraitkit === MESSAGE_VERSION) onMessage(data.said)
  }
  return {
    tell: (message) => channel.postMessage({ portraitkit: MESSAGE_VERSION, said: message } satisfies Message<Said>),
    close: () => channel.close(),
  }
}
