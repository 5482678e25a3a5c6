/**
 * What a database must still have after its process was killed: everything that it acknowledged, at most one write more of each
 * writer, and no half of a write. It imports nothing.
 */

export interface Stored {
  readonly _id: string
  readonly [field: string]: unknown
}

/** The acknowledged writes. A document that is being deleted may be there or not until the delete is acknowledged. */
export interface WriteLedger {
  readonly inserted: Set<string>
  readonly deleting: Set<string>
  readonly deleted: Set<string>
  /** Acknowledged increments by counter: each increases two fields of a document. */
  readonly counts: Map<string, number>
  /** Groups of `GROUP_SIZE` documents that one command inserted. */
  readonly groups: Set<string>
  /** All of them, one for each command. */
  acknowledged: number
}

export const GROUP_SIZE = 5

export function emptyLedger(): WriteLedger {
  return {
    inserted: new Set(),
    deleting: new Set(),
    deleted: new Set(),
    counts: new Map(),
    groups: new Set(),
    acknowledged: 0,
  }
}

/** Every sentence of the ledger that the documents contradict; none if nothing is lost, and nothing is half done. */
export function findLosses(ledger: WriteLedger, documents: Iterable<Stored>): string[] {
  const stored = new Map<string, Stored>()
  const sizes = new Map<string, number>()
  const losses: string[] = []
  for (const document of documents) {
    if (stored.has(document._id)) losses.push(`${document._id} is there twice`)
    stored.set(document._id, document)
    const { group } = document
    if (typeof group === 'string') sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  for (const id of ledger.inserted)
    if (!stored.has(id) && !ledger.deleting.has(id)) losses.push(`${id} was inserted and is lost`)
  for (const id of ledger.deleted) if (stored.has(id)) losses.push(`${id} was deleted and is there again`)
  for (const [id, count] of ledger.counts) {
    const { a, b }: Partial<Stored> = stored.get(id) ?? {}
    if (a !== b) losses.push(`${id} was increased by half: ${a} and ${b}`)
    if (a !== count && a !== count + 1) losses.push(`${id} was increased ${count} times and is ${a}`)
  }
  for (const group of ledger.groups) if (!sizes.has(group)) losses.push(`${group} was inserted and is lost`)
  for (const [group, size] of sizes) if (size !== GROUP_SIZE) losses.push(`${group} has ${size} documents`)
  return losses
}
