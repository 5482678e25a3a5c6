import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_FILE_BYTES, MAX_FILES } from '@portraitkit/core/uploads/limits.ts'
import busboy, { type Busboy } from 'busboy'
import type { Context } from 'koa'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/privateFiles.ts'

/** An uploaded file, in a temporary place on the disk until it is processed. */
export type ReceivedFile = {
  path: string
  /** The sender's name for it: only ever repeated to the sender. */
  name: string
  bytes: number
  /** sha256 */
  hash: string
}

/** A sender who has been silent for this long counts as gone. */
const SILENCE_MS = 60_000
/** Older files belong to no request: a killed process left them behind. */
const ORPHAN_AGE_MS = 60 * 60_000
const ENVELOPE_BYTES = 100_000

const folderOf = (app: App) => join(app.env.dataDir, 'incoming')

/**
 * Writes the files of a `multipart/form-data` body to the disk as they arrive, passes them to `use` and deletes them. The body is
 * read to its end before a refusal: a browser that is still sending would not read the answer.
 */
export async function withFiles<T>(
  { http, app, field }: { http: Context; app: App; field: string },
  use: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  if (Number(http.get('content-length')) > MAX_FILES * MAX_FILE_BYTES + ENVELOPE_BYTES) {
    throw new Failure('uploads.too_large')
  }
  const folder = folderOf(app)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const files: ReceivedFile[] = []
  try {
    await receive(http, parserOf(http), { field, folder, files })
    return await use(files)
  } finally {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })))
  }
}

function parserOf(http: Context): Busboy {
  try {
    return busboy({
      headers: http.req.headers,
      defParamCharset: 'utf8',
      // one byte and one file more than allowed, so that too much can be distinguished from just enough
      limits: {
        fileSize: MAX_FILE_BYTES + 1,
        files: MAX_FILES + 1,
        fields: 10,
        fieldSize: 1000,
        parts: MAX_FILES + 20,
      },
    })
  } catch (cause) {
    throw new Failure('input.invalid', { data: [], cause })
  }
}

type Target = { field: string; folder: string; files: ReceivedFile[] }

async function receive(http: Context, parser: Busboy, { field, folder, files }: Target): Promise<void> {
  const writing: Array<Promise<void>> = []
  let problem: Failure | undefined
  parser.on('file', (name, stream, { filename }) => {
    if (name !== field || problem) return discard(stream)
    if (files.length >= MAX_FILES) {
      problem = new Failure('uploads.too_many')
      return discard(stream)
    }
    const file: ReceivedFile = { path: join(folder, randomUUID()), name: filename ?? '', bytes: 0, hash: '' }
    files.push(file)
    const written = write(stream, file)
    // handled when everything is read
    written.catch(() => {})
    writing.push(written)
    return stream
  })
  parser.on('filesLimit', () => {
    problem ??= new Failure('uploads.too_many')
  })
  try {
    await pipeline(http.req, parser, { signal: waitForSilence(http.req) })
  } catch (cause) {
    await Promise.allSettled(writing)
    throw new Failure('input.invalid', { data: [], cause })
  }
  await Promise.all(writing)
  if (problem) throw problem
  const tooLarge = files.find(({ bytes }) => bytes > MAX_FILE_BYTES)
  if (tooLarge) throw new Failure('uploads.too_large', { data: { file: tooLarge.name } })
  if (files.length === 0) throw new Failure('uploads.no_file')
}

/** Reads a file that is not wanted. If the form ends within it, that is reported by the parser, not by this stream. */
function discard(stream: Readable): Readable {
  return stream.on('error', () => {}).resume()
}

async function write(stream: Readable, file: ReceivedFile): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(
    stream,
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        file.bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(file.path, { flags: 'wx', mode: PRIVATE_FILE }),
  )
  file.hash = hash.digest('hex')
}

/** Rejects after a period without data. */
function waitForSilence(from: Readable): AbortSignal {
  const ended = new AbortController()
  let timer = setTimeout(() => ended.abort(), SILENCE_MS)
  from.on('data', () => {
    clearTimeout(timer)
    timer = setTimeout(() => ended.abort(), SILENCE_MS)
  })
  from.once('close', () => clearTimeout(timer))
  from.once('end', () => clearTimeout(timer))
  return ended.signal
}

/** Deletes files that a killed process has left behind. */
export async function clearIncoming(app: App): Promise<void> {
  const folder = folderOf(app)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const before = app.clock().getTime() - ORPHAN_AGE_MS
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
