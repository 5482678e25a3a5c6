import { fieldsOf } from '../bson/raw.ts'
import type { Writable } from '../bson/write.ts'
import { badValue, parseFilter } from '../query/filter.ts'
import { choosePlan, type Plan } from '../query/planner.ts'
import type { Query } from '../query/scan.ts'
import type { KeyField } from '../query/sortKeys.ts'
import type { Collection, Index } from '../storage/catalog.ts'
import {
  type Call,
  type Command,
  checkOptions,
  collectionName,
  countOption,
  findCollection,
  listOption,
  requiredDocument,
  textOption,
} from './call.ts'
import { findAndModifyCommands } from './findAndModify.ts'
import { parsePipeline, splitPipeline } from './pipeline.ts'
import { readCommands, readQuery } from './read.ts'
import { deleteFields, updateFields, writeCommands } from './write.ts'

/** A stage of a plan, as MongoDB shows it. */
type Stage = { readonly [name: string]: Writable | undefined }

const explained: Record<string, Command | undefined> = { ...readCommands, ...writeCommands, ...findAndModifyCommands }

/**
 * Shows how a command would find its documents: the stages of the plan, the index and which of its fields are limited. Nothing is
 * read. Values are left out of the bounds.
 */
const explain: Command = {
  kind: 'read',
  options: ['verbosity'],
  run(call) {
    if ((textOption(call.request.body, 'verbosity') ?? 'queryPlanner') !== 'queryPlanner')
      throw badValue("the local database explains with the verbosity 'queryPlanner' only")
    const inner = innerCall(call)
    const { query, filter, rest, wrap } = readExplained(inner)
    const collection = findCollection(inner)
    const winningPlan = collection ? wrap(showPlan(collection, query, filter)) : { stage: 'EOF' }
    const queryPlanner = { namespace: `${call.db}.${collectionName(inner)}`, winningPlan, rejectedPlans: [] }
    return rest.length > 0 ? { stages: [{ $cursor: { queryPlanner } }, ...rest] } : { queryPlanner }
  },
}

/** The call of the command to be explained. */
function innerCall(call: Call): Call {
  const fields = fieldsOf(requiredDocument(call.request.body, 'explain'))
  const name = fields[0]?.[0] ?? ''
  const command = explained[name]
  if (!command || name === 'insert' || name === 'getMore' || name === 'killCursors')
    throw badValue(`the local database cannot explain '${name}'`)
  const request = { ...call.request, name, body: new Map(fields), sequences: new Map() }
  checkOptions(request, command)
  return { ...call, request }
}

type Explained = {
  readonly query: Query
  readonly filter: Writable
  /** Stages that run on the documents found. */
  readonly rest: readonly Writable[]
  /** Adds the stage of the command to the plan of its query. */
  readonly wrap: (plan: Stage) => Stage
}

function readExplained(call: Call): Explained {
  const { body, name } = call.request
  const none = { rest: [], wrap: (plan: Stage) => plan }
  switch (name) {
    case 'aggregate': {
      const stages = listOption(call.request, 'pipeline')
      const { query, rest } = splitPipeline(parsePipeline(stages))
      const matches = stages.flatMap((stage) => fieldsOf(stage).filter(([stageName]) => stageName === '$match'))
      const filter = { $and: matches.map(([, match]) => match) }
      return { ...none, query, filter, rest: stages.slice(stages.length - rest.length) }
    }
    case 'count':
      return {
        ...none,
        query: readQuery(call, 'query'),
        filter: body.get('query') ?? {},
        wrap: (inputStage) => ({ stage: 'COUNT', inputStage }),
      }
    case 'update':
    case 'delete':
      return readStatement(call, name)
    case 'find':
      return { ...none, query: readQuery(call, 'filter'), filter: body.get('filter') ?? {} }
    default: {
      const stage = body.has('remove') ? 'DELETE' : 'UPDATE'
      const query = { ...readQuery(call, 'query'), limit: 1 }
      return { ...none, query, filter: body.get('query') ?? {}, wrap: (inputStage) => ({ stage, inputStage }) }
    }
  }
}

/** The one statement of an update or a delete. */
function readStatement(call: Call, name: 'update' | 'delete'): Explained {
  const list = listOption(call.request, `${name}s`)
  const [statement] = list
  if (!statement || list.length > 1) throw badValue('only a single statement can be explained')
  const fields = name === 'update' ? updateFields(statement) : deleteFields(statement)
  const filter = requiredDocument(fields, 'q')
  const query = { filter: parseFilter(filter), order: [], skip: 0, limit: countOption(fields, 'limit') ?? 0 }
  return { query, filter, rest: [], wrap: (inputStage) => ({ stage: name.toUpperCase(), inputStage }) }
}

function showPlan(collection: Collection, query: Query, filter: Writable): Stage {
  const plan = choosePlan(query.filter, query.order, collection.indexes)
  const found = showCandidates(plan, query.order, filter)
  const sorted = plan.isSorted ? found : { stage: 'SORT', sortPattern: patternOf(query.order), inputStage: found }
  const skipped = query.skip > 0 ? { stage: 'SKIP', skipAmount: query.skip, inputStage: sorted } : sorted
  return query.limit > 0 ? { stage: 'LIMIT', limitAmount: query.limit, inputStage: skipped } : skipped
}

function showCandidates(plan: Plan, order: readonly KeyField[], filter: Writable): Stage {
  const residual = plan.isExact ? {} : { filter }
  if (plan.union) {
    const inputStages = plan.union.map((branch) => showScan(branch))
    return { stage: 'FETCH', ...residual, inputStage: { stage: 'OR', inputStages } }
  }
  if (!plan.index) return { stage: 'COLLSCAN', ...residual, direction: 'forward' }
  const scan = showScan(plan)
  const inputStage = plan.isMerged
    ? { stage: 'SORT_MERGE', sortPattern: patternOf(order), inputStages: plan.ranges.map(() => scan) }
    : scan
  return { stage: 'FETCH', ...residual, inputStage }
}

function showScan({ index, direction, boundCount }: Plan): Stage {
  if (!index) return { stage: 'COLLSCAN', direction: 'forward' }
  return {
    stage: 'IXSCAN',
    keyPattern: patternOf(index.fields),
    indexName: index.name,
    isMultiKey: index.multikey,
    isUnique: index.unique,
    isSparse: index.sparse,
    direction: direction === 1 ? 'forward' : 'backward',
    indexBounds: boundsOf(index, boundCount, direction),
  }
}

function boundsOf({ fields }: Index, boundCount: number, direction: 1 | -1): Writable {
  return new Map(
    fields.map((field, i) => {
      const whole = field.direction === direction ? '[MinKey, MaxKey]' : '[MaxKey, MinKey]'
      return [field.path.text, [i < boundCount ? '[…]' : whole]]
    }),
  )
}

function patternOf(fields: readonly KeyField[]): Writable {
  return new Map(fields.map((field) => [field.path.text, field.direction]))
}

export const explainCommands: Record<string, Command> = { explain }
