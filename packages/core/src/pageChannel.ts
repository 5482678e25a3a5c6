/** Messages between pages of one origin: other tabs, and other versions of the widgets on the same page. */
export type PageChannel<Content> = {
  /** Sends to all other pages; never to this one. */
  send(message: Content): void
  close(): void
}

/** The format of the messages. Versions with different numbers ignore each other's messages. */
const MESSAGE_VERSION = 1

type Message<Content> = { portraitkit: typeof MESSAGE_VERSION; said: Content }

/**
 * Opens a channel to the other pages with a channel of the same name. Messages in another format, from an older or newer
 * version or from other code, are ignored. On a server, and in a browser without channels, nothing is sent. It closes when `ended` aborts.
 */
export function openPageChannel<Content>(
  name: string,
  onMessage: (message: Content) => void,
  ended?: AbortSignal,
): PageChannel<Content> {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return { send() {}, close() {} }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: { data: Message<Content> | null }) => {
    if (data?.portraitkit === MESSAGE_VERSION) onMessage(data.said)
  }
  ended?.addEventListener('abort', () => channel.close())
  return {
    send: (message) => channel.postMessage({ portraitkit: MESSAGE_VERSION, said: message } satisfies Message<Content>),
    close: () => channel.close(),
  }
}
