import { documentOf, fieldsOf, isNumber, numberOf, stringOf, type, type Value } from '../bson/raw.ts'
import { encode } from '../bson/write.ts'
import { CommandError } from '../errors.ts'
import { badValue, type Filter, parseFilter } from '../query/filter.ts'
import { compileFilter } from '../query/matcher.ts'
import { type Projection, parseProjection, project } from '../query/projection.ts'
import { countRows, findRows, type Query } from '../query/scan.ts'
import { type KeyField, parseOrder, sortKeyOf } from '../query/sortKeys.ts'
import type { Collection } from '../storage/catalog.ts'
import type { Store } from '../storage/store.ts'

type Stage =
  | { readonly op: 'match'; readonly filter: Filter }
  | { readonly op: 'sort'; readonly order: readonly KeyField[] }
  | { readonly op: 'skip'; readonly size: number }
  | { readonly op: 'limit'; readonly size: number }
  | { readonly op: 'project'; readonly projection: Projection }
  | { readonly op: 'count'; readonly name: string; readonly asId: Value | undefined }

/** Parses a pipeline. `$group` is supported in the one form in which the driver counts: `{ _id: 1, n: { $sum: 1 } }`. */
export function parsePipeline(stages: readonly Value[]): Stage[] {
  return stages.map((stage) => {
    const fields = stage.type === type.object ? fieldsOf(stage) : []
    const [first] = fields
    if (!first || fields.length > 1) {
      throw new CommandError(
        'StageNotOneField',
        'A pipeline stage specification object must contain exactly one field.',
      )
    }
    return parseStage(first[0], first[1])
  })
}

function parseStage(name: string, value: Value): Stage {
  switch (name) {
    case '$match':
      return { op: 'match', filter: parseFilter(ofType(name, value, type.object)) }
    case '$sort':
      return { op: 'sort', order: sortOrder(ofType(name, value, type.object)) }
    case '$skip':
    case '$limit':
      return { op: name === '$skip' ? 'skip' : 'limit', size: sizeOf(name, value) }
    case '$project': {
      const projection = parseProjection(ofType(name, value, type.object))
      if (!projection)
        throw new CommandError('EmptyProjection', 'projection specification must have at least one field')
      return { op: 'project', projection }
    }
    case '$count':
      return { op: 'count', name: countName(ofType(name, value, type.string)), asId: undefined }
    case '$group':
      if (isDriversCount(value)) return { op: 'count', name: 'n', asId: fieldsOf(value)[0]?.[1] }
      break
    case '$changeStream':
      throw new CommandError(
        'ChangeStreamNeedsReplicaSet',
        'The $changeStream stage is not supported by the local database',
      )
  }
  throw new CommandError(
    'UnrecognizedStage',
    `Unrecognized pipeline stage name: '${name}' (or one that the local database does not support)`,
  )
}

function ofType(name: string, value: Value, kind: number): Value {
  if (value.type !== kind) throw badValue(`the ${name} stage has a value of the wrong type`)
  return value
}

function sortOrder(value: Value): KeyField[] {
  const order = parseOrder(value)
  if (order.length === 0) throw badValue('$sort stage must have at least one sort key')
  return order
}

function sizeOf(name: string, value: Value): number {
  const size = isNumber(value) ? numberOf(value) : Number.NaN
  if (!Number.isSafeInteger(size) || size < (name === '$limit' ? 1 : 0))
    throw badValue(`invalid argument to ${name} stage`)
  return size
}

function countName(value: Value): string {
  const name = stringOf(value)
  if (name === '' || name.startsWith('$') || name.includes('.') || name === '_id')
    throw new CommandError('CountName', `'${name}' cannot name a $count`)
  return name
}

function isDriversCount(value: Value): boolean {
  return (
    value.type === type.object &&
    documentOf(encode({ _id: 1, n: { $sum: 1 } })).buf.equals(value.buf.subarray(value.start, value.end))
  )
}

/** Runs a pipeline. The first stages that can be expressed as a query run as one, so that it uses the indexes. */
export function* runPipeline(
  store: Store,
  collection: Collection | undefined,
  stages: readonly Stage[],
): Generator<Value> {
  const { query, rest } = splitPipeline(stages)
  const [next] = rest
  if (collection && next?.op === 'count') {
    yield* runStages(rest.slice(1), countDocument(next, countRows(store, collection, query)))
    return
  }
  yield* runStages(rest, collection ? findRows(store, collection, query).map((row) => row.doc) : [])
}

function* runStages(stages: readonly Stage[], source: Iterable<Value>): Generator<Value> {
  let docs = source
  for (const stage of stages) docs = runStage(stage, docs)
  yield* docs
}

/** The query that the first stages express, and the other stages. */
export function splitPipeline(stages: readonly Stage[]): { query: Query; rest: readonly Stage[] } {
  const rest = [...stages]
  const filters: Filter[] = []
  for (let match = shiftStage(rest, 'match'); match; match = shiftStage(rest, 'match')) filters.push(match.filter)
  const order = shiftStage(rest, 'sort')?.order ?? []
  const skip = shiftStage(rest, 'skip')?.size ?? 0
  const limit = shiftStage(rest, 'limit')?.size ?? 0
  return { query: { filter: { kind: 'and' as const, filters }, order, skip, limit }, rest }
}

/** Consumes the next stage if it is of this kind. */
function shiftStage<Op extends Stage['op']>(stages: Stage[], op: Op): Extract<Stage, { op: Op }> | undefined {
  return stages[0]?.op === op ? (stages.shift() as Extract<Stage, { op: Op }>) : undefined
}

function* runStage(stage: Stage, docs: Iterable<Value>): Generator<Value> {
  switch (stage.op) {
    case 'match': {
      const match = compileFilter(stage.filter)
      for (const doc of docs) if (match(doc)) yield doc
      return
    }
    case 'sort': {
      const keyed = Array.from(docs, (doc) => ({ doc, key: sortKeyOf(doc, stage.order) }))
      for (const { doc } of keyed.sort((a, b) => Buffer.compare(a.key, b.key))) yield doc
      return
    }
    case 'skip':
    case 'limit':
      yield* stage.op === 'skip' ? Iterator.from(docs).drop(stage.size) : Iterator.from(docs).take(stage.size)
      return
    case 'project':
      for (const doc of docs) yield documentOf(project(doc, stage.projection))
      return
    case 'count': {
      let count = 0
      for (const _ of docs) count++
      yield* countDocument(stage, count)
    }
  }
}

/** Without documents there is no result: not even one with a count of 0. */
function countDocument({ name, asId }: Extract<Stage, { op: 'count' }>, count: number): Value[] {
  return count > 0 ? [documentOf(encode({ ...(asId ? { _id: asId } : {}), [name]: count }))] : []
}
