import { documentOf, type Value } from '../bson/raw.ts'
import type { Catalog, Collection, Index } from './catalog.ts'
import { createIndexRows, withoutKeys } from './indexRows.ts'
import type { Sql } from './sql.ts'

/** A stored document and its row number. */
export interface Row {
  readonly rid: number
  readonly doc: Value
}

/**
 * Documents and their index rows. Each change first finds every key and checks every unique index, then writes: an error leaves
 * nothing behind, and the writes of other statements of the group stay.
 */
export function createDocuments(sql: Sql, catalog: Catalog) {
  const { keysFor, checkUnique, addKeys, removeKeys } = createIndexRows(sql, catalog)

  return {
    insert(collection: Collection, doc: Value): void {
      const entries = collection.indexes.map((index) => ({ index, keys: keysFor(index, doc) }))
      for (const { index, keys } of entries) checkUnique(collection, index, keys, 0, doc)
      const { lastInsertRowid } = sql.run(`INSERT INTO c${collection.id} (doc) VALUES (?)`, bytes(doc))
      for (const { index, keys } of entries) addKeys(index, keys, Number(lastInsertRowid))
    },

    replace(collection: Collection, row: Row, doc: Value): void {
      const changes = collection.indexes.map((index) => {
        const before = keysFor(index, row.doc)
        const after = keysFor(index, doc)
        return { index, gone: withoutKeys(before, after), added: withoutKeys(after, before) }
      })
      for (const { index, added } of changes) checkUnique(collection, index, added, row.rid, doc)
      sql.run(`UPDATE c${collection.id} SET doc = ? WHERE rid = ?`, bytes(doc), row.rid)
      for (const { index, gone, added } of changes) {
        removeKeys(index, gone, row.rid)
        addKeys(index, added, row.rid)
      }
    },

    remove(collection: Collection, row: Row): void {
      for (const index of collection.indexes) removeKeys(index, keysFor(index, row.doc), row.rid)
      sql.run(`DELETE FROM c${collection.id} WHERE rid = ?`, row.rid)
    },

    read(collection: Collection, rid: number): Row | undefined {
      const row = sql.get<[Uint8Array]>(`SELECT doc FROM c${collection.id} WHERE rid = ?`, rid)
      return row && { rid, doc: documentOf(row[0]) }
    },

    /** Fills a new index from the existing documents. */
    build(collection: Collection, index: Index): void {
      let after = 0
      for (;;) {
        const rows = sql.all<[number, Uint8Array]>(
          `SELECT rid, doc FROM c${collection.id} WHERE rid > ? ORDER BY rid LIMIT 500`,
          after,
        )
        for (const [rid, bytes] of rows) {
          const doc = documentOf(bytes)
          const keys = keysFor(index, doc)
          checkUnique(collection, index, keys, rid, doc)
          addKeys(index, keys, rid)
          after = rid
        }
        if (rows.length < 500) return
      }
    },
  }
}

function bytes(doc: Value): Buffer {
  return doc.buf.subarray(doc.start, doc.end)
}
