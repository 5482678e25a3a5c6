import type { Readable } from 'node:stream'

/** The bytes from `start` to `end`, both included, counted from 0. */
export type ByteRange = { start: number; end: number }

export type BlobHead = { size: number; modified: Date }

/**
 * Stores originals, working copies and derivatives. A folder by default (`createFolderBlobs`), any store that keeps bytes under
 * a name by configuration.
 *
 * A key is made of segments of letters, digits, `.`, `-` and `_`, joined by `/`; its first segment is the provider. A blob is
 * either there whole or not there at all: `put` returns when it would survive a power cut.
 */
export type BlobStore = {
  put(key: string, content: Uint8Array | Readable): Promise<void>
  /** The whole blob, or null if there is none. */
  get(key: string): Promise<Buffer | null>
  /** The blob, or its bytes from `start` to `end` (both included), as a stream; null if there is none. */
  stream(key: string, part?: ByteRange): Promise<Readable | null>
  head(key: string): Promise<BlobHead | null>
  /** Deleting a missing blob is not an error. */
  delete(key: string): Promise<void>
  /** The keys that start with the segments of `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /** Throws if nothing can be stored now, such as on a full disk. */
  checkWritable(): Promise<void>
  /** Deletes what a process that was killed has left of blobs that it was storing, if it has written nothing for so many milliseconds. */
  deleteUnfinished?(silentMs: number): Promise<void>
  /** The path of the blob as a file, for stores that have files. */
  path?(key: string): string
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** Whether a name is a key: other programs leave files of their own in folders. */
export function isBlobKey(name: string): boolean {
  const segments = name.split('/')
  return segments.length <= 16 && segments.every((segment) => SEGMENT.test(segment))
}

/** The segments of a key. Throws on anything that is not a key, so that no name can escape from the store. */
export function keySegments(key: string): string[] {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key.slice(0, 200))}`)
  return key.split('/')
}
