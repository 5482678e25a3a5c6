import { isShopError } from '../../errors.ts'
import type { Saver } from './saver.ts'

/** What becomes of one thing that is open in several windows and on several devices. */
export type ConflictRule = {
  /** Asks what is stored, as when the window comes into view again. What was saved elsewhere is shown where nothing is lost by it. */
  refresh(): Promise<void>
  /** Whether what this window shows is what is stored; else the customer is asked. Throws ShopError. */
  isCurrent(): Promise<boolean>
  /** Goes on with one of the two. */
  resolve(whose: 'mine' | 'theirs'): Promise<void>
}

type ConflictHost<Content, Saved, Shown> = {
  saver(): Saver<Content, Saved> | null
  /** What is made here. Another answer than before: somebody has gone on. */
  current(): object | undefined
  /** It is no time to show anything else. */
  isBusy(): boolean
  /** Fetches what has to be shown of what was saved elsewhere. Throws ShopError. */
  fetchTheirs(theirs: Saved): Promise<Shown>
  /** Shows what was saved elsewhere. */
  follow(theirView: Shown): void
  /** Saves what is here, which may never have been saved by this window. */
  saveMine(): void
  reopen(): Promise<unknown>
}

/** Follows what was saved elsewhere where nothing of this window's own is lost by it; otherwise the next save asks. */
export function createConflictRule<Content, Saved, Shown>(host: ConflictHost<Content, Saved, Shown>): ConflictRule {
  let running: Promise<void> | undefined

  async function follow(): Promise<void> {
    const [saver, before] = [host.saver(), host.current()]
    if (!saver || !before || host.isBusy() || (await saver.checkStored()) !== 'elsewhere') return
    const theirs = saver.otherVersion()
    const theirView = theirs && (await host.fetchTheirs(theirs))
    // Somebody has gone on here meanwhile: the next save asks.
    if (!theirView || host.isBusy() || host.current() !== before) return
    await saver.resolve('theirs')
    host.follow(theirView)
  }

  return {
    refresh() {
      running ??= follow()
        // It is asked again the next time.
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
