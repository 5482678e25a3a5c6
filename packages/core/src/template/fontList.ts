import * as z from 'zod/mini'

/**
 * The font files used for shaping text. The server publishes the list; browser and server use exactly the same bytes, which is
 * why each file is named by their hash.
 */
export const fontFile = () =>
  z.object({
    name: z.string(),
    /** sha256 of the bytes. */
    hash: z.string(),
    /** Path below the API's address. */
    address: z.string(),
    /** The first and last code point of each range that the file is meant for. */
    ranges: z.array(z.tuple([z.int(), z.int()])),
  })
export type FontFile = z.infer<ReturnType<typeof fontFile>>

export const fontList = () =>
  z.object({
    /** In each family the file with the most basic characters comes first. */
    families: z.record(z.string(), z.array(fontFile())),
    /** Families searched for characters that the requested family lacks. */
    fallback: z.array(z.string()),
  })
export type FontList = z.infer<ReturnType<typeof fontList>>

// 001 §9: the fonts of the text editor.
export const FAMILIES = [
  'Anton',
  'Bebas Neue',
  'Comfortaa',
  'Dancing Script',
  'Graduate',
  'Lobster',
  'Lora',
  'Montserrat',
  'Oswald',
  'Pacifico',
  'Playfair Display',
  'Racing Sans One',
  'Roboto',
  'Sacramento',
  'Tourney',
] as const

/** The files searched for a character: the family's own, then those of the fallback families. */
export function chainOf(list: FontList, family: string): FontFile[] {
  const own = list.families[family]
  if (!own) throw new Error(`There is no font family ${family}`)
  const others = list.fallback.filter((other) => other !== family)
  return [...own, ...others.flatMap((other) => list.families[other] ?? [])]
}

/** The families to choose from: those with Latin letters. Others only fill in for missing characters. */
export function familiesOf({ families }: FontList): string[] {
  const latin = 0x61
  return Object.keys(families).filter((family) => families[family]?.some(({ ranges }) => inRanges(ranges, latin)))
}

/** Whether a code point is in one of the ranges. */
export function inRanges(ranges: FontFile['ranges'], codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}
