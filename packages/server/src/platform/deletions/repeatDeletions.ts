import type { App } from '../app.ts'
import { type Deletion, findOpen, RETENTION_MS, storeDone } from './collection.ts'

export type RepeatedDeletions = {
  /** How many were repeated. */
  repeated: number
  /** Kinds that no feature repeats any more. */
  unknown: readonly string[]
}

/**
 * Repeats the deletions that a restored database does not know as done, in their order. Running it again repeats what an earlier
 * run did not get to.
 */
export async function repeatDeletions(app: App, deletions: readonly Deletion[]): Promise<RepeatedDeletions> {
  const oldest = app.clock().getTime() - RETENTION_MS
  const current = [...new Map(deletions.map((each) => [each._id, each])).values()]
    .filter(({ time }) => time.getTime() >= oldest)
    .sort((one, other) => one.time.getTime() - other.time.getTime())
  const open = await Promise.all(
    [...Map.groupBy(current, ({ provider }) => provider)].map(([provider, own]) => findOpen(app, provider, own)),
  )
  const unknown = new Set<string>()
  let repeated = 0
  for (const deletion of open.flat()) {
    const { kind, provider, id } = deletion
    const repeat = app.features.find(({ repeatDeletion }) => repeatDeletion && Object.hasOwn(repeatDeletion, kind))
      ?.repeatDeletion?.[kind]
    if (!repeat) {
      unknown.add(kind)
      continue
    }
    await repeat(app, { provider, id })
    await storeDone(app, deletion)
    repeated++
  }
  return { repeated, unknown: [...unknown] }
}
