import type { App } from '../app.ts'
import type { RepeatDeletion } from '../feature.ts'
import type { WithheldThing } from '../withheldThing.ts'
import { type Deletion, markDone, RETENTION_MS, storeOpen } from './collection.ts'

export type RepeatedDeletions = {
  /** How many deletions were repeated. */
  repeated: number
  /** What was withheld again. */
  withheld: readonly WithheldThing[]
  /** Kinds that no feature repeats any more. */
  unknown: readonly string[]
}

const BATCH = 200

/**
 * Repeats the deletions that a restored database has not recorded as done, in their order, and then withholds again what was withheld by the
 * latest record about it. Running it again repeats those that an earlier run did not reach.
 */
export async function repeatDeletions(app: App, deletions: readonly Deletion[]): Promise<RepeatedDeletions> {
  const oldest = app.clock().getTime() - RETENTION_MS
  const current = uniqueDeletions(deletions).filter(({ time }) => time.getTime() >= oldest)
  const unknown = new Set<string>()
  const withheld: WithheldThing[] = []
  let repeated = 0
  for (const [provider, own] of Map.groupBy(current, (each) => each.provider)) {
    const sights: Deletion[] = []
    for (const batch of batchesOf(own)) {
      const open = await storeOpen(app, provider, batch)
      const done: Deletion[] = []
      for (const deletion of open) {
        const repeat = findRepeat(app, deletion.kind)
        if (isWithholding(app, deletion.kind)) sights.push(deletion)
        else if (!repeat) unknown.add(deletion.kind)
        else {
          await repeat(app, { provider, id: deletion.id })
          done.push(deletion)
        }
      }
      if (done.length > 0) await markDone(app, provider, done)
      repeated += done.length
    }
    withheld.push(...(await withholdAgain(app, provider, sights)))
  }
  return { repeated, withheld, unknown: [...unknown] }
}

/** After the deletions, so that nothing is withheld that is gone. Of several records about the same only the latest counts. */
async function withholdAgain(app: App, provider: string, records: readonly Deletion[]): Promise<WithheldThing[]> {
  const latest = new Map(records.map((each) => [`${each.kind} ${each.id}`, each]))
  const found: WithheldThing[] = []
  const current = [...latest.values()].filter(({ isOver }) => !isOver)
  for (const [kind, repeat] of app.features.flatMap((each) => Object.entries(each.repeatWithholding ?? {}))) {
    const ids = current.filter((each) => each.kind === kind).map(({ id }) => id)
    if (ids.length > 0) found.push(...(await repeat(app, { provider, ids })))
  }
  for (const batch of batchesOf(records)) await markDone(app, provider, batch)
  return found
}

function batchesOf(deletions: readonly Deletion[]): Deletion[][] {
  const count = Math.ceil(deletions.length / BATCH)
  return Array.from({ length: count }, (_, index) => deletions.slice(index * BATCH, (index + 1) * BATCH))
}

/** Each deletion once, in the order of time. */
export function uniqueDeletions(deletions: readonly Deletion[]): Deletion[] {
  const unique = [...new Map(deletions.map((each) => [each._id, each])).values()]
  return unique.sort((one, other) => one.time.getTime() - other.time.getTime())
}

function findRepeat(app: App, kind: string): RepeatDeletion | undefined {
  const feature = app.features.find(({ repeatDeletion }) => repeatDeletion && Object.hasOwn(repeatDeletion, kind))
  return feature?.repeatDeletion?.[kind]
}

const isWithholding = (app: App, kind: string): boolean =>
  app.features.some(({ repeatWithholding }) => repeatWithholding && Object.hasOwn(repeatWithholding, kind))
