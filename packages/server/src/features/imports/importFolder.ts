import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import type { ColumnMapping } from '../jobs/roster/columnsOption.ts'
import { readRoster } from '../jobs/roster/readRoster.ts'
import { loadRosterFile } from '../jobs/roster/rosterFile.ts'
import { type Roster, RosterError } from '../jobs/roster.ts'

export const REPORT_FILE = 'import-report.txt'
export const CODES_FILE = 'import-codes.csv'

/** The import is impossible; the message says why. */
export class ImportError extends Error {
  override name = 'ImportError'
}

/** Where the roster is, and how it is read. */
export type RosterRequest = {
  folder: string
  /** Inside the folder or elsewhere; by default the one CSV file at the top of the folder, or the one workbook. */
  roster?: string
  /** Columns of the roster that are named by hand. */
  columns?: ColumnMapping
  /** The sheet of the roster, if it is a workbook with several. */
  sheet?: string
}

/** All files below the folder, as paths with forward slashes, except those of operating systems and of the import itself. */
export async function listFiles(folder: string): Promise<string[]> {
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

/** Reads the roster of a folder. Throws ImportError if there is none, or it cannot be read. */
export async function openRoster(
  { folder, roster, columns, sheet }: RosterRequest,
  country: string,
  files: readonly string[],
): Promise<Roster> {
  const name = roster === undefined ? findOnlyRoster(files, folder) : ''
  const path = roster ?? join(folder, name)
  const options = { ...(columns && { columns }), ...(sheet !== undefined && { sheet }) }
  try {
    const file = await loadRosterFile(roster ?? (await pathInside(folder, name)))
    return readRoster(file, country, options)
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
