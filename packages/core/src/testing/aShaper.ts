import type { Shaper } from '../template/shaper.ts'

/** For tests: a shaper in which every letter is half an em wide, an em high, and painted as a line of its own length. */
export function aShaper(): Shaper {
  return {
    families: ['Lora'],
    shape: (_family, text) => ({
      glyphs: Array.from(text, (letter) => ({
        outline: {
          unitsPerEm: 1000,
          commands: [
            { command: 'moveTo' as const, args: [0, 0] },
            { command: 'lineTo' as const, args: [letter.codePointAt(0) ?? 0, 0] },
          ],
        },
        advance: 0.5,
        dx: 0,
        dy: 0,
      })),
      fonts: ['font'],
      missing: [],
    }),
    metrics: () => ({ ascent: 0.8, descent: 0.2 }),
  }
}
