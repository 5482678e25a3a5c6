/** The part of fontkit that is used. Its published types include Node's globals, which the headless core does not have. */
declare module 'fontkit' {
  export type Glyph = {
    readonly id: number
    readonly path: {
      readonly commands: ReadonlyArray<{
        command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
        args: number[]
      }>
    }
  }

  export type GlyphRun = {
    readonly glyphs: readonly Glyph[]
    readonly positions: ReadonlyArray<{ xAdvance: number; xOffset: number; yOffset: number }>
  }

  export type Font = {
    readonly unitsPerEm: number
    readonly ascent: number
    /** Negative. */
    readonly descent: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: Record<string, boolean>): GlyphRun
  }

  export function create(bytes: Uint8Array): Font
}
