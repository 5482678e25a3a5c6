/** The other windows of this browser that edit the same design. */
export type OtherWindows = {
  /** Tells them which version was saved here. */
  tell(version: number): void
  /** Whether one of them has saved this version; else it was another device. */
  saved(version: number): boolean
  /** Calls back when one of them has saved. */
  onSaved(listener: () => void): void
  close(): void
}

/** The real windows; on a server there are none. */
export function otherWindows(design: string): OtherWindows {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') {
    return { tell() {}, saved: () => false, onSaved() {}, close() {} }
  }
  const versions = new Set<unknown>()
  const channel = new BroadcastChannel(`pk-design-${design}`)
  let listener: (() => void) | undefined
  channel.onmessage = ({ data }) => {
    versions.add(data)
    listener?.()
  }
  return {
    onSaved(given) {
      listener = given
    },
    tell: (version) => channel.postMessage(version),
    saved: (version) => versions.has(version),
    close: () => channel.close(),
  }
}
