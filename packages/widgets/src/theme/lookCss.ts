import type { Look, Palette } from '@portraitkit/core/provider/look.ts'

/**
 * The appearance of a surface: as the page around it (`page`: a host that declares no `color-scheme` is light), as the
 * visitor's system, or always the same.
 */
export type Mode = 'page' | 'system' | 'light' | 'dark'

/** The names of the theme's custom properties by the look's colour. They are a public interface: hosts may set them. */
const colourTokens: Readonly<Record<keyof Palette, string>> = {
  paper: '--pk-paper',
  raised: '--pk-raised',
  sunken: '--pk-sunken',
  ink: '--pk-ink',
  soft: '--pk-soft',
  line: '--pk-line',
  edge: '--pk-edge',
  accent: '--pk-accent',
  onAccent: '--pk-on-accent',
  accentInk: '--pk-accent-ink',
  wash: '--pk-wash',
  danger: '--pk-danger',
  good: '--pk-good',
}

const systemFonts = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/**
 * The custom properties of a look. Each colour is one `light-dark()` pair, so that `color-scheme` alone decides the appearance
 * and switching it needs no script.
 */
export function themeTokens(look: Look): Record<string, string> {
  const { light, dark } = look.colours
  const colours = Object.entries(colourTokens).map(([name, token]) => {
    const key = name as keyof Palette
    return [token, `light-dark(${light[key]}, ${dark[key]})`]
  })
  return {
    ...Object.fromEntries(colours),
    ...typeTokens(look),
    '--pk-radius': `${look.radius}px`,
    '--pk-radius-small': `${Math.round(look.radius * 0.5)}px`,
    '--pk-radius-large': `${Math.round(look.radius * 1.5)}px`,
    '--pk-space': `${4 * look.space}px`,
  }
}

function typeTokens({ type }: Look): Record<string, string> {
  const step = (power: number) => `${Math.round(type.size * type.scale ** power * 2) / 2}px`
  return {
    '--pk-font': `${type.body}, ${systemFonts}`,
    '--pk-font-heading': `${type.heading}, ${type.body}, ${systemFonts}`,
    '--pk-heading-weight': String(type.headingWeight),
    '--pk-heading-tracking': `${type.headingTracking}em`,
    '--pk-text-small': step(-1),
    '--pk-text': `${type.size}px`,
    '--pk-text-large': step(1),
    '--pk-title': step(2),
    '--pk-heading': step(3.5),
    '--pk-display': step(5),
  }
}

/**
 * The rule for every root of a document with this look. Text that is more than a value is left out. Light DOM roots are
 * identified by `data-look`.
 */
export function themeCss(look: Look): string {
  const tokens = Object.entries(themeTokens(look)).filter(([, value]) => !/[;{}]|url/i.test(value))
  const declarations = tokens.map(([name, value]) => `${name}:${value}`)
  return `:host,.pk-root[data-look="${lookKey(look)}"]{${declarations.join(';')}}`
}

/** A short key of a look, equal for equal looks: it ties a light DOM root to its rule. */
export function lookKey(look: Look): string {
  let hash = 5381
  for (const character of JSON.stringify({ ...look, logo: 0 })) hash = ((hash * 33) ^ character.charCodeAt(0)) >>> 0
  return hash.toString(36)
}
