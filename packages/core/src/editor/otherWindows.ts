/** The other windows of this browser that edit the same design. */
export type OtherWindows = {
  /** Tells them which version was saved here. */
  tell(version: number): void
  /** Whether one of them has saved this version; else it was another device. */
  saved(version: number): boolean
  close(): void
}

/** The real windows; on a server there are none. */
export function otherWindows(design: string): OtherWindows {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') {
    return { tell() {}, saved: () => false, close() {} }
  }
  const versions = new Set<unknown>()
  const channel = new BroadcastChannel(`pk-design-${design}`)
  channel.onmessage = ({ data }) => versions.add(data)
  return {
    tell: (version) => channel.postMessage(version),
    saved: (version) => versions.has(version),
    close: () => channel.close(),
  }
}
