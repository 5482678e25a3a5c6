import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Shot } from './keying.ts'

/** An idle thread ends after this many milliseconds. */
const IDLE_MS = 5000

const idle: Worker[] = []

/** Runs `keyOut` in a worker thread; threads are reused, because a new one is slow at first. */
export async function keyOutInWorker({ width, height, pixels }: Shot): Promise<Buffer | null> {
  const worker = idle.pop() ?? new Worker(new URL('./keyingWorker.ts', import.meta.url))
  worker.ref()
  try {
    const shot: Shot = { width, height, pixels: new Uint8Array(pixels) }
    worker.postMessage(shot, [shot.pixels.buffer as ArrayBuffer])
    // rejects when the thread fails
    const [cutOut] = (await once(worker, 'message')) as [Uint8ClampedArray | null]
    parkWorker(worker)
    return cutOut && Buffer.from(cutOut.buffer, cutOut.byteOffset, cutOut.byteLength)
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

/** An idle thread does not keep the process from ending. */
function parkWorker(worker: Worker): void {
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
