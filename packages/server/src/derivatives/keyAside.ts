import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Shot } from './keying.ts'

/** `keyOut` in a thread of its own. */
export async function keyAside({ width, height, pixels }: Shot): Promise<Buffer | null> {
  const worker = new Worker(new URL('./keyingWorker.ts', import.meta.url))
  try {
    const shot: Shot = { width, height, pixels: Uint8Array.from(pixels) }
    worker.postMessage(shot, [shot.pixels.buffer as ArrayBuffer])
    const [cutOut] = (await once(worker, 'message')) as [Uint8ClampedArray | null]
    return cutOut && Buffer.from(cutOut.buffer, cutOut.byteOffset, cutOut.byteLength)
  } finally {
    await worker.terminate()
  }
}
