/** Minimum and maximum of each measure of a look, by its path in the look. */
export const lookRanges = {
  /** Body size in CSS pixels. */
  'type.size': [16, 18],
  /** Ratio of the type scale. */
  'type.scale': [1.1, 1.3],
  'type.headingWeight': [200, 900],
  /** Letter spacing of headings in em. */
  'type.headingTracking': [-0.05, 0.1],
  /** CSS pixels. */
  radius: [0, 28],
  /** 1 is the default. */
  space: [0.8, 1.4],
} as const

/** Possible backgrounds of the first screen: nothing, a warm light from above, or a quiet band of light. */
export const lookBackgrounds = ['plain', 'glow', 'aurora'] as const

/** The fills of a logo that follow the appearance; any other is a fixed colour. */
export const logoFills = ['ink', 'soft', 'accent', 'accentInk'] as const

/** A colour of a look, in sRGB. */
export const colour = /^#[0-9a-f]{6}$/i

const family = `(?:[a-z_-][\\w -]*|"[\\w ,'-]+"|'[\\w ,"-]+')`

/** A list of font families, as CSS writes it: `"Open Sans", Georgia, serif`. */
export const fontFamilies = new RegExp(`^(?=.{1,120}$)\\s*${family}(?:\\s*,\\s*${family})*\\s*$`, 'i')
