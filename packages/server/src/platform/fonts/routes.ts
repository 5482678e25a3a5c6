import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { allowAnyOrigin } from '../anyOrigin.ts'
import { Failure } from '../failure.ts'
import type { Feature, Page } from '../feature.ts'

/** The families that looks and designs may name; the files come from their packages. */
const PACKAGES = [
  '@fontsource-variable/figtree',
  '@fontsource-variable/newsreader',
  ...[
    'anton',
    'bebas-neue',
    'comfortaa',
    'dancing-script',
    'graduate',
    'lobster',
    'lora',
    'montserrat',
    'oswald',
    'pacifico',
    'playfair-display',
    'racing-sans-one',
    'roboto',
    'sacramento',
    'tourney',
  ].map((name) => `@fontsource/${name}`),
]

let fontList: Promise<Map<string, string>> | undefined

/** The path of each font file, by its name. */
function fontFiles(): Promise<Map<string, string>> {
  fontList ??= (async () => {
    const { resolve } = createRequire(import.meta.url)
    const folders = PACKAGES.map((name) => join(dirname(resolve(`${name}/package.json`)), 'files'))
    const files = await Promise.all(
      folders.map(async (folder) => (await readdir(folder)).map((file) => [file, join(folder, file)] as const)),
    )
    return new Map(files.flat().filter(([file]) => file.endsWith('.woff2')))
  })()
  return fontList
}

/** A font file, for any page. Its name is the package's own, and its content never changes. */
const font: Page = {
  method: 'GET',
  path: '/fonts/:file',
  needsProvider: false,
  handle: async (http) => {
    const { file = '' } = http.params as { file?: string }
    const path = (await fontFiles()).get(file)
    if (!path) throw new Failure('not_found')
    allowAnyOrigin(http)
    http.set('Cache-Control', 'public, max-age=31536000, immutable')
    http.type = 'font/woff2'
    http.body = await readFile(path)
  },
}

export const fonts: Feature = { name: 'fonts', calls: [], pages: [font] }
