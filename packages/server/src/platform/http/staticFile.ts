import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

export type StaticFile = {
  bytes: Buffer
  type: string
  etag: string
  /** The compressions of it that a browser may have, the smallest first. */
  codings: readonly Coding[]
  /** Compressed, once, when somebody first asks for it: by brotli a file of 20 kB takes some ten milliseconds. */
  compressed(coding: Coding): Promise<Buffer>
}

export type Coding = 'br' | 'gzip'

/** The files of a built folder by their relative path, kept in memory. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSED = /^(?:text\/|application\/|image\/svg)/
// of tools, such as `.git`; only `.well-known` is for browsers
const HIDDEN = /\/\.(?!well-known\/)/
const zip = promisify(gzip)
const compressors: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliCompress),
  gzip: (bytes) => zip(bytes, { level: 9 }),
}
const CODINGS = Object.keys(compressors) as Coding[]

/** Reads a built folder; null if it has not been built. */
export async function readStaticFiles(folder: string): Promise<StaticFiles | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (!entries) return null
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const addressOf = (path: string) => path.slice(folder.length).replaceAll('\\', '/').replace(/^\/?/, '/')
  const visible = files.filter((path) => !HIDDEN.test(addressOf(path)))
  return new Map(await Promise.all(visible.map(async (path) => [addressOf(path), await readStatic(path)] as const)))
}

export async function readStatic(path: string): Promise<StaticFile> {
  return makeStatic(await readFile(path), TYPES[extname(path)] ?? 'application/octet-stream')
}

/** A file that is made of another one. */
export function makeStatic(bytes: Buffer, type: string): StaticFile {
  const made = new Map<Coding, Promise<Buffer>>()
  return {
    bytes,
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    codings: COMPRESSED.test(type) && bytes.length > 500 ? CODINGS : [],
    compressed(coding) {
      const known = made.get(coding) ?? compressors[coding](bytes)
      made.set(coding, known)
      return known
    },
  }
}
