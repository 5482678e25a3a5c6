import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { assetReader } from '../../imaging/derivatives/assetReader.ts'
import type { ReadAsset } from './assets.ts'
import type { TemplateProblem } from './checks/templateProblem.ts'

/** The name of a template's document; its assets are next to it. */
export const TEMPLATE_FILE = 'template.json'

const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024
/** Removes the byte order mark that some text editors put before the first character. */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A template on the disk: its parsed document, or the reason why it cannot be read. */
export type TemplateFile = {
  /** The path of the document, below the given folder. */
  path: string
  given: unknown
  problems: TemplateProblem[]
  readAsset: ReadAsset
}

/**
 * Every template in a folder and its subfolders, by path, and the folders without one. Throws what `readdir` throws if the folder
 * does not exist.
 */
export async function readTemplateFolder(folder: string): Promise<{ files: TemplateFile[]; empty: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(({ name }) => name.toLowerCase() === TEMPLATE_FILE)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name.toLowerCase() !== TEMPLATE_FILE)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const files = await Promise.all(paths.map((path) => readTemplateFile(path, relative(folder, path))))
  return { files, empty: foldersWithout(folders, files) }
}

/** The outermost folders that contain no template and belong to none; hidden folders are ignored. */
function foldersWithout(folders: readonly string[], files: readonly TemplateFile[]): string[] {
  const isIn = (path: string, folder: string) => folder === '.' || path === folder || path.startsWith(folder + sep)
  const without = folders.filter(
    (folder) =>
      !folder.split(sep).some((name) => name.startsWith('.')) &&
      !files.some(({ path }) => isIn(path, folder) || isIn(folder, dirname(path))),
  )
  return without.filter((folder) => !without.some((outer) => outer !== folder && isIn(folder, outer))).sort()
}

async function readTemplateFile(file: string, path: string): Promise<TemplateFile> {
  const readAsset = assetReader(dirname(file))
  const unread = (reason: string) => ({ path, given: null, problems: [{ path: '', reason }], readAsset })
  if (basename(file) !== TEMPLATE_FILE) return unread(`Its name is not exactly ${TEMPLATE_FILE}`)
  const about = await lstat(file)
  if (!about.isFile()) return unread('It is not a file')
  if (about.size > MAX_DOCUMENT_BYTES) return unread('It is larger than 5 MB')
  try {
    return { path, given: JSON.parse(UTF8.decode(await readFile(file))), problems: [], readAsset }
  } catch (error) {
    return unread(unreadableReason(error as NodeJS.ErrnoException))
  }
}

function unreadableReason(error: NodeJS.ErrnoException): string {
  if (error instanceof SyntaxError) return `It is not valid JSON: ${error.message}`
  return error instanceof TypeError ? 'It is not encoded in UTF-8' : `It cannot be read (${error.code})`
}
