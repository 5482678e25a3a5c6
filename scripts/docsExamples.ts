import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'docs/README.md',
  'docs/guide/*.md',
  'docs/contributing/*.md',
  '{packages,examples}/*/README.md',
]

/** A block of code that a reader of the docs copies. */
export type DocsExample = {
  /** File, heading and, from the second of its language below a heading on, its number. */
  name: string
  file: string
  language: string
  code: string
}

/** The blocks of these languages in the docs and in the readmes, in their order. Generated references are not among them. */
export function docsExamples(languages: readonly string[]): DocsExample[] {
  const files = PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()
  return files.flatMap((file) => examplesOf(file)).filter(({ language }) => languages.includes(language))
}

function examplesOf(file: string): DocsExample[] {
  const examples: DocsExample[] = []
  const used = new Map<string, number>()
  let heading = ''
  const parts = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$|^( *)```([a-z]*)\n([\s\S]*?)\n\2```$/gm)
  for (const [, title, , language, code = ''] of parts) {
    if (title !== undefined) heading = title
    if (!language) continue
    const place = `${file}, ${heading}: ${language}`
    const number = (used.get(place) ?? 0) + 1
    used.set(place, number)
    examples.push({ name: number === 1 ? place : `${place} ${number}`, file, language, code })
  }
  return examples
}
