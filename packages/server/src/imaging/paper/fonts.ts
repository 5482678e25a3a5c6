import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Look } from '@portraitkit/core/provider/look.ts'
import { create, type Font } from 'fontkit'

/** A font file for a PDF. */
export type PaperFont = { name: string; bytes: Uint8Array; has: (codePoint: number) => boolean }

/** Fonts that are tried one after the other for each character. */
export type FontStack = readonly PaperFont[]

export type PaperFonts = { body: FontStack; strong: FontStack; heading: FontStack }

/** Alphabets of the font packages, most frequently needed first. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']
const PLAIN = 400
const STRONG = 700

type FontChoice = { type: Pick<Look['type'], 'body' | 'heading' | 'headingWeight'>; fonts: Look['fonts'] }

/** A look's fonts as printable files; a plain one of the same kind if the look uses none of the shop's. */
export function paperFonts({ type, fonts }: FontChoice): PaperFonts {
  const stack = (families: string, weight: number) => stackOf(packagesOf(families, fonts), weight)
  return {
    body: stack(type.body, PLAIN),
    strong: stack(type.body, STRONG),
    heading: stack(type.heading, type.headingWeight),
  }
}

/** The packages of the families in their order, then one that covers their missing characters. */
function packagesOf(families: string, fonts: Look['fonts']): string[] {
  const named = families.split(',').flatMap((family) => {
    const font = fonts.find((each) => each.family === family.trim().replaceAll(/["']/g, ''))
    // PDF does not support variable fonts: a variable font of the shop is the same family in several weights here.
    return font?.src.match(/^\/fonts\/([a-z0-9-]+?)-(?:latin|cyrillic|greek|vietnamese)(?:-ext)?-/)?.[1] ?? []
  })
  const isSerif = /(^|[\s,'"-])serif/.test(families.replaceAll('sans-serif', ''))
  return [...new Set([...named, ...(isSerif ? ['lora'] : []), 'roboto'])]
}

const { resolve } = createRequire(import.meta.url)

function stackOf(packages: readonly string[], weight: number): PaperFont[] {
  return packages.flatMap((id) => {
    const folder = folderOf(id)
    if (folder === null) return []
    return SUBSETS.flatMap((subset) => {
      const file = fileOf(folder, id, subset, weight)
      return file ? [fontOf(file)] : []
    })
  })
}

function folderOf(id: string): string | null {
  try {
    return join(dirname(resolve(`@fontsource/${id}/package.json`)), 'files')
  } catch {
    // A family of the shop without a package for print: the next one replaces it.
    return null
  }
}

/** The file with the nearest weight. */
function fileOf(folder: string, id: string, subset: string, weight: number): string | null {
  const exact = join(folder, `${id}-${subset}-${weight}-normal.woff`)
  if (existsSync(exact)) return exact
  const pattern = new RegExp(`^${id}-${subset}-(\\d{3})-normal\\.woff$`)
  const weights = readdirSync(folder).flatMap((name) => Number(name.match(pattern)?.[1] ?? Number.NaN) || [])
  const [nearest] = weights.toSorted((one, other) => Math.abs(one - weight) - Math.abs(other - weight))
  return nearest === undefined ? null : join(folder, `${id}-${subset}-${nearest}-normal.woff`)
}

const openFonts = new Map<string, PaperFont>()

function fontOf(file: string): PaperFont {
  const known = openFonts.get(file)
  if (known) return known
  const bytes = readFileSync(file)
  const font = create(bytes) as Font
  const made = { name: file, bytes, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
  openFonts.set(file, made)
  return made
}
