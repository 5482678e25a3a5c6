/// <reference path="./fontkit.d.ts" />
import { create, type Font } from 'fontkit'
import { chainOf, type FontFile, type FontList, familiesOf, inRanges } from './fontList.ts'
import type { FontText, ShapedGlyph, ShapedText, Shaper } from './shaper.ts'

/** A shaper with the fonts fetched so far. */
export type FontkitShaper = Shaper & {
  /** Fetches the font files for these texts, except those already fetched. */
  prepare(writings: readonly FontText[]): Promise<void>
  /** Whether all of them have been fetched. */
  isPrepared(writings: readonly FontText[]): boolean
}

/** Recently shaped lines are cached: breaking a paragraph measures each of them several times. */
const MAX_CACHED_LINES = 2000

/**
 * Shapes with fontkit, with the same code on the server and in the browser. `load` fetches the bytes of a font file. This module
 * has about 150 kB: load it when somebody types, never before.
 */
export function createFontkitShaper(list: FontList, load: (file: FontFile) => Promise<Uint8Array>): FontkitShaper {
  const fonts = new Map<string, Font>()
  const loading = new Map<string, Promise<void>>()
  const remembered = new Map<string, ShapedText>()

  function fetchFont(file: FontFile): Promise<void> {
    const known = loading.get(file.hash)
    if (known) return known
    const fetched = load(file)
      .then((bytes) => {
        fonts.set(file.hash, create(bytes))
      })
      // It may also be a page of another server, such as that of a network that asks for a sign-in: the next time it is fetched.
      .catch((error: unknown) => {
        loading.delete(file.hash)
        throw error
      })
    loading.set(file.hash, fetched)
    return fetched
  }

  function font(file: FontFile): Font {
    const found = fonts.get(file.hash)
    if (!found) throw new Error(`The font file ${file.name} was not prepared`)
    return found
  }

  /** Whether a file has these characters; a file that is not fetched yet is noted, and assumed to have them. */
  function hasAll(file: FontFile, points: readonly number[], needed: Set<FontFile>): boolean {
    const found = fonts.get(file.hash)
    if (!found) needed.add(file)
    return !found || points.every((point) => found.hasGlyphForCodePoint(point))
  }

  /** The files still to be fetched for these texts, as far as is known before the first of them arrives. */
  function lacking(writings: readonly FontText[]): Set<FontFile> {
    const needed = new Set<FontFile>()
    const has = (file: FontFile, points: readonly number[]) => hasAll(file, points, needed)
    for (const { family, text } of writings) {
      const main = mainFile(list, family)
      if (!fonts.has(main.hash)) needed.add(main)
      const chain = chainOf(list, family)
      for (const cluster of new Set(clustersOf(text))) place(chain, cluster, has)
    }
    return needed
  }

  return {
    families: familiesOf(list),
    isPrepared: (writings) => lacking(writings).size === 0,
    async prepare(writings) {
      // a file that turns out to lack a character is followed by the next in the chain
      for (let needed = lacking(writings); needed.size > 0; needed = lacking(writings)) {
        await Promise.all([...needed].map(fetchFont))
      }
    },
    shape(family, text, ligatures) {
      const key = `${family}\n${ligatures}\n${text}`
      const known = remembered.get(key)
      if (known) return known
      const has = (file: FontFile, points: readonly number[]) => {
        return points.every((point) => font(file).hasGlyphForCodePoint(point))
      }
      const shaped = shape(text, ligatures, { font, place: (cluster) => place(chainOf(list, family), cluster, has) })
      if (remembered.size >= MAX_CACHED_LINES) remembered.clear()
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

function filesOf(chain: readonly FontFile[], codePoint: number): FontFile[] {
  return chain.filter((file) => inRanges(file.ranges, codePoint))
}

/** A letter with its marks, joiners and variation selectors. */
const CLUSTER = /\P{M}(?:\u200d\P{M}|\p{M}|[\u{1f3fb}-\u{1f3ff}])*|\p{M}/gu

function clustersOf(text: string): string[] {
  return [...text.normalize('NFC').matchAll(CLUSTER)].map(([cluster]) => cluster)
}

type Placed = { cluster: string; file: FontFile | undefined }

/**
 * The file for a cluster: the first in the chain that has all of it. If none has, an emoji loses its variation, is then split
 * into its parts, and finally gets the default skin colour.
 */
function place(
  chain: readonly FontFile[],
  cluster: string,
  has: (file: FontFile, points: readonly number[]) => boolean,
): Placed[] {
  const points = [...cluster].map((character) => character.codePointAt(0) as number)
  const file = chain.find((each) => points.every((point) => inRanges(each.ranges, point)) && has(each, points))
  if (file) return [{ cluster, file }]
  const simpler = [cluster.replace(/[\ufe0e\ufe0f]/g, ''), ...splitEmoji(cluster)]
  const next = simpler.find((each) => (typeof each === 'string' ? each !== '' && each !== cluster : each.length > 0))
  if (next === undefined) return withoutMark(cluster, (rest) => place(chain, rest, has))
  return [next].flat().flatMap((each) => place(chain, each, has))
}

/** A letter is written without the marks that no file has; those are reported separately. */
function withoutMark(cluster: string, placeRest: (rest: string) => Placed[]): Placed[] {
  const [, rest, mark] = /^(.+)(\p{M})$/su.exec(cluster) ?? []
  if (!rest || !mark) return [{ cluster, file: undefined }]
  return [...placeRest(rest), { cluster: `◌${mark}`, file: undefined }]
}

/** Splits an emoji into its parts, or removes its skin colour. */
function splitEmoji(cluster: string): Array<string | string[]> {
  const joined = cluster.split('\u200d').filter(Boolean)
  return [joined.length > 1 ? joined : [], cluster.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '')]
}

function shape(
  text: string,
  ligatures: boolean,
  { font, place }: { font: (file: FontFile) => Font; place: (cluster: string) => Placed[] },
): ShapedText {
  const runs: Array<{ file: FontFile; text: string }> = []
  const missing: string[] = []
  for (const { cluster, file } of clustersOf(text).flatMap(place)) {
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
