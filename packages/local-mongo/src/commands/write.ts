import { bytesOf, fieldOf, isNumber, numberOf, type, typeName, type Value } from '../bson/raw.ts'
import { createObjectId } from '../bson/write.ts'
import { CommandError } from '../errors.ts'
import { errorFields, type Reply } from '../protocol/reply.ts'
import { maxBatch, maxDocumentSize } from '../protocol/wire.ts'
import { type Filter, parseFilter } from '../query/filter.ts'
import { findRows } from '../query/scan.ts'
import type { Collection } from '../storage/catalog.ts'
import type { Row } from '../storage/documents.ts'
import { applyUpdate, withId } from '../update/apply.ts'
import { checkNames, parseUpdate, type Update } from '../update/parse.ts'
import { findPosition } from '../update/position.ts'
import { buildUpsert } from '../update/upsert.ts'
import {
  type Call,
  type Command,
  collectionName,
  findCollection,
  flagOption,
  listOption,
  requiredDocument,
  statementFields,
} from './call.ts'

const idName = Buffer.from('_id')
const statementRefused = ['collation', 'hint', 'arrayFilters', 'c', 'sort', 'let', 'upsertSupplied']

/** Runs the statements of one command. In an ordered command an error stops the rest; it never undoes the other statements. */
function runStatements<T>(call: Call, statements: readonly T[], run: (statement: T, index: number) => void): Reply {
  if (statements.length === 0 || statements.length > maxBatch) {
    throw new CommandError(
      'InvalidLength',
      `Write batch sizes must be between 1 and ${maxBatch}. Got ${statements.length} operations.`,
    )
  }
  const isOrdered = flagOption(call.request.body, 'ordered', true)
  const writeErrors: Reply[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      writeErrors.push({ index, ...errorFields(error) })
      if (isOrdered) break
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {}
}

const insert: Command = {
  kind: 'write',
  options: ['documents', 'ordered'],
  refused: ['bypassDocumentValidation', 'encryptionInformation'],
  isRetryable: true,
  run(call) {
    const name = collectionName(call)
    const docs = listOption(call.request, 'documents')
    let n = 0
    const errors = runStatements(call, docs, (doc) => {
      const checked = checkDocument(doc)
      call.store.documents.insert(call.store.catalog.ensure(call.db, name), checked)
      n++
    })
    return { n, ...errors }
  },
}

/** A document that may be stored, with its _id first. */
function checkDocument(doc: Value): Value {
  if (doc.type !== type.object) throw new CommandError('TypeMismatch', 'a document to insert must be an object')
  if (doc.end - doc.start > maxDocumentSize) {
    throw new CommandError(
      'BadValue',
      `object to insert too large. size in bytes: ${doc.end - doc.start}, max size: ${maxDocumentSize}`,
    )
  }
  checkNames(doc)
  const id = fieldOf(doc, idName)
  if (id) checkId(id)
  const isFirst = id !== undefined && id.start === doc.start + 4 + 1 + 4
  return isFirst ? doc : withId(doc, id ?? createObjectId())
}

function checkId(id: Value): void {
  if (id.type === type.array)
    throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${typeName(id)}`)
  if (id.type === type.object) checkNames(id)
}

interface UpdateStatement {
  readonly query: Value
  readonly update: Value
  readonly isMulti: boolean
  readonly isUpsert: boolean
}

const update: Command = {
  kind: 'write',
  options: ['updates', 'ordered'],
  refused: ['bypassDocumentValidation', 'encryptionInformation'],
  isRetryable: true,
  run(call) {
    const name = collectionName(call)
    const statements = listOption(call.request, 'updates').map(readUpdateStatement)
    const totals = { n: 0, nModified: 0 }
    const upserted: Reply[] = []
    const errors = runStatements(call, statements, (statement, index) => {
      const { matched, modified, insertedId } = runUpdate(call, name, statement, totals)
      if (insertedId) upserted.push({ index, _id: insertedId })
      totals.n += matched
      totals.nModified += modified
    })
    return { ...totals, ...(upserted.length > 0 ? { upserted } : {}), ...errors }
  },
}

export function updateFields(statement: Value): Map<string, Value> {
  return statementFields(statement, 'update.updates', ['q', 'u', 'multi', 'upsert'], statementRefused)
}

function readUpdateStatement(statement: Value): UpdateStatement {
  const fields = updateFields(statement)
  const given = fields.get('u')
  if (!given) throw new CommandError('MissingField', "BSON field 'update.updates.u' is missing but a required field")
  return {
    query: requiredDocument(fields, 'q'),
    update: given,
    isMulti: flagOption(fields, 'multi', false),
    isUpsert: flagOption(fields, 'upsert', false),
  }
}

function runUpdate(call: Call, name: string, statement: UpdateStatement, totals: { n: number; nModified: number }) {
  const filter = parseFilter(statement.query)
  const change = parseUpdate(statement.update)
  if (statement.isMulti && change.kind === 'replace') {
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update')
  }
  const collection = call.store.catalog.find(call.db, name)
  const rows = collection ? targets(call, collection, filter, statement.isMulti ? 0 : 1) : []
  let matched = 0
  let modified = 0
  try {
    for (const row of rows) {
      if (updateRow(call, collection as Collection, row, filter, change)) modified++
      matched++
    }
  } catch (error) {
    // What a multi update changed before it failed stays, and is counted.
    totals.n += matched
    totals.nModified += modified
    throw error
  }
  if (matched > 0 || !statement.isUpsert) return { matched, modified, insertedId: undefined }
  const doc = insertUpsert(call, name, filter, change)
  return { matched: 1, modified: 0, insertedId: fieldOf(doc, idName) }
}

/** The rows to change. If there may be several, all are found before the first is changed, so that none is found twice. */
function* targets(call: Call, collection: Collection, filter: Filter, limit: number): Generator<Row> {
  const rows = findRows(call.store, collection, { filter, order: [], skip: 0, limit })
  if (limit === 1) {
    const first = rows.next()
    if (!first.done) yield first.value
    return
  }
  for (const rid of Array.from(rows, (row) => row.rid)) {
    const row = call.store.documents.read(collection, rid)
    if (row) yield row
  }
}

/** The changed document; undefined if the update changes nothing. */
export function updateRow(
  call: Call,
  collection: Collection,
  row: Row,
  filter: Filter,
  change: Update,
): Value | undefined {
  const after = applyUpdate(row.doc, change, (names) => findPosition(row.doc, filter, names), false)
  if (bytesOf(after).equals(bytesOf(row.doc))) return undefined
  call.store.documents.replace(collection, row, after)
  return after
}

export function insertUpsert(call: Call, name: string, filter: Filter, change: Update): Value {
  const doc = checkDocument(buildUpsert(filter, change))
  call.store.documents.insert(call.store.catalog.ensure(call.db, name), doc)
  return doc
}

const remove: Command = {
  kind: 'write',
  options: ['deletes', 'ordered'],
  isRetryable: true,
  run(call) {
    const collection = findCollection(call)
    const statements = listOption(call.request, 'deletes').map((statement) => {
      const fields = deleteFields(statement)
      return { query: requiredDocument(fields, 'q'), limit: deleteLimit(fields.get('limit')) }
    })
    let n = 0
    const errors = runStatements(call, statements, ({ query, limit }) => {
      const filter = parseFilter(query)
      if (!collection) return
      for (const row of targets(call, collection, filter, limit)) {
        call.store.documents.remove(collection, row)
        n++
      }
    })
    return { n, ...errors }
  },
}

export function deleteFields(statement: Value): Map<string, Value> {
  return statementFields(statement, 'delete.deletes', ['q', 'limit'], statementRefused)
}

function deleteLimit(value: Value | undefined): number {
  const limit = value && isNumber(value) ? numberOf(value) : undefined
  if (limit === 0 || limit === 1) return limit
  throw new CommandError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`)
}

export const writeCommands: Record<string, Command> = { insert, update, delete: remove }
