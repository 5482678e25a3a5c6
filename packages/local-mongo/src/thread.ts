import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { LocalMongoError } from './errors.ts'
import type { WorkerInput, WorkerMessage, WorkerOutput } from './worker.ts'

type Log = (line: string) => void

/** Threads whose folder was closed. They are reused, because a new one is slow until its code is compiled. */
const idle: Worker[] = []

/** Serves from a thread; undefined if another process holds the folder. A thread that dies is started again. */
export async function serveInThread(input: WorkerInput, log: Log): Promise<(() => Promise<void>) | undefined> {
  let current = await startThread(input, log)
  if (!current) return undefined
  let isClosing = false
  const watch = (worker: Worker): void => {
    worker.once('exit', async (code) => {
      if (isClosing) return
      current = undefined
      log(`The local database stopped unexpectedly (${code}); starting it again.`)
      await sleep(500)
      current = isClosing ? undefined : await startThread(input, log).catch((error: Error) => void log(error.message))
      if (isClosing) await current?.terminate()
      else if (current) watch(current)
    })
  }
  watch(current)
  return async () => {
    isClosing = true
    if (current) await closeThread(current)
  }
}

function startThread(input: WorkerInput, log: Log): Promise<Worker | undefined> {
  const worker = idle.pop() ?? createThread()
  removeListeners(worker)
  worker.ref()
  return new Promise((resolve, reject) => {
    worker.once('exit', () => reject(new LocalMongoError('failed', 'The thread ended before it served the folder.')))
    worker.on('message', (output: WorkerOutput) => {
      if (output.kind === 'log') log(output.line)
      else if (output.kind === 'ready') resolve(worker)
      else if (output.kind === 'busy') resolve(undefined)
      else if (output.kind === 'failed') reject(new LocalMongoError(output.reason, output.message))
    })
    worker.on('error', (error) => {
      log(`The local database failed: ${error.message}`)
      reject(new LocalMongoError('failed', error.message, { cause: error }))
    })
    send(worker, input)
  })
}

function createThread(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
}

function send(worker: Worker, message: WorkerMessage): void {
  worker.postMessage(message)
}

/** Closes the folder of a thread, which then waits for the next one, but does not keep the process from ending. */
async function closeThread(worker: Worker): Promise<void> {
  const isReusable = await new Promise<boolean>((resolve) => {
    worker.on('message', ({ kind }: WorkerOutput) => {
      if (kind === 'closed') resolve(true)
    })
    worker.once('exit', () => resolve(false))
    send(worker, 'close')
  })
  if (!isReusable) return
  park(worker)
}

/** One that dies while it waits is forgotten, and ends nothing else. */
function park(worker: Worker): void {
  removeListeners(worker)
  const forget = () => {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  }
  worker.on('error', forget).on('exit', forget)
  worker.unref()
  idle.push(worker)
}

/** Those of this file: some are Node's own. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
