import { fieldOf, nullValue, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import { keysOf } from '../query/sortKeys.ts'
import type { Catalog, Collection, Index } from './catalog.ts'
import type { Sql } from './sql.ts'

const noKeys: readonly Buffer[] = []

/** The keys of a document in an index. A sparse index leaves out documents with none of its fields. */
export function indexKeys(index: Index, doc: Value): { keys: readonly Buffer[]; multikey: boolean } {
  const { keys, multikey, present } = keysOf(doc, index.fields)
  return { keys: index.sparse && !present ? noKeys : keys, multikey }
}

/** The rows of an index: one for each key of a document, with the document's row number. */
export function createIndexRows(sql: Sql, catalog: Catalog) {
  return {
    /** The keys of a document, for rows to be written: the index knows afterwards if a document can have several. */
    keysFor(index: Index, doc: Value): readonly Buffer[] {
      const { keys, multikey } = indexKeys(index, doc)
      if (multikey && !index.multikey) catalog.markMultikey(index)
      return keys
    },

    /** Throws a CommandError if another row than `rid` has one of the keys of a unique index. */
    checkUnique(collection: Collection, index: Index, keys: readonly Buffer[], rid: number, doc: Value): void {
      if (!index.unique) return
      for (const key of keys) {
        if (sql.get(`SELECT rid FROM i${index.id} WHERE key = ? AND rid <> ? LIMIT 1`, key, rid)) {
          throw duplicateKey(collection, index, doc)
        }
      }
    },

    addKeys(index: Index, keys: readonly Buffer[], rid: number): void {
      for (const key of keys) sql.run(`INSERT INTO i${index.id} (key, rid) VALUES (?, ?)`, key, rid)
    },

    removeKeys(index: Index, keys: readonly Buffer[], rid: number): void {
      for (const key of keys) sql.run(`DELETE FROM i${index.id} WHERE key = ? AND rid = ?`, key, rid)
    },
  }
}

/** The keys that are not among the others. */
export function withoutKeys(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
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
