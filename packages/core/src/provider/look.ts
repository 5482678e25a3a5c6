import * as z from 'zod/mini'
import { colour as colourText, fontFamilies, logoFills, lookBackgrounds, lookRanges } from './lookRanges.ts'

/**
 * The look of a provider: one plain object that dresses the shop, the letter, the mails, the receipt and the payment page.
 * It is data of the provider's document; nothing in the product knows a particular look.
 */

const colour = () => z.string().check(z.regex(colourText, 'A colour is written #rrggbb'))

/** The colours of one appearance. Every pair of them that carries text or a control is measured, see `contrast.ts`. */
const palette = () =>
  z.strictObject({
    /** The ground everything lies on. */
    paper: colour(),
    /** Cards, dialogs and fields, one step above the paper. */
    raised: colour(),
    /** Wells and picture mounts, one step below the paper. */
    sunken: colour(),
    ink: colour(),
    /** Second-rank text. */
    soft: colour(),
    /** Hairlines that only divide. */
    line: colour(),
    /** Outlines of controls. */
    edge: colour(),
    /** The provider's one accent, as the ground of the primary action. */
    accent: colour(),
    onAccent: colour(),
    /** The accent where it is text, an icon or the focus ring. */
    accentInk: colour(),
    /** A tint of the accent behind what is chosen. */
    wash: colour(),
    danger: colour(),
    good: colour(),
  })

const within = (measure: keyof typeof lookRanges, number = z.number()) => {
  const [least, most] = lookRanges[measure]
  return number.check(z.gte(least), z.lte(most))
}

const fontFamily = () => z.string().check(z.regex(fontFamilies, 'A list of font families'))

/**
 * A logo as outlines: no text, no scripts, no addresses, so it can stand inline anywhere. `ink` and `accent` follow the
 * appearance; a fixed colour stays as it is.
 */
const logo = () =>
  z.strictObject({
    /** What a screen reader says. */
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
    /** Fonts that the server offers; a family named here must be named `pk-…`, so that it never meets one of the host's. */
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
          /** The characters that are in this file, as in `@font-face`; the file is fetched when one of them is shown. */
          unicodeRange: z.optional(
            z.string().check(z.regex(/^U\+[0-9A-F?-]+(?:,\s?U\+[0-9A-F?-]+)*$/i, 'Ranges such as U+0000-00FF')),
          ),
        }),
      )
      .check(z.maxLength(8)),
    /** The one corner radius in CSS pixels, from which smaller and larger ones derive. */
    radius: within('radius'),
    /** How much air there is: 1 is the house's measure. */
    space: within('space'),
    /** What lies behind the first screen: nothing, a warm light from above, or a quiet band of light. */
    background: z.enum(lookBackgrounds),
  })

export type Look = z.infer<ReturnType<typeof look>>
export type Palette = z.infer<ReturnType<typeof palette>>
export type Appearance = 'light' | 'dark'

/** The logo as an SVG document for places without our CSS: mails, the letter, the payment page. */
export function logoSvg(look: Look, appearance: Appearance = 'light'): string {
  const { width, height, shapes } = look.logo
  const paths = shapes.map(({ d, fill }) => `<path d="${d}" fill="${logoFill(look, appearance, fill)}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`
}

/** A fill of the logo as a colour. */
export function logoFill(look: Look, appearance: Appearance, fill: string): string {
  return fill.startsWith('#') ? fill : look.colours[appearance][fill as keyof Palette]
}
