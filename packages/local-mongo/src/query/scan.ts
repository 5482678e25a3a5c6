import { documentOf, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import type { Collection, Index } from '../storage/catalog.ts'
import type { Row } from '../storage/documents.ts'
import type { Store } from '../storage/store.ts'
import type { Filter } from './filter.ts'
import { compileFilter } from './matcher.ts'
import { choosePlan, type KeyRange, type Plan } from './planner.ts'
import { type KeyField, sortKeyOf } from './sortKeys.ts'

/** A parsed query. */
export interface Query {
  readonly filter: Filter
  readonly order: readonly KeyField[]
  readonly skip: number
  /** 0 for no limit. */
  readonly limit: number
}

/** MongoDB's memory limit for sorting without an index. */
const maxSortBytes = 100 * 1024 * 1024
/** Rows read at a time: few at first, because most queries need one document, then more. */
const firstChunk = 8
const chunkSize = 256

/**
 * The rows that match, in order. No statement stays open between two rows: each chunk starts where the last one ended, so that
 * a cursor may live as long as its client likes while others write.
 */
export function* findRows(store: Store, collection: Collection, query: Query): Generator<Row> {
  const plan = choosePlan(query.filter, query.order, collection.indexes)
  const match = compileFilter(query.filter)
  const maxRows = query.limit === 0 ? Number.POSITIVE_INFINITY : query.skip + query.limit
  const inIndex = plan.isExact && plan.isSorted && !plan.isMerged && plan.index ? query.skip : 0
  const start = { skip: inIndex, maxRows: maxRows - inIndex }
  const candidates = plan.union
    ? scanUnion(store, collection, plan.union, maxRows)
    : plan.isMerged
      ? mergeRanges(store, collection, plan, query)
      : scanPlan(store, collection, plan, start)
  const matching = matchRows(store, candidates, match)
  const rows = plan.isSorted ? matching : sortRows(store, collection, matching, query, match)
  let seen = inIndex
  for (const row of rows) {
    seen++
    if (seen > query.skip) yield row
    if (seen >= maxRows) return
  }
}

/** The number of rows that match, counted in the index if that is possible. */
export function countRows(store: Store, collection: Collection, query: Query): number {
  const plan = choosePlan(query.filter, [], collection.indexes)
  const max = query.limit === 0 ? Number.POSITIVE_INFINITY : query.limit
  if (plan.isExact) {
    const all = plan.index
      ? plan.ranges.reduce((sum, range) => sum + countRange(store, plan.index as Index, range), 0)
      : (store.sql.get<[number]>(`SELECT count(*) FROM c${collection.id}`)?.[0] ?? 0)
    return Math.min(max, Math.max(0, all - query.skip))
  }
  let count = 0
  for (const _ of findRows(store, collection, { ...query, order: [] })) count++
  return count
}

function countRange(store: Store, index: Index, { low, high }: KeyRange): number {
  return store.sql.get<[number]>(`SELECT count(*) FROM i${index.id} WHERE key >= ? AND key < ?`, low, high)?.[0] ?? 0
}

function* matchRows(store: Store, rows: Iterable<Row>, match: (doc: Value) => boolean): Generator<Row> {
  let count = 0
  for (const row of rows) {
    if ((count++ & 127) === 0 && Date.now() > store.current.deadline)
      throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit')
    if (match(row.doc)) yield row
  }
}

/** Where in its index a scan starts, and how many rows it needs. */
type Window = { readonly skip: number; readonly maxRows: number }

function scanPlan(store: Store, collection: Collection, plan: Plan, window: Window): Generator<Row> {
  return plan.index ? scanIndex(store, collection, plan, plan.index, window) : scanAll(store, collection)
}

/** Ranges that are each in order, as one list in order. */
function* mergeRanges(store: Store, collection: Collection, plan: Plan, { order }: Query): Generator<Row> {
  const index = plan.index as Index
  const window = { skip: 0, maxRows: Number.POSITIVE_INFINITY }
  const heads = plan.ranges.flatMap((range) => {
    const rows = scanRange(store, collection, index, range, plan.direction, window)
    const head = headOf(rows, order)
    return head ? [head] : []
  })
  while (heads.length > 0) {
    const first = heads.reduce((next, head) => (byKey(head, next) < 0 ? head : next))
    yield first.row
    const next = headOf(first.rows, order)
    heads.splice(heads.indexOf(first), 1, ...(next ? [next] : []))
  }
}

function headOf(rows: Generator<Row>, order: readonly KeyField[]) {
  const { value: row, done } = rows.next()
  return done ? undefined : { rows, row, rid: row.rid, key: sortKeyOf(row.doc, order) }
}

/** The candidates of each branch, those of several branches once. */
function* scanUnion(store: Store, collection: Collection, branches: readonly Plan[], maxRows: number): Generator<Row> {
  const seen = new Set<number>()
  for (const branch of branches) {
    for (const row of scanPlan(store, collection, branch, { skip: 0, maxRows })) {
      if (seen.has(row.rid)) continue
      seen.add(row.rid)
      yield row
    }
  }
}

function* scanAll(store: Store, collection: Collection): Generator<Row> {
  const text = `SELECT rid, doc FROM c${collection.id} WHERE rid > ? ORDER BY rid LIMIT ?`
  let after = 0
  for (let size = firstChunk; ; size = chunkSize) {
    const rows = store.sql.all<[number, Uint8Array]>(text, after, size)
    for (const [rid, bytes] of rows) {
      yield { rid, doc: documentOf(bytes) }
      after = rid
    }
    if (rows.length < size || !isStillThere(store, collection)) return
  }
}

function* scanIndex(store: Store, collection: Collection, plan: Plan, index: Index, window: Window): Generator<Row> {
  let { skip } = window
  if (plan.point && skip === 0) {
    const row = findPoint(store, collection, index, plan.point)
    if (row) yield row
    return
  }
  // A document may have several keys in a multikey index, but is found once.
  const seen = index.multikey ? new Set<number>() : undefined
  const ranges = plan.direction === 1 ? plan.ranges : [...plan.ranges].reverse()
  for (const range of ranges) {
    const size = skip > 0 ? countRange(store, index, range) : 0
    if (skip > 0 && size <= skip) {
      skip -= size
      continue
    }
    for (const row of scanRange(store, collection, index, range, plan.direction, { ...window, skip })) {
      if (seen?.has(row.rid)) continue
      seen?.add(row.rid)
      yield row
    }
    skip = 0
  }
}

/** The one document with a key of a unique index. */
function findPoint(store: Store, collection: Collection, index: Index, key: Buffer): Row | undefined {
  const text = `SELECT d.rid, d.doc FROM i${index.id} k JOIN c${collection.id} d ON d.rid = k.rid WHERE k.key = ?`
  const row = store.sql.get<[number, Uint8Array]>(text, key)
  return row && { rid: row[0], doc: documentOf(row[1]) }
}

function* scanRange(
  store: Store,
  collection: Collection,
  index: Index,
  range: KeyRange,
  direction: 1 | -1,
  { skip, maxRows }: Window,
): Generator<Row> {
  const from = `FROM i${index.id} k JOIN c${collection.id} d ON d.rid = k.rid`
  const where =
    direction === 1
      ? `${from} WHERE (k.key, k.rid) > (?, ?) AND k.key < ? ORDER BY k.key, k.rid`
      : `${from} WHERE (k.key, k.rid) < (?, ?) AND k.key >= ? ORDER BY k.key DESC, k.rid DESC`
  const [start, end] = direction === 1 ? [range.low, range.high] : [range.high, range.low]
  const keys = `SELECT k.key, k.rid ${where.replace(from, `FROM i${index.id} k`)} LIMIT 1 OFFSET ?`
  const before = skip > 0 ? lastOf(store, keys, [start, -1], end, skip) : undefined
  let last: readonly [Uint8Array, number] = before ?? [start, -1]
  for (let size = Math.min(firstChunk, maxRows + 1); ; size = chunkSize) {
    const rows = store.sql.all<[number, Uint8Array]>(`SELECT d.rid, d.doc ${where} LIMIT ?`, ...last, end, size)
    // The key of the last row, if there may be more: reading the keys of all rows would cost more than the rows.
    const next = rows.length < size ? undefined : lastOf(store, keys, last, end, size)
    for (const [rid, bytes] of rows) yield { rid, doc: documentOf(bytes) }
    if (!next || !isStillThere(store, collection, index)) return
    last = next
  }
}

function lastOf(store: Store, text: string, [key, rid]: readonly [Uint8Array, number], end: Buffer, size: number) {
  return store.sql.get<[Uint8Array, number]>(text, key, rid, end, size - 1)
}

/** A cursor may outlive its collection or its index. */
function isStillThere(store: Store, collection: Collection, index?: Index): boolean {
  const found = store.catalog.find(collection.db, collection.name)
  if (found?.id === collection.id && (!index || found.indexes.some((one) => one.id === index.id))) return true
  throw new CommandError(
    'CursorNotFound',
    `cursor was killed: ${collection.db}.${collection.name} or its index was dropped`,
  )
}

/** Sorts without an index: keeps keys and row numbers in memory, and reads each document again when its turn comes. */
function* sortRows(
  store: Store,
  collection: Collection,
  rows: Iterable<Row>,
  query: Query,
  match: (doc: Value) => boolean,
): Generator<Row> {
  const maxRows = query.limit === 0 ? Number.POSITIVE_INFINITY : query.skip + query.limit
  let found: { key: Buffer; rid: number }[] = []
  let size = 0
  for (const { rid, doc } of rows) {
    const key = sortKeyOf(doc, query.order)
    found.push({ key, rid })
    size += key.length + 64
    if (found.length > maxRows * 2 + 1000) {
      found = found.sort(byKey).slice(0, maxRows)
      size = found.reduce((sum, one) => sum + one.key.length + 64, 0)
    }
    if (size > maxSortBytes) {
      throw new CommandError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        'Sort exceeded memory limit of 104857600 bytes; an index on the sort order avoids it',
      )
    }
  }
  for (const { rid } of found.sort(byKey)) {
    isStillThere(store, collection)
    const row = store.documents.read(collection, rid)
    if (row && match(row.doc)) yield row
  }
}

function byKey(a: { key: Buffer; rid: number }, b: { key: Buffer; rid: number }): number {
  return Buffer.compare(a.key, b.key) || a.rid - b.rid
}
