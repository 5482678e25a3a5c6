import { randomUUID } from 'node:crypto'
import type { App } from '../app.ts'
import { type Deletion, findWithheldIds, markDone, storeDeletions } from './collection.ts'
import { appendJournal } from './journal.ts'

/** A thing of which something may be withheld: a kind of record, and the ids with which the records about it begin. */
export type SightThing = { readonly kind: string; readonly ids: string }

/** The records of one change. A name says what of a thing it withholds, such as from whom: ids alone and no personal data. */
export type SightJournal = {
  /** Records what the change withholds of a thing, before it is made. */
  withhold(thing: SightThing, names: readonly string[]): Promise<void>
  /** Records that the change was made. */
  end(): Promise<void>
}

/**
 * Records what families stop seeing by a change: a restore of an older backup withholds it again, unless `recordVisible` has recorded
 * later that they may see it.
 */
export function openSightJournal(app: App, provider: string): SightJournal {
  const open: Deletion[] = []
  return {
    async withhold(thing, names) {
      if (names.length === 0) return
      const records = [...new Set(names)].map((name) => recordOf(app, provider, thing, `${thing.ids} ${name}`))
      open.push(...records)
      await appendJournal(app, records)
      await storeDeletions(app, provider, records)
    },
    async end() {
      if (open.length > 0) await markDone(app, provider, open)
    },
  }
}

/** Records which of the names of a thing that are withheld are no longer, after that was changed. `select` is called if there are any. */
export async function recordVisible(
  app: App,
  provider: string,
  thing: SightThing,
  select: (names: readonly string[]) => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  const start = `${thing.ids} `
  const withheld = (await findWithheldIds(app, provider, thing.kind, start)).map((id) => id.slice(start.length))
  if (withheld.length === 0) return
  const names = await select(withheld)
  if (names.length === 0) return
  const over = names.map(
    (name): Deletion => ({
      ...recordOf(app, provider, thing, `${start}${name}`),
      isOver: true,
    }),
  )
  await appendJournal(app, over)
  // The change was made before: a database with this record has both.
  await storeDeletions(app, provider, over, true)
}

function recordOf(app: App, provider: string, { kind }: SightThing, id: string): Deletion {
  if (!app.features.some(({ repeatWithholding }) => repeatWithholding && Object.hasOwn(repeatWithholding, kind)))
    throw new Error(`No feature withholds again what is recorded as ${kind}`)
  return { _id: randomUUID(), provider, kind, id, time: nextTime(app) }
}

const latestTimes = new WeakMap<App, number>()

/** Each record of a process is later than the one before: the latest about a thing counts. */
function nextTime(app: App): Date {
  const time = Math.max(app.clock().getTime(), (latestTimes.get(app) ?? 0) + 1)
  latestTimes.set(app, time)
  return new Date(time)
}
