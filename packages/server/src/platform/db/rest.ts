import type { App } from '../app.ts'
import { firstImplausibleTime } from '../clockChange.ts'

/** The pauses of background work that finds nothing to do. */
export type Rest = {
  /** Whether it is time to look again. */
  isOver(app: App): boolean
  /** Rests after a look at this time, until something is due, at most `maxMs`. */
  begin(app: App, lookedAt: Date, nextDue: Date | null | undefined): void
  /** Ends the rest of this process: something has become due. */
  end(app: App): void
}

/** Rests of at most `maxMs` by the clock of the app: no longer than work that another process adds may wait. */
export function createRest(maxMs: number): Rest {
  const ends = new WeakMap<object, Date>()
  return {
    isOver(app) {
      const now = app.clock()
      const end = ends.get(app.db) ?? new Date(0)
      // A rest that ends too far ahead began before the clock was set back.
      return now >= end || end > firstImplausibleTime(now, maxMs)
    },
    begin: (app, lookedAt, nextDue) => {
      const latest = new Date(lookedAt.getTime() + maxMs)
      ends.set(app.db, nextDue && nextDue < latest ? nextDue : latest)
    },
    end: (app) => void ends.delete(app.db),
  }
}
