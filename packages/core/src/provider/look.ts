import * as z from 'zod/mini'
import { colour as colourText, fontFamilies, logoFills, lookBackgrounds, lookRanges } from './lookRanges.ts'

/**
 * A provider's look: one plain object that styles the shop, the letter, the emails, the receipt and the payment page. It is data
 * in the provider's document; no product code depends on a particular look.
 */

const colour = () => z.string().check(z.regex(colourText, 'A colour must be written #rrggbb'))

/** The colours of one appearance. Every pair that carries text or a control is checked, see `contrast.ts`. */
const palette = () =>
  z.strictObject({
    /** The background of everything. */
    paper: colour(),
    /** Cards, dialogs and fields, one step above the paper. */
    raised: colour(),
    /** Wells and picture mounts, one step below the paper. */
    sunken: colour(),
    ink: colour(),
    /** Secondary text. */
    soft: colour(),
    /** Hairlines that only separate. */
    line: colour(),
    /** Outlines of controls. */
    edge: colour(),
    /** The provider's one accent colour, as the background of the primary action. */
    accent: colour(),
    onAccent: colour(),
    /** The accent colour when used for text, icons or the focus ring. */
    accentInk: colour(),
    /** A tint of the accent behind selected items. */
    wash: colour(),
    danger: colour(),
    good: colour(),
  })

const within = (measure: keyof typeof lookRanges, number = z.number()) => {
  const [min, max] = lookRanges[measure]
  return number.check(z.gte(min), z.lte(max))
}

const fontFamily = () => z.string().check(z.regex(fontFamilies, 'A list of font families'))

/**
 * A logo as outlines: no text, no scripts, no addresses, so it can be inlined anywhere. `ink` and `accent` follow the appearance;
 * a fixed colour stays as it is.
 */
const logo = () =>
  z.strictObject({
    /** The alternative text for screen readers. */
    label: z.string().check(z.minLength(1), z.maxLength(80)),
    width: z.number().check(z.positive()),
    height: z.number().check(z.positive()),
    shapes: z
      .array(
        z.strictObject({
          d: z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9\s,.eE+-]{1,20000}$/, 'The data of an SVG path')),
          fill: z.union([z.enum(logoFills), colour()]),
        }),
      )
      .check(z.minLength(1), z.maxLength(60)),
  })

export const look = () =>
  z.strictObject({
    logo: logo(),
    colours: z.strictObject({ light: palette(), dark: palette() }),
    type: z.strictObject({
      body: fontFamily(),
      heading: fontFamily(),
      /** Body size in CSS pixels. */
      size: within('type.size'),
      /** Ratio of the type scale. */
      scale: within('type.scale'),
      headingWeight: within('type.headingWeight', z.int()),
      /** Letter spacing of headings in em. */
      headingTracking: within('type.headingTracking'),
    }),
    /** Fonts that the server serves; a family here must be named `pk-…`, so that it never collides with one of the host's. */
    fonts: z
      .array(
        z.strictObject({
          family: z.string().check(z.regex(/^pk-[a-z0-9-]+$/, 'A family is named pk-…')),
          /** Path below the API's address. */
          src: z
            .string()
            .check(z.regex(/^\/fonts\/[a-z0-9-]+\.woff2$/, 'A path such as /fonts/figtree-latin-wght-normal.woff2')),
          /** One weight or a range, as in `@font-face`. */
          weight: z.string().check(z.regex(/^\d{3}( \d{3})?$/, 'A weight such as 400 or 300 900')),
          /** The characters in this file, as in `@font-face`; the file is loaded when one of them is shown. */
          unicodeRange: z.optional(
            z.string().check(z.regex(/^U\+[0-9A-F?-]+(?:,\s?U\+[0-9A-F?-]+)*$/i, 'Ranges such as U+0000-00FF')),
          ),
        }),
      )
      .check(z.maxLength(8)),
    /** The one corner radius in CSS pixels, from which smaller and larger ones derive. */
    radius: within('radius'),
    /** Spacing: 1 is the default. */
    space: within('space'),
    /** The background of the first screen: nothing, a warm light from above, or a quiet band of light. */
    background: z.enum(lookBackgrounds),
  })

export type Look = z.infer<ReturnType<typeof look>>
export type Palette = z.infer<ReturnType<typeof palette>>
export type Appearance = 'light' | 'dark'

/** The logo as an SVG document for places without the shop's CSS: emails, the letter, the payment page. */
export function logoSvg(look: Look, appearance: Appearance = 'light'): string {
  const { width, height, shapes } = look.logo
  const paths = shapes.map(({ d, fill }) => `<path d="${d}" fill="${logoFill(look, appearance, fill)}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`
}

/** A fill of the logo as a colour. */
export function logoFill(look: Look, appearance: Appearance, fill: string): string {
  return fill.startsWith('#') ? fill : look.colours[appearance][fill as keyof Palette]
}
