import { isDeepStrictEqual } from 'node:util'
import type { Document, Filter, UpdateFilter } from 'mongodb'
import type { ProviderCollection } from './providerCollection.ts'

/** The changed fields alone, null for one that is missing: `before` is enough to reverse the change. */
export type FieldChange<F> = { before: Partial<F>; after: Partial<F> }

/**
 * Changes fields of a document in one write, over exactly the values from which `change` derived the new ones: it is called again
 * if another process was faster, and returns null to leave the document. A field that becomes null is removed. Returns null if
 * nothing changed or there is no such document. `record` is called before each attempt to write.
 */
export async function changeFields<D extends Document, F extends object>(
  collection: ProviderCollection<D>,
  key: Filter<D>,
  change: (current: D) => Partial<F> | null | Promise<Partial<F> | null>,
  record?: (change: FieldChange<F>) => Promise<void>,
): Promise<FieldChange<F> | null> {
  for (;;) {
    const current = await collection.findOne(key)
    const fields = current && (await change(current as D))
    if (!current || !fields) return null
    const currentOf = (name: string): unknown => (current as Document)[name] ?? null
    const next = Object.entries(fields).map(([name, value]) => [name, value ?? null] as const)
    const changed = next.filter(([name, value]) => !isDeepStrictEqual(value, currentOf(name)))
    if (changed.length === 0) return null
    const before = Object.fromEntries(changed.map(([name]) => [name, currentOf(name)]))
    const made = { before: before as Partial<F>, after: Object.fromEntries(changed) as Partial<F> }
    await record?.(made)
    const { matchedCount } = await collection.updateOne({ ...key, ...before } as Filter<D>, updateOf<D>(changed))
    if (matchedCount > 0) return made
  }
}

function updateOf<D extends Document>(changed: ReadonlyArray<readonly [string, unknown]>): UpdateFilter<D> {
  const set = changed.filter(([, value]) => value !== null)
  const unset = changed.filter(([, value]) => value === null).map(([name]) => [name, ''] as const)
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset) }),
  } as UpdateFilter<D>
}
