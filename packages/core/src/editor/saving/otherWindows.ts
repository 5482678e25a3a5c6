import { openPageChannel } from '../../pageChannel.ts'

/** The other windows of this browser that edit the same design. */
export type OtherWindows = {
  /** Announces to them the version that was saved here. */
  announce(version: number): void
  /** Whether one of them has saved this version; otherwise it was another device. */
  hasSaved(version: number): boolean
  /** Calls back when one of them has saved. */
  onSaved(listener: () => void): void
  close(): void
}

/** The real windows; on a server there are none. */
export function openOtherWindows(design: string, ended?: AbortSignal): OtherWindows {
  const versions = new Set<number>()
  let listener: (() => void) | undefined
  const { send, close } = openPageChannel<number>(
    `pk-design-${design}`,
    (version) => {
      versions.add(version)
      listener?.()
    },
    ended,
  )
  return {
    announce: send,
    close,
    onSaved(given) {
      listener = given
    },
    hasSaved: (version) => versions.has(version),
  }
}
