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
  /** Characters that no font in the chain has; they take no room. */
  readonly missing: readonly string[]
}

/** Turns text into glyph outlines. Everything it needs is already loaded: shaping is synchronous. */
export type Shaper = {
  readonly families: readonly string[]
  /** Shapes a line. Ligatures are off with letter spacing. */
  shape(family: string, text: string, ligatures: boolean): ShapedText
  /** How far a family's letters reach above and below the baseline; both positive. */
  metrics(family: string): { ascent: number; descent: number }
}

/** A text to be written and its family, so that the font files can be fetched in advance. */
export type FontText = { readonly family: string; readonly text: string }
