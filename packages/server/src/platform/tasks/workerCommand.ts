import { once } from 'node:events'
import type { App } from '../app.ts'
import { runBackground } from '../background.ts'
import { CommandError, runCommand } from '../command.ts'
import { LANES, type Lane, readLanes } from '../lanes.ts'
import { joinLiveServers } from '../migrations/liveServer.ts'
import { runTasks } from './runner.ts'

const USAGE = `Usage: ./portraitkit worker [--lanes <lanes>]

Does the long work of all shops in a process of its own, next to the server and any number of other workers, until it gets
SIGTERM or SIGINT. Another process continues what is unfinished. With TASK_LANES=none the server leaves all of it to
workers.

  --lanes <lanes>   only these, separated by commas; default: all. There are ${LANES.join(', ')}

Exit code: 0 after a clean stop, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { lanes: { type: 'string' } } as const

/** `./portraitkit worker`. Returns the exit code, see USAGE. */
export function workerCommand(argv: string[], app: App): Promise<number> {
  const written = argv.length === 0 ? ['--lanes', 'all'] : argv
  return runCommand({ usage: USAGE, options: OPTIONS, argv: written }, async ({ values, positionals }) => {
    if (positionals.length > 0) throw new CommandError(`Too many arguments: ${positionals.join(' ')}`, 2)
    const { lanes: names = 'all' } = values
    const lanes = readLanes(names)
    if (!lanes || lanes.length === 0) throw new CommandError(`--lanes are some of ${LANES.join(', ')}, not ${names}`, 2)
    await work(app, lanes)
    return 0
  })
}

async function work(app: App, lanes: readonly Lane[]): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const live = await joinLiveServers(app, () => {
    app.log.error('a newer version has changed the data: this worker stops')
    stop()
  })
  const works = app.features.flatMap(({ background = [] }) => background)
  const background = runBackground(
    app,
    works.filter(({ lane }) => lane && lanes.includes(lane)),
  )
  const tasks = runTasks(app, lanes)
  console.log(`Working: ${lanes.join(', ')}.`)
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  await Promise.all([tasks.stop(), background.stop()])
  // The entry of the worker expires if the database is unreachable now.
  await live.leave().catch(() => undefined)
  process.off('SIGINT', stop).off('SIGTERM', stop)
}
