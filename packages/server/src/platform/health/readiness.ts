import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { isDatabaseUnreachable } from '../db/unreachable.ts'
import { isOutOfSpace } from '../outOfSpace.ts'
import { PRIVATE_FILE } from '../privateFiles.ts'
import { writeProbeDocument } from './probeDocument.ts'

/** Anybody may ask whether a server is ready, so it writes at most once in this many milliseconds. */
const WRITE_EVERY_MS = 2000
/** More than fits into what a file system stores for an empty file. */
const PROBE = Buffer.alloc(8192)

type WriteResult = { at: number; problems: Promise<string[]> }
const lastWrites = new WeakMap<App['db'], WriteResult>()

/**
 * Why this server cannot serve the shop now, in sentences that a stranger may read; empty if it can. The database is asked each
 * time; whether something can be written is tried at most every two seconds.
 */
export async function findProblems(app: App): Promise<string[]> {
  try {
    await app.db.command({ ping: 1 })
  } catch (error) {
    app.log.warn({ err: error }, 'the database does not answer')
    return ['The database does not answer.']
  }
  const now = performance.now()
  const last = lastWrites.get(app.db)
  if (last && now - last.at < WRITE_EVERY_MS) return last.problems
  const problems = findWriteProblems(app)
  lastWrites.set(app.db, { at: now, problems })
  return problems
}

async function findWriteProblems(app: App): Promise<string[]> {
  const tries: [string, Promise<unknown>][] = [
    ['The database', writeProbeDocument(app)],
    ['The data folder', writeProbeFile(app)],
    ['The folder of the pictures', app.blobs.checkWritable()],
  ]
  const results = await Promise.allSettled(tries.map(([, written]) => written))
  return results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return []
    const place = tries[index]?.[0]
    app.log.error({ place, err: result.reason }, 'nothing can be written')
    return [`${place} cannot be written: ${reasonOf(result.reason)}.`]
  })
}

/** A new file each time, because an existing one already has its space. */
async function writeProbeFile({ env }: App): Promise<void> {
  const file = join(env.dataDir, `.writable-${randomUUID()}`)
  try {
    await writeFile(file, PROBE, { mode: PRIVATE_FILE })
  } finally {
    await rm(file, { force: true })
  }
}

/** In words that name no path and no host. */
function reasonOf(error: unknown): string {
  if (isOutOfSpace(error)) return 'its disk is full'
  if (isDatabaseUnreachable(error)) return 'it does not answer'
  const { code } = error as { code?: unknown }
  if (code === 'EROFS') return 'its disk is read-only'
  if (code === 'EACCES' || code === 'EPERM') return 'the server may not write there'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it is missing'
  return 'the log has the reason'
}
