import type { Appearance, Look, Palette } from './look.ts'

/** The colours that meet, and the minimum contrast they need by WCAG 2.2: 4.5 for text, 3 for controls and icons. */
const pairs: readonly (readonly [keyof Palette, keyof Palette, number])[] = [
  ...(['paper', 'raised', 'sunken'] as const).flatMap((ground) => [
    ['ink', ground, 4.5] as const,
    ['soft', ground, 4.5] as const,
    ['accentInk', ground, 4.5] as const,
    ['danger', ground, 4.5] as const,
    ['good', ground, 4.5] as const,
    ['edge', ground, 3] as const,
  ]),
  ['onAccent', 'accent', 4.5],
  ['ink', 'wash', 4.5],
  ['accentInk', 'wash', 4.5],
]

export type ContrastProblem = {
  appearance: Appearance
  front: keyof Palette
  ground: keyof Palette
  contrast: number
  needed: number
}

/** Every pair of colours of a look with too little contrast, with its value; empty for a look that everybody can read. */
export function contrastProblems(colours: Look['colours']): ContrastProblem[] {
  return (['light', 'dark'] as const).flatMap((appearance) =>
    pairs.flatMap(([front, ground, needed]) => {
      const measured = contrast(colours[appearance][front], colours[appearance][ground])
      return measured < needed ? [{ appearance, front, ground, contrast: measured, needed }] : []
    }),
  )
}

/** The WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
