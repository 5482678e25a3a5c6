/** Lengths of shaped text are in ems (multiples of the font size), y up from the baseline. */

/** A quadratic or cubic outline in the font's own units. */
export type Outline = {
  readonly unitsPerEm: number
  readonly commands: ReadonlyArray<{
    readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    readonly args: readonly number[]
  }>
}

export type ShapedGlyph = {
  readonly outline: Outline
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

export type ShapedText = {
  readonly glyphs: readonly ShapedGlyph[]
  /** sha256 of the font files that gave the glyphs. */
  readonly fonts: readonly string[]
  /** Characters that no font of the chain has; they take no room. */
  readonly missing: readonly string[]
}

/** Turns text into glyph outlines. Everything it needs is there already: shaping waits for nothing. */
export type Shaper = {
  readonly families: readonly string[]
  /** Shapes a line. Ligatures are off where letters are spaced. */
  shape(family: string, text: string, ligatures: boolean): ShapedText
  /** How far the letters of a family reach above and below the baseline; both positive. */
  metrics(family: string): { ascent: number; descent: number }
}

/** What somebody is going to write in which family, so that the font files can be fetched before. */
export type FontText = { readonly family: string; readonly text: string }
