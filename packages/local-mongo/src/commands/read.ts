import { bigintOf, documentOf, isNumber, stringOf, type, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import { badValue, type Filter, parseFilter } from '../query/filter.ts'
import { parseProjection, project } from '../query/projection.ts'
import { countRows, findRows } from '../query/scan.ts'
import { parseOrder } from '../query/sortKeys.ts'
import {
  type Call,
  type Command,
  collectionName,
  countOption,
  cursorOption,
  documentOption,
  findCollection,
  flagOption,
  listOption,
  requiredDocument,
} from './call.ts'
import { parsePipeline, runPipeline } from './pipeline.ts'

const everything: Filter = { kind: 'and', filters: [] }

const find: Command = {
  kind: 'read',
  options: ['filter', 'sort', 'projection', 'skip', 'limit', 'batchSize', 'singleBatch'],
  refused: [
    'tailable',
    'awaitData',
    'noCursorTimeout',
    'allowDiskUse',
    'min',
    'max',
    'returnKey',
    'showRecordId',
    'allowPartialResults',
    'oplogReplay',
  ],
  run(call) {
    const { body } = call.request
    const query = readQuery(call, 'filter')
    const shape = documentOption(body, 'projection')
    const projection = shape && parseProjection(shape)
    const collection = findCollection(call)
    const rows = collection ? findRows(call.store, collection, query) : [].values()
    const docs = rows.map(({ doc }) => (projection ? documentOf(project(doc, projection)) : doc))
    const isSingle = flagOption(body, 'singleBatch', false)
    return call.cursors.first(docs, namespaceOf(call), countOption(body, 'batchSize'), isSingle)
  },
}

/** The query of a command; its filter is in the field `name`. */
export function readQuery(call: Call, name: string) {
  const { body } = call.request
  const filter = documentOption(body, name)
  const sort = documentOption(body, 'sort')
  return {
    filter: filter ? parseFilter(filter) : everything,
    order: sort ? parseOrder(sort) : [],
    skip: countOption(body, 'skip') ?? 0,
    limit: countOption(body, 'limit') ?? 0,
  }
}

function namespaceOf(call: Call): string {
  return `${call.db}.${collectionName(call)}`
}

const getMore: Command = {
  kind: 'read',
  options: ['collection', 'batchSize'],
  run(call) {
    const { body } = call.request
    if (body.has('maxTimeMS')) throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor')
    const collection = body.get('collection')
    const name = collection?.type === type.string ? stringOf(collection) : ''
    return call.cursors.next(cursorId(body.get('getMore')), `${call.db}.${name}`, countOption(body, 'batchSize'))
  },
}

function cursorId(value: Value | undefined): bigint {
  if (!value || !isNumber(value) || value.type === type.double)
    throw new CommandError('TypeMismatch', "BSON field 'getMore' must be a long")
  return bigintOf(value)
}

const killCursors: Command = {
  kind: 'read',
  options: ['cursors'],
  run(call) {
    const ids = listOption(call.request, 'cursors').map(cursorId)
    const cursorsKilled = ids.filter((id) => call.cursors.kill(id))
    return {
      cursorsKilled,
      cursorsNotFound: ids.filter((id) => !cursorsKilled.includes(id)),
      cursorsAlive: [],
      cursorsUnknown: [],
    }
  },
}

const count: Command = {
  kind: 'read',
  options: ['query', 'limit', 'skip'],
  refused: ['fields'],
  run(call) {
    const collection = findCollection(call)
    const query = readQuery(call, 'query')
    return { n: collection ? countRows(call.store, collection, query) : 0 }
  },
}

const aggregate: Command = {
  kind: 'read',
  options: ['pipeline', 'cursor'],
  refused: ['allowDiskUse', 'bypassDocumentValidation'],
  run(call) {
    const stages = parsePipeline(listOption(call.request, 'pipeline'))
    requiredDocument(call.request.body, 'cursor')
    const docs = runPipeline(call.store, findCollection(call), stages)
    return call.cursors.first(docs, namespaceOf(call), cursorOption(call.request.body), false)
  },
}

export const readCommands: Record<string, Command> = { find, getMore, killCursors, count, aggregate }
