import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../platform/app.ts'
import { forEachInParallel } from '../../platform/forEachInParallel.ts'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { SortOptions } from '../cards/sortByCards.ts'
import { createFaceMatcher } from '../jobs/faceSubjects.ts'
import { findOrCreateJob, findOrCreateSubject, type JobOptions, listPeople } from '../jobs/importStore.ts'
import type { ColumnMapping } from '../jobs/roster/columnsOption.ts'
import { readRoster } from '../jobs/roster/readRoster.ts'
import { loadRosterFile } from '../jobs/roster/rosterFile.ts'
import { type Roster, RosterError } from '../jobs/roster.ts'
import { cardReport, readCards } from './importCards.ts'
import { assignCodes, type Person } from './importCodes.ts'
import { type ImportState, importPhotograph } from './importPhotograph.ts'
import { planImport } from './importPlan.ts'
import type { ImportReport, ImportWarning } from './importReport.ts'

export const REPORT_FILE = 'import-report.txt'
export const CODES_FILE = 'import-codes.csv'

/** The options of an import. */
export type ImportRequest = {
  folder: string
  provider: Provider
  /** The name of the job; an import with the same name continues it. */
  job: string
  /** Inside the folder or elsewhere; by default the one CSV file at the top of the folder, or the one workbook. */
  roster?: string
  /** Columns of the roster that are named by hand. */
  columns?: ColumnMapping
  /** The sheet of the roster, if it is a workbook with several. */
  sheet?: string
  options?: JobOptions
  /** All portraits were taken in front of a green screen, and are cut out. */
  greenscreen?: boolean
  /** A picture that an earlier import gave to somebody else is taken from them; otherwise it is left out. */
  move?: boolean
  /** Photographs of cards name what was taken after them. */
  cards?: SortOptions | undefined
  onProgress?: (progress: ImportProgress) => void
  /** Ends the import after the current files. */
  signal?: AbortSignal
}

export type ImportProgress = { done: number; total: number }

/** The import is impossible; the message says why. */
export class ImportError extends Error {
  override name = 'ImportError'
}

/**
 * Imports a folder of photographs. Broken files and files without an owner are listed with the reason; the others are imported.
 * May be repeated: it continues, duplicates nothing and removes nothing, unless it is
 * asked to move pictures. Throws ImportError if nothing can be done.
 */
export async function importJob(app: App, order: ImportRequest): Promise<ImportReport> {
  const began = performance.now()
  const files = await listPictures(order.folder)
  const roster = await openRoster(order, files)
  const job = await findOrCreateJob(app, order.provider, order.job, order.options ?? {})
  const people: (Person & { isNew: boolean })[] = []
  for (const row of roster.rows) {
    const { isNew, ...subject } = await findOrCreateSubject(app, job, row)
    people.push({ row, subject, isNew })
  }
  const members = await listPeople(app, job)
  const cards = order.cards && (await readCards(app, job, files, { ...order, ...order.cards, members }))
  const plan = planImport(roster.rows, files, members, cards)
  const coded = await assignCodes(app, order.provider, job.uuid, people)
  const ledger: ImportState = {
    app,
    job,
    folder: order.folder,
    greenscreen: order.greenscreen ?? false,
    move: order.move ?? false,
    subjectOf: new Map(people.map(({ row, subject }) => [row, subject])),
    facesOf: createFaceMatcher(members),
    claims: new Map(),
    counts: { imported: 0, known: 0, group: 0 },
    warnings: [],
  }
  let done = 0
  await forEachInParallel(plan.photographs, order.signal, async (planned) => {
    await importPhotograph(ledger, planned)
    done++
    order.onProgress?.({ done, total: plan.photographs.length })
  })
  return {
    job: { uuid: job.uuid, name: job.name, year: job.year },
    people: count(people),
    photographs: ledger.counts,
    problems: sortWarnings([...roster.problems, ...plan.warnings, ...coded.problems, ...ledger.warnings]),
    notes: [...roster.notes, ...coded.notes],
    codes: people.map(({ row, subject }) => ({ ...row, code: coded.codes.get(subject.uuid) as string })).map(codeRow),
    seconds: (performance.now() - began) / 1000,
    stopped: done < plan.photographs.length,
    ...(cards && { cards: cardReport(cards) }),
  }
}

const codeRow = ({ code, name, group, key }: ImportReport['codes'][number]) => ({ code, name, group, key })

function count(people: readonly { isNew: boolean }[]): ImportReport['people'] {
  const added = people.filter(({ isNew }) => isNew).length
  return { added, known: people.length - added }
}

/** All files below the folder, as paths with forward slashes, except those of operating systems and of the import itself. */
async function listPictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ImportError(`The folder ${folder} cannot be read (${error.code})`, { cause: error })
    },
  )
  const paths = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const isFile = entry.isFile() || (entry.isSymbolicLink() && (await stat(path).catch(() => null))?.isFile())
      return isFile ? path.slice(join(folder, '/').length).replaceAll('\\', '/') : ''
    }),
  )
  return paths.filter(
    (path) => path !== '' && !path.split('/').some((segment) => /^(\.|__MACOSX$|Thumbs\.db$)/.test(segment)),
  )
}

async function openRoster(order: ImportRequest, files: readonly string[]): Promise<Roster> {
  const { folder, roster, provider, columns, sheet } = order
  const name = roster === undefined ? findOnlyRoster(files, folder) : ''
  const path = roster ?? join(folder, name)
  const options = { ...(columns && { columns }), ...(sheet !== undefined && { sheet }) }
  try {
    const file = await loadRosterFile(roster ?? (await pathInside(folder, name)))
    return readRoster(file, provider.country, options)
  } catch (error) {
    if (error instanceof RosterError || error instanceof OutsideFolder)
      throw new ImportError(error.message, { cause: error })
    throw new ImportError(`The roster ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}

/** A CSV file, as it has always been; without one, a list of another kind, of which those that cannot be read get a sentence. */
function findOnlyRoster(files: readonly string[], folder: string): string {
  const atTop = files.filter((file) => /^[^/~][^/]*$/.test(file) && file !== CODES_FILE && file !== REPORT_FILE)
  const csv = atTop.filter((file) => /\.csv$/i.test(file))
  const found = csv.length > 0 ? csv : atTop.filter((file) => /\.(xlsx|tsv|txt|xlsm|xls|ods|numbers)$/i.test(file))
  const named = found.filter((file) => /^roster\.[^.]+$/i.test(file))
  const [one, ...more] = named.length > 0 ? named : found
  if (one !== undefined && more.length === 0) return one
  const kind = csv.length > 0 ? 'CSV files' : 'files that may be the roster'
  const what =
    one === undefined ? 'There is no roster (a CSV file or an XLSX workbook)' : `There are ${found.length} ${kind}`
  throw new ImportError(`${what} in ${folder}: name the roster roster.csv or give it with --roster`)
}

const comparePlaces = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Roster lines first, then files by name. */
function sortWarnings(warnings: readonly ImportWarning[]): ImportWarning[] {
  return [...warnings].sort(
    (one, other) =>
      (one.line ?? Number.MAX_SAFE_INTEGER) - (other.line ?? Number.MAX_SAFE_INTEGER) ||
      comparePlaces.compare(one.file ?? '', other.file ?? ''),
  )
}
