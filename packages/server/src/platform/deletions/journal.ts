import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { App } from '../app.ts'
import { JOURNAL_FOLDER } from '../dataFolder.ts'
import type { Background } from '../feature.ts'
import { appendSynced, makeFolderSynced } from '../syncedFiles.ts'
import { type Deletion, markDone, RETENTION_MS, storeDeletions } from './collection.ts'

const entrySchema = z.object({
  _id: z.string(),
  provider: z.string(),
  kind: z.string(),
  id: z.string(),
  time: z.coerce.date(),
  isOver: z.literal(true).optional(),
})

/**
 * Deletes something for good and records it, so that a restore of an older backup deletes it again. It is recorded before it
 * begins, in the database and in a file next to it; `ids` are ids alone and no personal data.
 */
export async function recordDeletion<T>(
  app: App,
  { provider, kind, ids }: { provider: string; kind: string; ids: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  if (!app.features.some(({ repeatDeletion }) => repeatDeletion && Object.hasOwn(repeatDeletion, kind))) {
    throw new Error(`No feature repeats deletions of the kind ${kind}`)
  }
  const time = app.clock()
  const deletions = ids.map((id): Deletion => ({ _id: randomUUID(), provider, kind, id, time }))
  if (deletions.length > 0) {
    await appendJournal(app, deletions)
    await storeDeletions(app, provider, deletions)
  }
  const result = await work()
  if (deletions.length > 0) await markDone(app, provider, deletions)
  return result
}

/** Each process has files of its own, one for each month, so that no two write into the same one. */
const ownNames = new WeakMap<App, string>()

/** Returns when the records would survive a power cut. */
export async function appendJournal(app: App, deletions: readonly Deletion[]): Promise<void> {
  const folder = join(app.env.dataDir, JOURNAL_FOLDER)
  await makeFolderSynced(folder)
  const own = ownNames.get(app) ?? randomUUID().slice(0, 8)
  ownNames.set(app, own)
  const month = app.clock().toISOString().slice(0, 7)
  await appendSynced(join(folder, `${month}-${own}.jsonl`), journalText(deletions))
}

/** Deletions as lines of JSON. */
export function journalText(deletions: readonly Deletion[]): string {
  return deletions.map((each) => `${JSON.stringify(each)}\n`).join('')
}

/** The deletions in a text of such lines. A line that was cut off belongs to a deletion that never began. */
export function readJournal(text: string): Deletion[] {
  return text.split('\n').flatMap((line) => {
    const entry = entrySchema.safeParse(parseLine(line))
    if (!entry.success) return []
    const { isOver, ...record } = entry.data
    return [isOver ? { ...record, isOver } : record]
  })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The deletions in the journal of a data folder; null if it has none. */
export async function readJournalFolder(dataDir: string): Promise<Deletion[] | null> {
  const folder = join(dataDir, JOURNAL_FOLDER)
  const names = await journalFiles(folder)
  if (names === null) return null
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap(readJournal)
}

async function journalFiles(folder: string): Promise<string[] | null> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const DAY_MS = 24 * 60 * 60_000

/** Removes the files of months whose deletions no backup needs any more. */
export const journalCleaning: Background = {
  name: 'deletions.clean',
  everyMs: DAY_MS,
  run: async (app) => {
    const folder = join(app.env.dataDir, JOURNAL_FOLDER)
    // the whole month must be older
    const oldest = new Date(app.clock().getTime() - RETENTION_MS - 31 * DAY_MS).toISOString().slice(0, 7)
    for (const name of (await journalFiles(folder)) ?? []) if (name < oldest) await rm(join(folder, name))
  },
}
