import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'

/**
 * Long answers without a new buffer for every step: those count as memory outside of the heap, and every 64 MB of them would have
 * all of the heap cleaned up, which takes a shop's processor longer than to send them. A step is read into the buffer of the last
 * but one, which must have been sent by then: `sendChunks` keeps to that.
 */
const STEP = 256 * 1024

/** Reads blobs one after the other, in steps that are there until the next but one is asked for. Throws where one is gone. */
export function createChunks(blobs: BlobStore): (key: string) => Promise<AsyncIterable<Buffer>> {
  const buffers = [Buffer.alloc(0), Buffer.alloc(0)]
  let turn = 0

  async function* ofFile(path: string): AsyncGenerator<Buffer> {
    const file = await open(path, 'r')
    try {
      for (;;) {
        turn = 1 - turn
        if (buffers[turn]?.length === 0) buffers[turn] = Buffer.allocUnsafeSlow(STEP)
        const buffer = buffers[turn] as Buffer
        const { bytesRead } = await file.read(buffer, 0, STEP, null)
        if (bytesRead === 0) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  }

  return async (key) => {
    const path = blobs.path?.(key)
    if (path !== undefined) return ofFile(path)
    const stream = await blobs.stream(key)
    if (!stream) throw new Error(`The file ${key} is gone`)
    return stream as AsyncIterable<Buffer>
  }
}

/** Sends an answer's body. Throws where it breaks off, on either side. */
export async function sendChunks(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closed = new Promise<never>((_resolve, reject) => {
    response.once('close', () => reject(new Error('The reader has hung up')))
  })
  closed.catch(() => {})
  let sending = Promise.resolve()
  for await (const chunk of chunks) {
    await Promise.race([sending, closed])
    sending = sent(response, chunk)
    // looked at when the next step is ready
    sending.catch(() => {})
  }
  await Promise.race([sending, closed])
  response.end()
}

function sent(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}
