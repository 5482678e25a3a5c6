import { getCallSites } from 'node:util'
import { type CommandStartedEvent, type Document, Collection as DriverCollection } from 'mongodb'
import type { App } from '../platform/app.ts'
import { isAccepted } from './acceptedScans.ts'

/** The position of the options among the arguments of each method that looks for documents. */
const METHODS = {
  find: 1,
  findOne: 1,
  aggregate: 1,
  countDocuments: 1,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndDelete: 1,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  findOneAndUpdate: 2,
  findOneAndReplace: 2,
} as const

/** The beginning of a comment that names the place in the product that made a query. */
const MARK = 'from '
const SOURCES = '/packages/server/src/'
/** Places that pass a query on. */
const PASSING = [`${SOURCES}platform/db/providerCollection.ts`, `${SOURCES}testing/queryPlans.ts`]

markQueries()

/** Adds to every query of the product a comment with the file and the function that made it; queries of tests get none. */
function markQueries(): void {
  const methods = DriverCollection.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const [name, position] of Object.entries(METHODS)) {
    const original = methods[name] as (...args: unknown[]) => unknown
    methods[name] = function query(this: unknown, ...args: unknown[]) {
      const options = args[position] as { comment?: unknown } | undefined
      const source = options?.comment === undefined && callingSource()
      if (source) args[position] = { ...options, comment: MARK + source }
      return original.apply(this, args)
    }
  }
}

/** How much of the stack is read: a short piece first, because each of its frames costs more than the rest of the search. */
const DEPTHS = [5, 12]

function callingSource(): string | undefined {
  for (const depth of DEPTHS) {
    const caller = getCallSites(depth).find(({ scriptName }) => isCaller(scriptName))
    if (caller) return sourceOf(caller)
  }
  return undefined
}

const isCaller = (path: string) => path.includes(SOURCES) && !PASSING.some((each) => path.endsWith(each))

function sourceOf({ scriptName, functionName }: { scriptName: string; functionName: string }): string | undefined {
  const path = scriptName.slice(scriptName.indexOf(SOURCES) + SOURCES.length)
  const isProduct = !path.startsWith('testing/') && !path.startsWith('demo/') && !path.includes('.test.')
  return isProduct ? `${path} ${functionName}`.trim() : undefined
}

/** A query of the product that reads more than it needs, and the place that makes it. */
export type SlowQuery = { source: string; collection: string; problem: string; filter: string; sort: string }

/** Queries of the product that no index serves, and that `acceptedScans.ts` does not list. */
export class SlowQueriesError extends Error {
  override name = 'SlowQueriesError'

  constructor(queries: readonly SlowQuery[]) {
    const lines = queries.map(
      ({ source, collection, problem, filter, sort }) =>
        `  ${source}: ${collection} ${filter}${sort === '{}' ? '' : ` sorted by ${sort}`} ${problem}`,
    )
    super(
      `Give the collection an index, or list the query with a reason in testing/acceptedScans.ts:\n${lines.join('\n')}`,
    )
  }
}

/**
 * Notes the queries that the product sends from now on, those of equal shape once. `explain` asks the database for the plan of
 * each and returns those that read a whole collection, or everything of a shop, or sort without an index, and are not accepted.
 */
export function watchQueries(app: App): { explain(): Promise<SlowQuery[]> } {
  const seen = new Map<string, { source: string; command: Document }>()
  const note = ({ command }: CommandStartedEvent): void => {
    const { comment } = command
    if (typeof comment !== 'string' || !comment.startsWith(MARK) || command.getMore) return
    for (const single of singleStatements(command)) {
      const key = `${comment} ${JSON.stringify(shapeOf(single))}`
      if (!seen.has(key)) seen.set(key, { source: comment.slice(MARK.length), command: single })
    }
  }
  app.db.client.on('commandStarted', note)
  return {
    async explain() {
      app.db.client.off('commandStarted', note)
      const slow: SlowQuery[] = []
      for (const { source, command } of seen.values()) {
        const problem = await findProblem(app, command)
        const [name = ''] = Object.keys(command)
        const collection = String(command[name])
        const { filter, sort } = shapeOf(command)
        const found = {
          source,
          collection,
          problem: problem ?? '',
          filter: JSON.stringify(filter),
          sort: JSON.stringify(sort),
        }
        if (problem && !isAccepted(found)) slow.push(found)
      }
      return slow
    },
  }
}

/** A command without what belongs to its session, one for each of its statements. */
function singleStatements(command: Document): Document[] {
  const { lsid, $db, txnNumber, $clusterTime, comment, writeConcern, readConcern, ordered, ...rest } = command
  const [name, list] = rest.updates ? ['updates', rest.updates] : ['deletes', rest.deletes]
  return list ? list.map((statement: Document) => ({ ...rest, [name]: [statement] })) : [rest]
}

function filterOf(command: Document): Document {
  const [statement] = command.updates ?? command.deletes ?? []
  const matches = command.pipeline?.flatMap((stage: Document) => (stage.$match ? [stage.$match] : []))
  return statement?.q ?? (matches ? { $and: matches } : (command.filter ?? command.query ?? {}))
}

/** What the plan of a command depends on: its fields and operators without the values. */
function shapeOf(command: Document): { filter: unknown; sort: unknown; isLimited: boolean } {
  const isLimited = (command.limit ?? 0) > 0
  return {
    filter: withoutValues(filterOf(command)),
    sort: command.sort instanceof Map ? Object.fromEntries(command.sort) : (command.sort ?? {}),
    isLimited,
  }
}

function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutValues)
    return items.every((item) => typeof item === 'string') ? [...new Set(items)] : items
  }
  if (typeof value === 'object' && value?.constructor === Object)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutValues(each)]))
  return value === null ? 'null' : typeof value
}

type Stage = Document & { stage: string }

async function findProblem(app: App, command: Document): Promise<string | undefined> {
  const { queryPlanner, stages } = await app.db.command({ explain: command, verbosity: 'queryPlanner' })
  const all = stagesIn(queryPlanner ?? stages)
  if (all.some(({ stage }) => stage === 'COLLSCAN')) return 'reads every document'
  if (all.some(({ stage }) => stage === 'SORT')) return 'sorts without an index'
  const isPage = (command.limit ?? 0) > 0 && !all.some(({ filter }) => filter)
  const isWide = all.some((stage) => stage.indexBounds && !isNarrow(stage.indexBounds))
  return isWide && !isPage ? 'reads everything of a shop' : undefined
}

/** Whether an index is limited by more than the shop. */
function isNarrow(bounds: Record<string, unknown[]>): boolean {
  const limited = Object.entries(bounds).filter(([, ranges]) => !/M(in|ax)Key, M(in|ax)Key/.test(String(ranges)))
  return limited.some(([field]) => field !== 'provider')
}

function stagesIn(value: unknown): Stage[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, each]) => (name === 'rejectedPlans' ? [] : stagesIn(each)))
  return 'stage' in value ? [value as Stage, ...inner] : inner
}
