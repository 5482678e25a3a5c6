import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, linkMarkdown, type Passage, renderMarkdown } from './markdown.ts'
import { sidebar, UNLISTED_PAGES } from './sidebar.ts'

export type Page = {
  /** Its file, below the folder of the project. */
  source: string
  /** Its address, below that of the site. */
  address: string
  title: string
  html: string
  /** The same as text. */
  markdown: string
  passages: readonly Passage[]
}

export type Shelf = { title: string; folded: boolean; pages: readonly Page[] }

/** Every page: the files in `docs`, and the readme of each example. `root` is the folder of the project. */
export function readPages(root: string): Page[] {
  return sourcesOf(root).map((source) => {
    const written = readFileSync(join(root, source), 'utf8')
    const { html, passages } = renderMarkdown(written, source)
    const title = passages[0]?.text ?? source
    return { source, address: addressOf(source), title, html, markdown: linkMarkdown(written, source), passages }
  })
}

function sourcesOf(root: string): string[] {
  return globSync(['docs/**/*.md', 'examples/*/README.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((source) => !UNLISTED_PAGES.includes(source) && !source.startsWith('docs/site/'))
    .sort()
}

/** The pages by chapter, as in the sidebar. Throws if the sidebar names a missing page. */
export function shelve(pages: readonly Page[]): Shelf[] {
  const named = (name: string): readonly Page[] => {
    const found = pages.filter(({ source }) => (name.endsWith('/') ? source.startsWith(name) : source === name))
    if (found.length === 0) throw new Error(`The sidebar names ${name}, which does not exist`)
    return found
  }
  return sidebar.map(({ title, folded = false, pages: names }) => ({ title, folded, pages: names.flatMap(named) }))
}
