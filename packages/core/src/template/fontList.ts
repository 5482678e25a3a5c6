import * as z from 'zod/mini'

/**
 * The font files that texts are shaped with. The server publishes the list; browser and server use the very same bytes,
 * which is why each file is named by their hash.
 */
export const fontFile = () =>
  z.object({
    name: z.string(),
    /** sha256 of the bytes. */
    hash: z.string(),
    /** Path below the API's address. */
    address: z.string(),
    /** First and last code point of each range that the file is meant for. */
    ranges: z.array(z.tuple([z.int(), z.int()])),
  })
export type FontFile = z.infer<ReturnType<typeof fontFile>>

export const fontList = () =>
  z.object({
    /** In each family the file with the plainest characters stands first. */
    families: z.record(z.string(), z.array(fontFile())),
    /** Families in which characters are looked for that the asked one does not have. */
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

/** Where a character is looked for: the family's own files, then those of the fallback families. */
export function chainOf(list: FontList, family: string): FontFile[] {
  const own = list.families[family]
  if (!own) throw new Error(`There is no font family ${family}`)
  const others = list.fallback.filter((other) => other !== family)
  return [...own, ...others.flatMap((other) => list.families[other] ?? [])]
}

/** The families to choose from: those that have Latin letters. Others only lend what these do not have. */
export function familiesOf({ families }: FontList): string[] {
  const latin = 0x61
  return Object.keys(families).filter((family) => families[family]?.some(({ ranges }) => inRanges(ranges, latin)))
}

/** Whether a code point lies in one of the ranges. */
export function inRanges(ranges: FontFile['ranges'], codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}
