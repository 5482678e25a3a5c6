import { documentOf } from '../bson/raw.ts'
import type { Index } from '../storage/catalog.ts'
import { indexKeys } from '../storage/indexRows.ts'
import type { Store } from '../storage/store.ts'

/** The differences between an index and its documents; empty if they agree. */
export function findDifferences(store: Pick<Store, 'sql' | 'catalog'>): string[] {
  const differences: string[] = []
  for (const collection of store.catalog.all()) {
    const keyCounts = new Map(collection.indexes.map((index) => [index, 0]))
    for (const [rid, bytes] of rowsOf(store, collection.id)) {
      for (const index of collection.indexes) {
        const keys = indexKeys(index, documentOf(bytes)).keys
        keyCounts.set(index, (keyCounts.get(index) ?? 0) + keys.length)
        const missing = keys.filter((key) => !hasRow(store, index, key, rid))
        if (missing.length > 0) differences.push(`${collection.name}: ${index.name} lacks row ${rid}`)
      }
    }
    for (const [index, count] of keyCounts) {
      const has = store.sql.get<[number]>(`SELECT count(*) FROM i${index.id}`)?.[0]
      if (has !== count) differences.push(`${collection.name}: ${index.name} has ${has} rows, not ${count}`)
    }
  }
  return differences
}

function* rowsOf(store: Pick<Store, 'sql'>, id: number): Generator<[number, Uint8Array]> {
  let after = 0
  for (;;) {
    const rows = store.sql.all<[number, Uint8Array]>(
      `SELECT rid, doc FROM c${id} WHERE rid > ? ORDER BY rid LIMIT 500`,
      after,
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last[0]
  }
}

function hasRow(store: Pick<Store, 'sql'>, index: Index, key: Buffer, rid: number): boolean {
  return store.sql.get(`SELECT 1 FROM i${index.id} WHERE key = ? AND rid = ?`, key, rid) !== undefined
}
