import { documentOf, fieldOf, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import type { Reply } from '../protocol/reply.ts'
import { type Projection, parseProjection, project } from '../query/projection.ts'
import { findRows } from '../query/scan.ts'
import { parseUpdate } from '../update/parse.ts'
import { type Call, type Command, collectionName, documentOption, findCollection, flagOption } from './call.ts'
import { readQuery } from './read.ts'
import { insertUpsert, updateRow } from './write.ts'

const idName = Buffer.from('_id')

/** Changes one document and returns it, as it was before or is now. An error is the command's own, never a write error. */
const findAndModify: Command = {
  kind: 'write',
  options: ['query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert'],
  refused: ['arrayFilters', 'bypassDocumentValidation', 'encryptionInformation'],
  isRetryable: true,
  run(call) {
    const { body } = call.request
    const update = body.get('update')
    const isRemove = flagOption(body, 'remove', false)
    if (isRemove === (update !== undefined)) {
      throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified, and not both')
    }
    const wantsNew = flagOption(body, 'new', false)
    const isUpsert = flagOption(body, 'upsert', false)
    if (isRemove && (wantsNew || isUpsert))
      throw new CommandError('FailedToParse', "Cannot specify both 'remove' and 'new' or 'upsert'")
    const shape = documentOption(body, 'fields')
    const options = { wantsNew, isUpsert, projection: shape && parseProjection(shape) }
    return update ? modify(call, update, options) : removeOne(call, options.projection)
  },
}

interface Options {
  readonly wantsNew: boolean
  readonly isUpsert: boolean
  readonly projection: Projection | undefined
}

function modify(call: Call, update: Value, { wantsNew, isUpsert, projection }: Options): Reply {
  const change = parseUpdate(update)
  const query = { ...readQuery(call, 'query'), limit: 1 }
  const collection = findCollection(call)
  const row = collection && findRows(call.store, collection, query).next().value
  if (collection && row) {
    const after = updateRow(call, collection, row, query.filter, change) ?? row.doc
    return { lastErrorObject: { n: 1, updatedExisting: true }, value: show(wantsNew ? after : row.doc, projection) }
  }
  if (!isUpsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null }
  const doc = insertUpsert(call, collectionName(call), query.filter, change)
  const lastErrorObject = { n: 1, updatedExisting: false, upserted: fieldOf(doc, idName) }
  return { lastErrorObject, value: wantsNew ? show(doc, projection) : null }
}

function removeOne(call: Call, projection: Projection | undefined): Reply {
  const collection = findCollection(call)
  const query = { ...readQuery(call, 'query'), limit: 1 }
  const row = collection && findRows(call.store, collection, query).next().value
  if (!collection || !row) return { lastErrorObject: { n: 0 }, value: null }
  call.store.documents.remove(collection, row)
  return { lastErrorObject: { n: 1 }, value: show(row.doc, projection) }
}

function show(doc: Value, projection: Projection | undefined): Value {
  return projection ? documentOf(project(doc, projection)) : doc
}

export const findAndModifyCommands: Record<string, Command> = { findAndModify, findandmodify: findAndModify }
