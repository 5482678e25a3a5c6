import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'

/**
 * Sends long answers without a new buffer for every step: such buffers count as memory outside the heap, and every 64 MB of them
 * trigger a full garbage collection, which costs more processor time than sending them. Each step is read into the buffer of the
 * last but one, which must have been sent by then: `sendChunks` ensures that.
 */
const CHUNK_BYTES = 256 * 1024

/**
 * Reads blobs one after the other, in chunks that stay valid until the next but one is requested. Throws if a blob is missing.
 */
export function createChunks(blobs: BlobStore): (key: string) => Promise<AsyncIterable<Buffer>> {
  const buffers = [Buffer.alloc(0), Buffer.alloc(0)]
  let turn = 0

  async function* ofFile(path: string): AsyncGenerator<Buffer> {
    const file = await open(path, 'r')
    try {
      for (;;) {
        turn = 1 - turn
        if (buffers[turn]?.length === 0) buffers[turn] = Buffer.allocUnsafeSlow(CHUNK_BYTES)
        const buffer = buffers[turn] as Buffer
        const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null)
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

/** Sends an answer's body. Throws if either side breaks it off. */
export async function sendChunks(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closed = new Promise<never>((_resolve, reject) => {
    response.once('close', () => reject(new Error('The reader has hung up')))
  })
  closed.catch(() => {})
  let sending = Promise.resolve()
  for await (const chunk of chunks) {
    await Promise.race([sending, closed])
    sending = writeChunk(response, chunk)
    // an error is handled with the next chunk
    sending.catch(() => {})
  }
  await Promise.race([sending, closed])
  response.end()
}

function writeChunk(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}
