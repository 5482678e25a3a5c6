import type { App } from '../app.ts'
import type { RepeatDeletion } from '../feature.ts'
import { type Deletion, markDone, RETENTION_MS, storeOpen } from './collection.ts'

export type RepeatedDeletions = {
  /** How many were repeated. */
  repeated: number
  /** Kinds that no feature repeats any more. */
  unknown: readonly string[]
}

const BATCH = 200

/**
 * Repeats the deletions that a restored database has not recorded as done, in their order. Running it again repeats those that an
 * earlier run did not reach.
 */
export async function repeatDeletions(app: App, deletions: readonly Deletion[]): Promise<RepeatedDeletions> {
  const oldest = app.clock().getTime() - RETENTION_MS
  const current = uniqueDeletions(deletions).filter(({ time }) => time.getTime() >= oldest)
  const unknown = new Set<string>()
  let repeated = 0
  for (const [provider, own] of Map.groupBy(current, (each) => each.provider)) {
    for (let start = 0; start < own.length; start += BATCH) {
      const open = await storeOpen(app, provider, own.slice(start, start + BATCH))
      const done: Deletion[] = []
      for (const deletion of open) {
        const repeat = findRepeat(app, deletion.kind)
        if (!repeat) {
          unknown.add(deletion.kind)
          continue
        }
        await repeat(app, { provider, id: deletion.id })
        done.push(deletion)
      }
      if (done.length > 0) await markDone(app, provider, done)
      repeated += done.length
    }
  }
  return { repeated, unknown: [...unknown] }
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
