import { keyOf } from '../bson/key.ts'
import { valueFrom } from '../bson/write.ts'
import { rangeOf } from '../query/planner.ts'
import type { Collection, Index } from './catalog.ts'
import type { Store } from './store.ts'

/** Maximum number of documents per step: expiry must not delay others. */
const batch = 500

/** Deletes the documents that expired according to their TTL index; true if there is more to delete. */
export function expireDocuments(store: Store, now: number): boolean {
  let isMore = false
  for (const collection of store.catalog.all()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined) continue
      const latest = now - index.expireAfterSeconds * 1000
      isMore = expireByIndex(store, collection, index, latest) || isMore
    }
  }
  return isMore
}

/** Only dates count, and the range contains no other type. */
function expireByIndex(store: Store, collection: Collection, index: Index, latest: number): boolean {
  const operand = valueFrom(new Date(latest))
  const path = index.fields[0]?.path.text ?? ''
  const bound = { path, test: { op: 'lte' as const, operand, key: keyOf(operand) } }
  const range = index.fields[0] && rangeOf(index.fields[0], [bound], false)
  if (!range) return false
  const text = `SELECT DISTINCT rid FROM i${index.id} WHERE key >= ? AND key < ? LIMIT ${batch}`
  const rows = store.sql.all<[number]>(text, range.low, range.high)
  for (const [rid] of rows) {
    const row = store.documents.read(collection, rid)
    if (row) store.documents.remove(collection, row)
  }
  return rows.length === batch
}
