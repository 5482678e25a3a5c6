import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFontkitShaper, type FontkitShaper } from '@portraitkit/core/template/fontkitShaper.ts'
import { FAMILIES, type FontFile, type FontList } from '@portraitkit/core/template/fontList.ts'

/** The fonts of the text editor, from their packages. Their bytes never change while the server runs. */
export type Fonts = {
  readonly list: FontList
  /** The bytes of a font file by its hash, or null for an unknown hash. */
  bytes(hash: string): Promise<Buffer | null>
}

/** Monochrome emoji, as outlines like any other letter. */
const EMOJI = 'Noto Emoji'
/** Fallbacks for characters that a family lacks: Roboto covers Latin, Vietnamese, Greek and Cyrillic. */
const FALLBACK = ['Roboto', EMOJI]
/** The subset with all emoji in one large file; ten small ones are fetched on demand instead. */
const WHOLE_SUBSET = 'emoji'

let known: Fonts | undefined

/** Reads the list once per process; the files are read on demand. */
export function fonts(): Fonts {
  known ??= readFonts()
  return known
}

let shared: FontkitShaper | undefined

/** The process's shaper, which keeps fonts parsed. Prepare it for a text before shaping that text. */
export function shaper(): FontkitShaper {
  shared ??= createFontkitShaper(fonts().list, async ({ name, hash }) => {
    const bytes = await fonts().bytes(hash)
    if (!bytes) throw new Error(`The font file ${name} is gone`)
    return bytes
  })
  return shared
}

function readFonts(): Fonts {
  const paths = new Map<string, string>()
  const families = Object.fromEntries(
    [...FAMILIES, EMOJI].map((family) => [family, filesOf(family, (hash, path) => paths.set(hash, path))]),
  )
  return {
    list: { families, fallback: FALLBACK },
    async bytes(hash) {
      const path = paths.get(hash)
      return path ? readFile(path) : null
    },
  }
}

function filesOf(family: string, found: (hash: string, path: string) => void): FontFile[] {
  const id = family.toLowerCase().replaceAll(' ', '-')
  const folder = dirname(fileURLToPath(import.meta.resolve(`@fontsource/${id}/unicode.json`)))
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
  return Object.entries(ranges)
    .filter(([subset]) => subset !== WHOLE_SUBSET)
    .sort(([one], [other]) => plainFirst(one) - plainFirst(other))
    .flatMap(([subset, written]) => {
      // names of numbered subsets are in brackets
      const name = `${id}-${subset.replace(/^\[(\d+)\]$/, '$1')}-400-normal.woff2`
      const path = join(folder, 'files', name)
      if (!existsSync(path)) return []
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
      found(hash, path)
      return [{ name, hash, address: `/template-fonts/${hash.slice(0, 16)}/${name}`, ranges: parseRanges(written) }]
    })
}

const ORDER = ['latin', 'latin-ext']

function plainFirst(subset: string): number {
  const place = ORDER.indexOf(subset)
  return place < 0 ? ORDER.length : place
}

/** Parses ranges such as `U+0000-00FF,U+0131`. */
function parseRanges(written: string): FontFile['ranges'] {
  return written.split(',').map((range) => {
    const [first, last] = range.trim().replace(/^U\+/i, '').split('-')
    const start = Number.parseInt(first ?? '', 16)
    return [start, last ? Number.parseInt(last, 16) : start]
  })
}

/** Whether a font family is available. */
export function isFamily(family: string): boolean {
  return shaper().families.includes(family)
}
