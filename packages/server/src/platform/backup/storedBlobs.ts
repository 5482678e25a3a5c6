import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BlobStore, isBlobKey } from '../blobs/blobStore.ts'
import { appendSynced, makeFolderSynced, syncFolder, writeSynced } from '../syncedFiles.ts'
import { BackupError } from './snapshots.ts'

/** A blob as a snapshot lists it. */
export type BackupBlob = { key: string; size: number; sha256: string }

/** What a backup did with the blobs. */
export type CopySummary = {
  count: number
  bytes: number
  /** Those that were read, hashed and copied, because no earlier backup had them. */
  copied: number
  copiedBytes: number
}

const READ_CHUNK_BYTES = 256 * 1024
/** The index is written after this many blobs: the next backup does not copy again what a killed one has copied. */
const INDEX_EVERY = 200

const blobsOf = (backup: string): string => join(backup, 'blobs')
const incomingOf = (backup: string): string => join(blobsOf(backup), '.incoming')
const indexOf = (backup: string): string => join(backup, 'index.jsonl')

/** The file with the content of a blob: content that several blobs share is stored once. */
export function contentFile(backup: string, sha256: string): string {
  return join(blobsOf(backup), sha256.slice(0, 2), sha256)
}

/** Writes content into a backup folder. */
export type ContentWriter = {
  /** Stores the content of a blob, which is read and hashed once on the way. */
  store(key: string, content: AsyncIterable<Uint8Array>): Promise<BackupBlob>
  /** After this, all of it would survive a power cut. */
  sync(): Promise<void>
}

/** Removes what a killed backup left unfinished. */
export async function createContentWriter(backup: string): Promise<ContentWriter> {
  await rm(incomingOf(backup), { recursive: true, force: true })
  await makeFolderSynced(incomingOf(backup))
  const changed = new Set<string>()
  return {
    async store(key, content) {
      const incoming = join(incomingOf(backup), randomUUID())
      const blob = { key, ...(await writeHashed(incoming, content)) }
      const target = contentFile(backup, blob.sha256)
      await makeFolderSynced(dirname(target))
      await rename(incoming, target)
      changed.add(dirname(target))
      return blob
    },
    async sync() {
      for (const folder of changed) await syncFolder(folder)
      changed.clear()
    },
  }
}

async function writeHashed(file: string, content: AsyncIterable<Uint8Array>): Promise<Omit<BackupBlob, 'key'>> {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks(): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await writeSynced(file, chunks())
  return { size, sha256: hash.digest('hex') }
}

/**
 * Copies the blobs that the backup folder lacks, and lists all of them. Blobs never change, so one that an earlier backup has
 * read is neither read nor hashed again. Blobs that are made again if they are missing are left out.
 */
export async function copyBlobs(
  store: BlobStore,
  backup: string,
  { writer, list }: { writer: ContentWriter; list: (blob: BackupBlob) => void },
): Promise<CopySummary> {
  const index = await openIndex(backup, writer)
  const summary: CopySummary = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  for await (const key of store.list('')) {
    if (!isBlobKey(key) || isMadeAgain(key)) continue
    const head = await store.head(key)
    // deleted since it was listed
    if (!head) continue
    const known = index.find(key, head.size)
    let blob = known
    if (!blob || (await findWrongSize(backup, blob))) {
      const content = await store.stream(key)
      if (!content) continue
      blob = await writer.store(key, content)
      // A file that breaks off must not count as backed up.
      const size = (await store.head(key))?.size ?? blob.size
      if (blob.size !== size) throw new BackupError(`${key} broke off after ${blob.size} of ${size} bytes. Try again`)
      await index.add(blob)
      summary.copied++
      summary.copiedBytes += blob.size
    }
    summary.count++
    summary.bytes += blob.size
    list(blob)
  }
  await index.write()
  return summary
}

/** Watermarked, turned and toned copies of a picture. */
function isMadeAgain(key: string): boolean {
  return key.includes('/made/')
}

/** What earlier backups have read, by key. */
async function openIndex(backup: string, writer: ContentWriter) {
  const file = indexOf(backup)
  const known = new Map<string, BackupBlob>()
  const isNew = !(await stat(file).catch(nullIfMissing))
  if (!isNew) for await (const blob of readBlobList(file)) known.set(blob.key, blob)
  let pending: BackupBlob[] = []
  // a line that was cut off when a backup was killed must not swallow the next one
  let start = isNew ? '' : '\n'

  async function write(): Promise<void> {
    if (pending.length === 0) return
    await writer.sync()
    await appendSynced(file, start + pending.map(blobLine).join(''))
    pending = []
    start = ''
  }

  return {
    find(key: string, size: number): BackupBlob | undefined {
      const blob = known.get(key)
      return blob?.size === size ? blob : undefined
    },
    async add(blob: BackupBlob): Promise<void> {
      pending.push(blob)
      if (pending.length >= INDEX_EVERY) await write()
    },
    write,
  }
}

/** A blob as a line of a list. */
export function blobLine({ key, size, sha256 }: BackupBlob): string {
  return `${JSON.stringify({ key, size, sha256 })}\n`
}

/** The blobs of a list. A line that was cut off is left out. */
export async function* readBlobList(file: string): AsyncIterable<BackupBlob> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const match = /^\{"key":"([^"\\]+)","size":(\d+),"sha256":"([0-9a-f]{64})"\}$/.exec(line)
    if (match) yield { key: match[1] as string, size: Number(match[2]), sha256: match[3] as string }
  }
}

/** Removes the content that no snapshot lists, and forgets it in the index. Returns the number of files. */
export async function removeUnusedContent(backup: string, used: ReadonlySet<string>): Promise<number> {
  let removed = 0
  for (const entry of await readdir(blobsOf(backup), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || used.has(entry.name)) continue
    await rm(join(entry.parentPath, entry.name))
    removed++
  }
  if (removed > 0) await shortenIndex(backup, used)
  return removed
}

async function shortenIndex(backup: string, used: ReadonlySet<string>): Promise<void> {
  const file = indexOf(backup)
  const lines: string[] = []
  for await (const blob of readBlobList(file)) if (used.has(blob.sha256)) lines.push(blobLine(blob))
  const aside = `${file}.new`
  await rm(aside, { force: true })
  await writeSynced(aside, lines.join(''))
  await rename(aside, file)
  await syncFolder(backup)
}

/** Why the content of a blob cannot be used. */
export type Damage = 'missing' | 'damaged'

/** Reads the content of a blob. Null if it is as it was backed up. */
export async function findDamage(backup: string, { size, sha256 }: BackupBlob): Promise<Damage | null> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of readContent(backup, sha256)) {
      hash.update(chunk)
      read += chunk.length
    }
  } catch (error) {
    if (isMissing(error)) return 'missing'
    throw error
  }
  return read === size && hash.digest('hex') === sha256 ? null : 'damaged'
}

/** The same from the size alone. */
export async function findWrongSize(backup: string, { size, sha256 }: BackupBlob): Promise<Damage | null> {
  const found = await stat(contentFile(backup, sha256)).catch(nullIfMissing)
  if (!found) return 'missing'
  return found.size === size ? null : 'damaged'
}

export function readContent(backup: string, sha256: string): AsyncIterable<Buffer> {
  return createReadStream(contentFile(backup, sha256), { highWaterMark: READ_CHUNK_BYTES })
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
