import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { frame, STYLES } from './frame.ts'
import { textFiles } from './llms.ts'
import { type Page, readPages, shelve } from './pages.ts'

/** The files of the site by their path. */
export type Site = ReadonlyMap<string, string | Buffer>

const OWN_FOLDER = import.meta.dirname
const DOCS = dirname(OWN_FOLDER)
/** The folder of the project. */
export const ROOT = dirname(DOCS)
/** The folder into which the site is built: for any web server, below any path. */
export const BUILT = join(OWN_FOLDER, 'dist')

/** How much of a passage is searched: enough for its subject, but not a list of a thousand lines. */
const MAX_SEARCHED_CHARS = 1500

/** The whole site, in memory. */
export function makeSite(): Site {
  const pages = readPages(ROOT)
  const shelves = shelve(pages)
  const files = new Map<string, string | Buffer>(pages.map((page) => [page.address, frame(page, shelves)]))
  for (const [name, text] of textFiles(pages, shelves, packageText())) files.set(name, text)
  for (const name of globSync('**/*.{png,json}', { cwd: DOCS, exclude: ['site/**'] })) {
    files.set(name.replaceAll('\\', '/'), readFileSync(join(DOCS, name)))
  }
  for (const name of [...STYLES, 'site.js', 'theme.js', 'icon.svg'])
    files.set(name, readFileSync(join(OWN_FOLDER, name)))
  for (const [name, from] of libraries()) files.set(name, readFileSync(from))
  return files.set('search.json', JSON.stringify(pages.flatMap(passagesOf)))
}

/** What the project is, in a sentence. */
function packageText(): string {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).description
}

/** What the search finds: an address, the page, the heading, the words. */
function passagesOf({ address, title, passages }: Page): string[][] {
  return passages.map(({ level, id, text, words }) => [
    level === 1 ? address : `${address}#${id}`,
    title,
    text,
    words.slice(0, MAX_SEARCHED_CHARS),
  ])
}

/** The search and the fonts, from their packages. */
function libraries(): [string, string][] {
  const server = createRequire(join(ROOT, 'packages/server/package.json'))
  const font = (family: string, file: string) =>
    join(dirname(server.resolve(`@fontsource-variable/${family}/package.json`)), 'files', file)
  return [
    ['minisearch.js', fileURLToPath(import.meta.resolve('minisearch'))],
    ['text.woff2', font('figtree', 'figtree-latin-wght-normal.woff2')],
    ['heading.woff2', font('newsreader', 'newsreader-latin-wght-normal.woff2')],
  ]
}

/** Writes the site to a folder, and replaces what was there. */
export function writeSite(site: Site, folder: string = BUILT): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, content] of site) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}
