import { isShopError } from '../../errors.ts'
import type { Saver } from './saver.ts'

/** Handles something that may be open in several windows and on several devices. */
export type ConflictRule = {
  /**
   * Checks the stored version, for example when the window becomes visible again. Follows a version saved elsewhere if nothing
   * is lost by it.
   */
  refresh(): Promise<void>
  /** Whether this window shows the stored version; otherwise the customer is asked. Throws ShopError. */
  isCurrent(): Promise<boolean>
  /** Continues with one of the two versions. */
  resolve(whose: 'mine' | 'theirs'): Promise<void>
}

type ConflictHost<Content, Saved, View> = {
  saver(): Saver<Content, Saved> | null
  /** This window's version. A different answer than before means that it was changed. */
  current(): object | undefined
  /** Whether another version must not be shown now. */
  isBusy(): boolean
  /** Fetches what is needed to show a version saved elsewhere. Throws ShopError. */
  fetchTheirs(theirs: Saved): Promise<View>
  /** Shows a version saved elsewhere. */
  follow(theirView: View): void
  /** Saves this window's version, which it may never have saved. */
  saveMine(): void
  reopen(): Promise<unknown>
}

/** Follows a version saved elsewhere if nothing of this window's own is lost by it; otherwise the next save asks. */
export function createConflictRule<Content, Saved, View>(host: ConflictHost<Content, Saved, View>): ConflictRule {
  let running: Promise<void> | undefined

  async function follow(): Promise<void> {
    const [saver, before] = [host.saver(), host.current()]
    if (!saver || !before || host.isBusy() || (await saver.checkStored()) !== 'elsewhere') return
    const theirs = saver.otherVersion()
    const theirView = theirs && (await host.fetchTheirs(theirs))
    // This window was changed meanwhile: the next save asks.
    if (!theirView || host.isBusy() || host.current() !== before) return
    await saver.resolve('theirs')
    host.follow(theirView)
  }

  return {
    refresh() {
      running ??= follow()
        // It is checked again the next time.
        .catch((error: unknown) => {
          if (!isShopError(error)) throw error
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
    async isCurrent() {
      const saver = host.saver()
      const stored = await saver?.checkStored()
      if (stored === 'elsewhere') saver?.raiseConflict()
      return stored === undefined || stored === 'same'
    },
    async resolve(whose) {
      const saver = host.saver()
      if (whose === 'mine') host.saveMine()
      await saver?.resolve(whose)
      if (whose === 'theirs' && saver) await host.reopen()
    },
  }
}
