import { openPageChannel } from '../../pageChannel.ts'

/** The other windows of this browser that edit the same design. */
export type OtherWindows = {
  /** Tells them which version was saved here. */
  tell(version: number): void
  /** Whether one of them has saved this version; otherwise it was another device. */
  saved(version: number): boolean
  /** Calls back when one of them has saved. */
  onSaved(listener: () => void): void
  close(): void
}

/** The real windows; on a server there are none. */
export function openOtherWindows(design: string): OtherWindows {
  const versions = new Set<number>()
  let listener: (() => void) | undefined
  const { tell, close } = openPageChannel<number>(`pk-design-${design}`, (version) => {
    versions.add(version)
    listener?.()
  })
  return {
    tell,
    close,
    onSaved(given) {
      listener = given
    },
    saved: (version) => versions.has(version),
  }
}
