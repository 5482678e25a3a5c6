import { documentOf, fieldsOf, numberOf, stringOf, type Value } from '../bson/raw.ts'
import { encode, type Writable } from '../bson/write.ts'
import { type KeyField, parseOrder } from '../query/sortKeys.ts'
import type { Sql } from './sql.ts'

/** An index: its keys are in the table `i<id>`. */
export interface Index {
  readonly id: number
  readonly name: string
  readonly fields: readonly KeyField[]
  readonly unique: boolean
  readonly sparse: boolean
  /** Seconds after which a document expires, counted from the date in the index's field. */
  readonly expireAfterSeconds: number | undefined
  /** Whether any document ever had an array on the way: such an index provides neither an order nor two bounds. */
  multikey: boolean
}

/** A collection: its documents are in the table `c<id>`. */
export interface Collection {
  readonly id: number
  readonly db: string
  readonly name: string
  /** The first one is always the index on _id. */
  readonly indexes: Index[]
}

/** The options of createIndexes. */
export type IndexSpec = Pick<Index, 'name' | 'fields' | 'unique' | 'sparse' | 'expireAfterSeconds'>

export type Catalog = ReturnType<typeof createCatalog>

export const idIndexName = '_id_'

/** The collections and their indexes, cached in memory and written with the transaction that changes them. */
export function createCatalog(sql: Sql) {
  let collections = load(sql)

  return {
    /** Reads the catalog again, after a transaction was rolled back. */
    reload: () => {
      collections = load(sql)
    },
    find: (db: string, name: string): Collection | undefined => collections.get(`${db}.${name}`),
    inDatabase: (db: string): Collection[] => [...collections.values()].filter((collection) => collection.db === db),
    all: (): Collection[] => [...collections.values()],

    /** The collection, created with its index on _id if it does not exist. */
    ensure(db: string, name: string): Collection {
      const found = collections.get(`${db}.${name}`)
      if (found) return found
      const { lastInsertRowid } = sql.run('INSERT INTO collections (db, name) VALUES (?, ?)', db, name)
      const collection: Collection = { id: Number(lastInsertRowid), db, name, indexes: [] }
      sql.exec(`CREATE TABLE c${collection.id} (rid INTEGER PRIMARY KEY, doc BLOB NOT NULL)`)
      collections.set(`${db}.${name}`, collection)
      const fields = parseOrder(documentOf(encode({ _id: 1 })))
      this.addIndex(collection, {
        name: idIndexName,
        fields,
        unique: true,
        sparse: false,
        expireAfterSeconds: undefined,
      })
      return collection
    },

    addIndex(collection: Collection, spec: IndexSpec): Index {
      const { lastInsertRowid } = sql.run(
        'INSERT INTO indexes (collection, name, spec, multikey) VALUES (?, ?, ?, 0)',
        collection.id,
        spec.name,
        encode(describeIndex(spec)),
      )
      const index: Index = { ...spec, id: Number(lastInsertRowid), multikey: false }
      sql.exec(
        `CREATE TABLE i${index.id} (key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (key, rid)) WITHOUT ROWID`,
      )
      collection.indexes.push(index)
      return index
    },

    markMultikey(index: Index): void {
      sql.run('UPDATE indexes SET multikey = 1 WHERE id = ?', index.id)
      index.multikey = true
    },

    dropIndex(collection: Collection, index: Index): void {
      sql.run('DELETE FROM indexes WHERE id = ?', index.id)
      sql.exec(`DROP TABLE i${index.id}`)
      collection.indexes.splice(collection.indexes.indexOf(index), 1)
    },

    drop(collection: Collection): void {
      for (const index of [...collection.indexes]) this.dropIndex(collection, index)
      sql.run('DELETE FROM collections WHERE id = ?', collection.id)
      sql.exec(`DROP TABLE c${collection.id}`)
      collections.delete(`${collection.db}.${collection.name}`)
    },
  }
}

function load(sql: Sql): Map<string, Collection> {
  const collections = new Map<string, Collection>()
  const byId = new Map<number, Collection>()
  for (const [id, db, name] of sql.all<[number, string, string]>('SELECT id, db, name FROM collections ORDER BY id')) {
    const collection: Collection = { id, db, name, indexes: [] }
    collections.set(`${db}.${name}`, collection)
    byId.set(id, collection)
  }
  const rows = sql.all<[number, number, Uint8Array, number]>(
    'SELECT id, collection, spec, multikey FROM indexes ORDER BY id',
  )
  for (const [id, collection, spec, multikey] of rows) {
    byId.get(collection)?.indexes.push({ ...readIndex(documentOf(spec)), id, multikey: multikey === 1 })
  }
  return collections
}

function readIndex(spec: Value): IndexSpec {
  const fields = new Map(fieldsOf(spec))
  const seconds = fields.get('expireAfterSeconds')
  const name = stringOf(fields.get('name') as Value)
  return {
    name,
    fields: parseOrder(fields.get('key') as Value),
    unique: fields.has('unique') || name === idIndexName,
    sparse: fields.has('sparse'),
    expireAfterSeconds: seconds && numberOf(seconds),
  }
}

/** An index as listIndexes shows it. */
export function describeIndex(spec: IndexSpec): { [name: string]: Writable | undefined } {
  return {
    v: 2,
    key: new Map(spec.fields.map((field) => [field.path.text, field.direction])),
    name: spec.name,
    ...(spec.unique && spec.name !== idIndexName ? { unique: true } : {}),
    ...(spec.sparse ? { sparse: true } : {}),
    ...(spec.expireAfterSeconds === undefined ? {} : { expireAfterSeconds: spec.expireAfterSeconds }),
  }
}
