import { documentOf, fieldOf, nullValue, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import { keysOf } from '../query/sortKeys.ts'
import type { Catalog, Collection, Index } from './catalog.ts'
import type { Sql } from './sql.ts'

/** A stored document and its row number. */
export interface Row {
  readonly rid: number
  readonly doc: Value
}

const noKeys: readonly Buffer[] = []

/** The keys of a document in an index. A sparse index leaves out documents with none of its fields. */
export function indexKeys(index: Index, doc: Value): { keys: readonly Buffer[]; multikey: boolean } {
  const { keys, multikey, present } = keysOf(doc, index.fields)
  return { keys: index.sparse && !present ? noKeys : keys, multikey }
}

/**
 * Documents and their index rows. Each change first finds every key and checks every unique index, then writes: an error leaves
 * nothing behind, and what other statements of the group wrote stays.
 */
export function createDocuments(sql: Sql, catalog: Catalog) {
  const keysFor = (index: Index, doc: Value): readonly Buffer[] => {
    const { keys, multikey } = indexKeys(index, doc)
    if (multikey && !index.multikey) catalog.markMultikey(index)
    return keys
  }

  const checkUnique = (
    collection: Collection,
    index: Index,
    keys: readonly Buffer[],
    rid: number,
    doc: Value,
  ): void => {
    if (!index.unique) return
    for (const key of keys) {
      if (sql.get(`SELECT rid FROM i${index.id} WHERE key = ? AND rid <> ? LIMIT 1`, key, rid)) {
        throw duplicateKey(collection, index, doc)
      }
    }
  }

  const addKeys = (index: Index, keys: readonly Buffer[], rid: number): void => {
    for (const key of keys) sql.run(`INSERT INTO i${index.id} (key, rid) VALUES (?, ?)`, key, rid)
  }

  const removeKeys = (index: Index, keys: readonly Buffer[], rid: number): void => {
    for (const key of keys) sql.run(`DELETE FROM i${index.id} WHERE key = ? AND rid = ?`, key, rid)
  }

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

function withoutKeys(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  if (others.length === 0) return keys
  if (keys.length === 1 && others.length === 1) return (keys[0] as Buffer).equals(others[0] as Buffer) ? noKeys : keys
  const known = new Set(others.map((key) => key.toString('latin1')))
  return keys.filter((key) => !known.has(key.toString('latin1')))
}

function duplicateKey(collection: Collection, index: Index, doc: Value): CommandError {
  const keyPattern = Object.fromEntries(index.fields.map((field) => [field.path.text, field.direction]))
  const keyValue = Object.fromEntries(index.fields.map((field) => [field.path.text, firstValue(doc, field.path.parts)]))
  const message = `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key`
  return new CommandError('DuplicateKey', message, { keyPattern, keyValue })
}

function firstValue(doc: Value, parts: readonly Buffer[]): Value {
  let value: Value | undefined = doc
  for (const part of parts) value = value && value.type === doc.type ? fieldOf(value, part) : undefined
  return value ?? nullValue
}
