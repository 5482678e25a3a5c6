import type { App } from '../app.ts'
import { CommandError, jsonText, type ParsedCommand, plain, runCommand, wholeNumber } from '../command.ts'
import { listProviders } from '../provider/collection.ts'
import { requireShop } from '../provider/requireShop.ts'
import { type StoredTask, TASK_STATES, type TaskState } from './collection.ts'
import { findTaskOf, listTasks, type TaskPage } from './listTasks.ts'
import { isHere } from './place.ts'
import { cancelTask, retryTask } from './queue.ts'

const USAGE = `Usage: ./portraitkit tasks list [options]
       ./portraitkit tasks show <task>
       ./portraitkit tasks cancel <task>
       ./portraitkit tasks retry <task>

Long work of the server, newest first: what waits, what runs and how far it is, and what was finished in the last 30 days.
"show" prints a task with its log. "cancel" ends it: if it runs, within seconds. "retry" runs a failed or cancelled one again
from where it was. <task> is the id in the list.

  --provider <key>   the shop; default: all shops
  --state <s>        list: ${TASK_STATES.join(', ')}
  --page <n>         list: the page; 1 has the newest tasks
  --limit <n>        list: tasks per page; default: 20
  --json             list, show: as JSON

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, state: TEXT, page: TEXT, limit: TEXT, json: { type: 'boolean' } } as const

type Values = ParsedCommand<typeof OPTIONS>['values']

/** `./portraitkit tasks`. Returns the exit code, see USAGE. */
export function tasksCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', id, ...more] = positionals
    if (more.length > 0 || (what === 'list' && id !== undefined)) throw new CommandError('Too many arguments', 2)
    if (what === 'list') await list(app, values)
    else if (what === 'show') await show(app, await requireNamed(app, values, id), values.json ?? false)
    else if (what === 'cancel') await cancel(app, await requireNamed(app, values, id))
    else if (what === 'retry') await retry(app, await requireNamed(app, values, id))
    else throw new CommandError(`There is no "tasks ${what}"`, 2)
    return 0
  })
}

async function shopsOf(app: App, { provider }: Values): Promise<string[]> {
  const shops = provider === undefined ? await listProviders(app) : [await requireShop(app, provider)]
  return shops.map(({ key }) => key)
}

async function requireNamed(app: App, values: Values, id: string | undefined): Promise<StoredTask> {
  if (id === undefined) throw new CommandError('Give the id of a task, as "tasks list" shows it', 2)
  const task = await findTaskOf(app, await shopsOf(app, values), id)
  if (!task) throw new CommandError(`There is no task ${id}`, 1)
  return task
}

async function list(app: App, values: Values): Promise<void> {
  const { state, page = '1', limit = '20' } = values
  const search = {
    providers: await shopsOf(app, values),
    page: wholeNumber(page, '--page', 1_000_000),
    limit: wholeNumber(limit, '--limit', 500),
    ...(state !== undefined && { state: requireState(state) }),
  }
  const found = await listTasks(app, search)
  if (search.page > found.pages)
    throw new CommandError(`There is no page ${page}: the last one is page ${found.pages}`, 1)
  console.log(values.json ? jsonText(found.tasks.map(publicTask)) : asText(app, found, search.page))
}

function requireState(name: string): TaskState {
  const state = TASK_STATES.find((each) => each === name)
  if (!state) throw new CommandError(`--state is one of ${TASK_STATES.join(', ')}, not ${name}`, 2)
  return state
}

function asText(app: App, { tasks, total, pages }: TaskPage, page: number): string {
  const count = `${tasks.length} of ${total} ${total === 1 ? 'task' : 'tasks'}, page ${page} of ${pages}.`
  return [...tasks.map((task) => lineOf(app, task)), count].join('\n')
}

function lineOf(app: App, task: StoredTask): string {
  const { _id, provider, kind, key, state, created } = task
  return plain([_id, timeText(created), provider, kind, key, state, ...detailsOf(app, task)].join('  '))
}

function detailsOf(app: App, { progress, isCancelRequested, finished, reason, state, due }: StoredTask): string[] {
  const isAbandoned = state === 'running' && due !== undefined && due <= app.clock()
  return [
    ...(isAbandoned ? ['its process is gone'] : []),
    ...(progress ? [`${progress.done} of ${progress.total}`] : []),
    ...(isCancelRequested && !finished ? ['is being cancelled'] : []),
    ...(reason === undefined ? [] : [reason]),
  ]
}

async function show(app: App, task: StoredTask, asJson: boolean): Promise<void> {
  if (asJson) {
    console.log(jsonText({ ...publicTask(task), log: task.log }))
    return
  }
  const { input, result, log, tries, holder, finished, paths = [] } = task
  console.log(lineOf(app, task))
  console.log(`input: ${plain(JSON.stringify(input))}`)
  if (paths.length > 0) console.log(`files: ${plain(paths.map(({ path }) => path).join(', '))}`)
  if (!finished && !(await isHere(app, task)))
    console.log('It waits for the machine with its files. To continue it elsewhere, repeat its command there.')
  if (holder !== undefined) console.log(`process: ${plain(holder)}, attempt ${tries}`)
  if (finished) console.log(`finished: ${timeText(finished)}`)
  if (result !== undefined) console.log(`result: ${plain(JSON.stringify(result))}`)
  for (const { time, line } of log) console.log(`${timeText(time)}  ${plain(line)}`)
}

/** A task without what only the processes that run it need. */
function publicTask({ _id, fence: _fence, checkpoint: _checkpoint, log: _log, ...task }: StoredTask) {
  return { id: _id, ...task }
}

async function cancel(app: App, { provider, _id }: StoredTask): Promise<void> {
  const outcome = await cancelTask(app, provider, _id)
  if (outcome === 'finished') throw new CommandError(`Task ${_id} is finished. Nothing was changed`, 1)
  console.log(outcome === 'cancelled' ? `Task ${_id} is cancelled.` : `Task ${_id} ends within seconds.`)
}

async function retry(app: App, { provider, _id, state }: StoredTask): Promise<void> {
  const isDone = await retryTask(app, provider, _id)
  if (!isDone) throw new CommandError(`Task ${_id} is ${state}: only a failed or cancelled task is run again`, 1)
  console.log(`Task ${_id} runs again.`)
}

const timeText = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
