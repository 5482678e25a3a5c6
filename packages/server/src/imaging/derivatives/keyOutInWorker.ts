import { createThreads } from '../threads.ts'
import type { Shot } from './keying.ts'

const run = createThreads<Shot, Uint8ClampedArray | null>(new URL('./keyingWorker.ts', import.meta.url))

/** Runs `keyOut` in a worker thread. */
export async function keyOutInWorker({ width, height, pixels }: Shot): Promise<Buffer | null> {
  const shot: Shot = { width, height, pixels: new Uint8Array(pixels) }
  const cutOut = await run(shot, [shot.pixels.buffer as ArrayBuffer])
  return cutOut && Buffer.from(cutOut.buffer, cutOut.byteOffset, cutOut.byteLength)
}
