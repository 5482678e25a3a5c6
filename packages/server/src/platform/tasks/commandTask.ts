import type { App } from '../app.ts'
import { CommandError, plainLines } from '../command.ts'
import type { TaskKind } from '../taskKind.ts'
import type { StoredTask } from './collection.ts'
import { followTask } from './followTask.ts'
import { findPlace, MissingFile, type Place, type TaskFiles } from './place.ts'
import { createTask, type TaskRequest } from './queue.ts'

export type CommandTaskRequest<Input> = Omit<TaskRequest<Input>, 'place' | 'isRepeatable'> & {
  /** The files that the command names. Without any, every process of the shop can do the work. */
  files?: TaskFiles
}

/**
 * Does the work of a command as a task, here or in the process that already does it, and returns its result. Ctrl-C cancels it. A
 * command that dies leaves it to the servers that find its files; repeating the command follows it, and continues it if no
 * process does, on whatever machine. Throws CommandError with the reason if it fails, is cancelled without a partial result, is
 * open with other options, or names files that are missing.
 */
export async function runCommandTask<Input, Checkpoint, Result>(
  app: App,
  kind: TaskKind<Input, Checkpoint, Result>,
  request: CommandTaskRequest<Input>,
  onChange?: (task: StoredTask) => void,
): Promise<Result> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const notify = retryNotice()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    const { files, ...work } = request
    const place = files && (await placeOf(app, files))
    const task = await createTask(app, kind, { ...work, ...(place && { place }), isRepeatable: true })
    refuseOtherInput(kind, task, request.input)
    const { _id, state, result, reason } = await followTask(app, task, {
      signal: stopping.signal,
      place,
      notify: printOnce(),
      onChange: (seen) => {
        notify(seen)
        onChange?.(seen)
      },
    })
    if (state === 'done' || (state === 'cancelled' && result !== undefined)) return result as Result
    throw new CommandError(reason !== undefined && state === 'failed' ? reason : `Task ${_id} was cancelled`, 1)
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

async function placeOf(app: App, files: TaskFiles): Promise<Place> {
  return findPlace(app, files).catch((error: unknown) => {
    if (!(error instanceof MissingFile)) throw error
    throw new CommandError(error.message, 1)
  })
}

/** Prints a sentence unless it was the last one. */
function printOnce(): (sentence: string) => void {
  let last = ''
  return (sentence) => {
    if (sentence !== last) console.error(plainLines(sentence))
    last = sentence
  }
}

/** A task that a killed command left open continues with its own options: following it would hide that these differ. */
function refuseOtherInput<Input>({ input }: Pick<TaskKind<Input>, 'input'>, task: StoredTask, requested: Input): void {
  const textOf = (value: unknown) => JSON.stringify(input.parse(value))
  if (textOf(task.input) === textOf(requested)) return
  const remedy = `wait for it, or end it with "./portraitkit tasks cancel ${task._id}"`
  throw new CommandError(`Task ${task._id} does the same with other options and is still open: ${remedy}`, 1)
}

/** Says why a task waits for its next attempt, once for each attempt. */
function retryNotice(): (task: StoredTask) => void {
  let last = 0
  return ({ state, reason, due }) => {
    if (state !== 'waiting' || reason === undefined || due === undefined || due.getTime() === last) return
    last = due.getTime()
    console.error(`${plainLines(reason)}. Next attempt at ${due.toISOString().slice(11, 19)} UTC; Ctrl-C cancels it.`)
  }
}
