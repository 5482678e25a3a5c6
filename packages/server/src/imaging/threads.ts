import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** An idle thread ends after this many milliseconds. */
const IDLE_MS = 5000

/** Sends a request to a thread, whose memory takes over what is transferred, and returns its answer. */
export type RunInThread<Request, Answer> = (request: Request, transferred: readonly ArrayBuffer[]) => Promise<Answer>

/**
 * Threads that run a script, which answers each message with one. They are reused, because a new one is slow at first, and one that
 * fails is not used again.
 */
export function createThreads<Request, Answer>(script: URL): RunInThread<Request, Answer> {
  const idle: Worker[] = []
  /** An idle thread does not keep the process from ending. */
  const park = (worker: Worker) => {
    worker.unref()
    idle.push(worker)
    const timer = setTimeout(() => {
      const at = idle.indexOf(worker)
      if (at < 0) return
      idle.splice(at, 1)
      void worker.terminate()
    }, IDLE_MS)
    timer.unref()
  }
  return async (request, transferred) => {
    const worker = idle.pop() ?? new Worker(script)
    worker.ref()
    try {
      worker.postMessage(request, [...transferred])
      // rejects when the thread fails
      const [answer] = (await once(worker, 'message')) as [Answer]
      park(worker)
      return answer
    } catch (error) {
      await worker.terminate()
      throw error
    }
  }
}
