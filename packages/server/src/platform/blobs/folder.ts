import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { PRIVATE_FOLDER } from '../privateFiles.ts'
import { makeFolderSynced, syncFolder, writeSynced } from '../syncedFiles.ts'
import { type BlobStore, keySegments } from './blobStore.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const INCOMING = '.incoming'
/** More than fits into what a file system stores for an empty file. */
const PROBE_BYTES = 8192
/** Photographs have megabytes: reading them in Node's default steps of 64 KiB would cost twice the processor time. */
const READ_CHUNK_BYTES = 256 * 1024

/**
 * Stores blobs as files below one folder. A segment that is a uuid goes into a folder named after its last two characters, so
 * that no folder grows beyond what a file system handles well. A blob is written to a temporary file, synced and renamed into
 * place.
 */
export function createFolderBlobs(root: string): BlobStore {
  const folder = resolve(root)
  const path = (key: string) => blobPath(folder, key)

  async function put(key: string, content: Uint8Array | Readable): Promise<void> {
    const target = path(key)
    const aside = join(folder, INCOMING, randomUUID())
    await mkdir(dirname(aside), { recursive: true, mode: PRIVATE_FOLDER })
    try {
      await writeSynced(aside, content)
      await makeFolderSynced(dirname(target))
      await rename(aside, target)
      await syncFolder(dirname(target))
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  }

  async function checkWritable(): Promise<void> {
    const probe = join(folder, INCOMING, randomUUID())
    await mkdir(dirname(probe), { recursive: true, mode: PRIVATE_FOLDER })
    try {
      await writeSynced(probe, Buffer.alloc(PROBE_BYTES))
    } finally {
      await rm(probe, { force: true })
    }
  }

  async function deleteUnfinished(silentMs: number): Promise<void> {
    // By the clock that stamps files, which may not be the shop's.
    const before = new Date(Date.now() - silentMs)
    const incoming = join(folder, INCOMING)
    for (const name of (await nullIfMissing(() => readdir(incoming))) ?? []) {
      const file = await nullIfMissing(() => stat(join(incoming, name)))
      if (file && file.mtime < before) await rm(join(incoming, name), { force: true })
    }
  }

  async function* list(prefix: string): AsyncIterable<string> {
    const start = prefix === '' ? [] : keySegments(prefix.replace(/\/$/, ''))
    yield* walk(join(folder, ...start.flatMap(shard)), start)
  }

  return {
    put,
    checkWritable,
    deleteUnfinished,
    list,
    path,
    get: async (key) => await nullIfMissing(() => readFile(path(key))),
    stream: async (key, part) => {
      const file = await nullIfMissing(() => open(path(key), 'r'))
      return file === null ? null : createReadStream('', { fd: file, highWaterMark: READ_CHUNK_BYTES, ...part })
    },
    head: async (key) => {
      const found = await nullIfMissing(() => stat(path(key)))
      return found?.isFile() ? { size: found.size, modified: found.mtime } : null
    },
    delete: async (key) => await rm(path(key), { force: true }),
  }
}

/** The path of a blob in such a store. Throws on anything that is not a key. */
export function blobPath(folder: string, key: string): string {
  return join(folder, ...keySegments(key).flatMap(shard))
}

function shard(segment: string): string[] {
  return UUID.test(segment) ? [segment.slice(-2), segment] : [segment]
}

async function* walk(directory: string, segments: string[]): AsyncIterable<string> {
  const entries = (await nullIfMissing(() => readdir(directory, { withFileTypes: true }))) ?? []
  for (const entry of entries) {
    if (entry.name === INCOMING) continue
    if (entry.isFile()) yield [...segments, entry.name].join('/')
    else if (await isShard(directory, entry.name)) yield* walk(join(directory, entry.name), segments)
    else yield* walk(join(directory, entry.name), [...segments, entry.name])
  }
}

async function isShard(directory: string, name: string): Promise<boolean> {
  if (!/^[0-9a-f]{2}$/.test(name)) return false
  const within = await readdir(join(directory, name))
  return within.length > 0 && within.every((inner) => UUID.test(inner) && inner.endsWith(name))
}

async function nullIfMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}
