/// <reference path="./fontkit.d.ts" />
import { create, type Font } from 'fontkit'
import { chainOf, type FontFile, type FontList, inRanges } from './fontList.ts'
import type { ShapedGlyph, ShapedText, Shaper, Writing } from './shaper.ts'

/** A shaper with the fonts that were fetched so far. */
export type FontkitShaper = Shaper & {
  /** Fetches the font files that these texts need; what is there already is not fetched again. */
  prepare(writings: readonly Writing[]): Promise<void>
}

/** Lines that were shaped lately are kept: breaking a paragraph measures each of them several times. */
const REMEMBERED = 2000

/**
 * Shapes with fontkit, the same code on the server and in the browser. `load` fetches the bytes of a font file.
 * Loading this module costs about 150 kB: load it where somebody types, never before.
 */
export function createFontkitShaper(list: FontList, load: (file: FontFile) => Promise<Uint8Array>): FontkitShaper {
  const fonts = new Map<string, Font>()
  const loading = new Map<string, Promise<void>>()
  const remembered = new Map<string, ShapedText>()

  function fetchFont(file: FontFile): Promise<void> {
    const known = loading.get(file.hash)
    if (known) return known
    const fetched = load(file).then(
      (bytes) => {
        fonts.set(file.hash, create(bytes))
      },
      (error: unknown) => {
        loading.delete(file.hash)
        throw error
      },
    )
    loading.set(file.hash, fetched)
    return fetched
  }

  function font(file: FontFile): Font {
    const found = fonts.get(file.hash)
    if (!found) throw new Error(`The font file ${file.name} was not prepared`)
    return found
  }

  return {
    families: Object.keys(list.families),
    async prepare(writings) {
      const files = new Set(writings.flatMap(({ family, text }) => filesFor(list, family, text)))
      await Promise.all([...files].map(fetchFont))
    },
    shape(family, text, ligatures) {
      const key = `${family}\n${ligatures}\n${text}`
      const known = remembered.get(key)
      if (known) return known
      const shaped = shape(chainOf(list, family), font, text, ligatures)
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(key, shaped)
      return shaped
    },
    metrics(family) {
      const { ascent, descent, unitsPerEm } = font(mainFile(list, family))
      return { ascent: ascent / unitsPerEm, descent: -descent / unitsPerEm }
    },
  }
}

/** The file with a family's metrics is the one with the letter a. */
function mainFile(list: FontList, family: string): FontFile {
  const [first] = filesOf(chainOf(list, family), 0x61)
  if (!first) throw new Error(`The family ${family} has no Latin letters`)
  return first
}

/** Every file that says it has one of the characters, so that a character missing in one is looked for in the next. */
function filesFor(list: FontList, family: string, text: string): FontFile[] {
  const chain = chainOf(list, family)
  const points = new Set([...text.normalize('NFC')].map((character) => character.codePointAt(0) as number))
  return [mainFile(list, family), ...[...points].flatMap((point) => filesOf(chain, point))]
}

function filesOf(chain: readonly FontFile[], codePoint: number): FontFile[] {
  return chain.filter((file) => inRanges(file.ranges, codePoint))
}

/** A letter with the marks, joiners and variation selectors that belong to it. */
const CLUSTER = /\P{M}(?:\u200d\P{M}|\p{M}|[\u{1f3fb}-\u{1f3ff}])*|\p{M}/gu

function shape(
  chain: readonly FontFile[],
  font: (file: FontFile) => Font,
  text: string,
  ligatures: boolean,
): ShapedText {
  const runs: Array<{ file: FontFile; text: string }> = []
  const missing: string[] = []
  for (const [cluster] of text.normalize('NFC').matchAll(CLUSTER)) {
    const points = [...cluster].map((character) => character.codePointAt(0) as number)
    const file = chain.find((each) =>
      points.every((point) => inRanges(each.ranges, point) && font(each).hasGlyphForCodePoint(point)),
    )
    if (!file) {
      missing.push(cluster)
      continue
    }
    const last = runs.at(-1)
    if (last?.file === file) last.text += cluster
    else runs.push({ file, text: cluster })
  }
  return {
    glyphs: runs.flatMap((run) => glyphsOf(font(run.file), run.text, ligatures)),
    fonts: [...new Set(runs.map((run) => run.file.hash))],
    missing,
  }
}

function glyphsOf(font: Font, text: string, ligatures: boolean): ShapedGlyph[] {
  const { unitsPerEm } = font
  const run = font.layout(text, ligatures ? undefined : { liga: false, clig: false, dlig: false })
  return run.glyphs.map((glyph, index) => {
    const position = run.positions[index]
    return {
      outline: { unitsPerEm, commands: glyph.path.commands },
      advance: (position?.xAdvance ?? 0) / unitsPerEm,
      dx: (position?.xOffset ?? 0) / unitsPerEm,
      dy: (position?.yOffset ?? 0) / unitsPerEm,
    }
  })
}
