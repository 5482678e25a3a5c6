import { contrastProblems } from '@portraitkit/core/provider/contrast.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'
import { colour, fontFamilies, logoFills, lookBackgrounds, lookRanges } from '@portraitkit/core/provider/lookRanges.ts'
import { type RouteName, routes as shopRoutes } from '@portraitkit/core/routes.ts'
import type { Option } from '../options.ts'
import type { RootOptions } from '../root.tsx'
import { mappedAddress } from '../routeAddress.ts'
import type { LookChange } from '../theme/mergeLook.ts'
import { neutralLook } from '../theme/neutralLook.ts'
import { version } from '../version.ts'
import { unknownName } from './unknownName.ts'
import { warnOnce } from './warnOnce.ts'

/** Warns the developer of a page about wrong options. Fetched only if an option may be wrong. */

/** Warns of an attribute that the element does not have. */
export function warnOfAttribute(tag: string, name: string, names: readonly string[]): void {
  warnOnce(unknownName(name, `an attribute of <${tag}>`, names))
}

/** Warns of a word that an option does not accept, or of a value that should be a number. */
export function warnOfWord(tag: string, attribute: string, value: string, { words }: Option): void {
  warnOnce(`${attribute}="${value}" is not valid for <${tag}>; ${hintOf(words)}`)
}

/** Warns of a property whose value the option cannot have. */
export function warnOfValue(tag: string, name: string, value: unknown, { kind, words }: Option): void {
  const given = typeof value === 'string' ? JSON.stringify(value) : String(value)
  warnOnce(`${name} of <${tag}> is ${given}; ${kind === 'text' && !words ? 'use a text' : hintOf(words)}`)
}

const hintOf = (words: Option['words']) => (words ? `use one of ${words.join(', ')}` : 'use a number')

/** Warns that another script of the page has already defined an element, in this version or an unknown one. */
export function warnOfVersion(tag: string, first: string | undefined): void {
  const owner = first ? `Portraitkit ${first}` : 'a different script'
  warnOnce(`<${tag}> of version ${version} is not used: ${owner} has already defined it`)
}

/** Warns that the server refuses this page, with the remedy. */
function warnOfRefusal(reason: string, provider: string): void {
  const { origin } = globalThis
  if (reason === 'provider.unknown')
    warnOnce(`the server knows no shop "${provider}"; correct provider, or data-provider on the script`)
  else
    warnOnce(
      origin === 'null'
        ? 'a sandboxed frame has no origin that a shop can allow; add allow-same-origin to its sandbox'
        : `the shop "${provider}" does not allow ${origin}; ./portraitkit websites allow ${origin} --provider ${provider} does`,
    )
}

/** Entries of a theme that a look does not have, or that have the wrong type. */
export function themeProblems(theme: unknown): string[] {
  return faults(theme, neutralLook as unknown as Tree, 'theme')
}

type Checked = Pick<RootOptions, 'theme' | 'routes' | 'provider'> & { look: Look; refusal: string | null }

/** Reports problems of the page's theme and routes, and why the server refuses the page for good. */
export function warnOfRoot({ look, theme, routes, provider, refusal }: Checked): void {
  if (theme) warnOfTheme(theme, look)
  if (routes) warnOfRoutes(routes)
  if (refusal) warnOfRefusal(refusal, provider)
}

/**
 * Reports the errors in a page's theme, or, if it has none, the pairs of its colours with too little contrast once the
 * provider's look is known.
 */
function warnOfTheme(theme: LookChange, look: Look): void {
  const wrong = themeProblems(theme)
  for (const fault of wrong) warnOnce(fault)
  const isProviders = look.fonts !== neutralLook.fonts
  if (wrong.length > 0 || !theme.colours || !isProviders) return
  for (const { appearance, front, ground, contrast, needed } of contrastProblems(look.colours))
    warnOnce(`${front} on ${ground} (${appearance}) has a contrast of ${contrast.toFixed(1)}, not ${needed}`)
}

/** Reports names of routes that the shop does not have, and values that are not an address of a page. */
function warnOfRoutes(routes: NonNullable<RootOptions['routes']>): void {
  const names = [...Object.keys(shopRoutes), '*']
  for (const [name, address] of Object.entries(routes)) {
    if (!names.includes(name)) warnOnce(unknownName(name, 'a view of the shop', names))
    else if (typeof address !== 'string' || (address && !mappedAddress(routes, name as RouteName)))
      warnOnce(`${JSON.stringify(address)} for ${name} is not the address of a page`)
  }
}

type Tree = { readonly [key: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

function faults(given: unknown, model: Tree, at: string): string[] {
  if (!isTree(given)) return [`${at} is ${JSON.stringify(given)}, but must be an object`]
  return Object.entries(given).flatMap(([key, value]) => {
    const path = `${at}.${key}`
    if (!Object.hasOwn(model, key)) {
      return [
        unknownName(
          path,
          'a part of a look',
          Object.keys(model).map((each) => `${at}.${each}`),
        ),
      ]
    }
    const expected = model[key]
    if (isTree(expected)) return faults(value, expected, path)
    if (path === 'theme.logo.shapes') return faultsOfShapes(value)
    if (path === 'theme.fonts') return faultsOfFonts(value)
    const kind = Array.isArray(expected) ? 'list' : typeof expected
    if (kind !== (Array.isArray(value) ? 'list' : typeof value)) return [faultText(path, value, `must be a ${kind}`)]
    const fault = faultOfValue(path, value)
    return fault ? [faultText(path, value, fault)] : []
  })
}

const faultText = (path: string, value: unknown, fault: string) => `${path} is ${JSON.stringify(value)}, but ${fault}`

/** Why a value of the right type cannot be used, as in: `must be between 0 and 28`. */
function faultOfValue(path: string, value: unknown): string | undefined {
  if (path.startsWith('theme.colours.')) return isColour(value) ? undefined : 'must be a colour, written #rrggbb'
  if (path === 'theme.background') return oneOf(lookBackgrounds, value)
  if (path === 'theme.type.body' || path === 'theme.type.heading')
    return fontFamilies.test(String(value)) ? undefined : 'must be a list of font families, such as "Open Sans", serif'
  if (path === 'theme.logo.width' || path === 'theme.logo.height')
    return Number(value) > 0 ? undefined : 'must be greater than 0'
  const [min, max] = lookRanges[path.replace('theme.', '') as keyof typeof lookRanges] ?? []
  if (min === undefined || max === undefined) return undefined
  return min <= Number(value) && Number(value) <= max ? undefined : `must be between ${min} and ${max}`
}

/** Checks the shapes of a logo, each with its outline and its fill. */
function faultsOfShapes(shapes: unknown): string[] {
  const path = 'theme.logo.shapes'
  if (!Array.isArray(shapes)) return [faultText(path, shapes, 'must be a list')]
  return shapes.flatMap((shape, index) => {
    const at = `${path}[${index}]`
    if (typeof shape?.d !== 'string') return [faultText(at, shape, 'needs d, the outline of a path')]
    const fault = isColour(shape.fill) ? undefined : oneOf(logoFills, shape.fill)
    return fault ? [faultText(`${at}.fill`, shape.fill, `${fault}, or a colour`)] : []
  })
}

/** Checks the fonts in the page's theme. */
function faultsOfFonts(fonts: unknown): string[] {
  const path = 'theme.fonts'
  if (!Array.isArray(fonts)) return [faultText(path, fonts, 'must be a list')]
  return fonts.flatMap((font, index) => {
    const lacking = ['family', 'src', 'weight'].filter((text) => typeof font?.[text] !== 'string')
    const at = `${path}[${index}]`
    if (lacking.length > 0) return [faultText(at, font, `needs ${lacking.join(', ')}`)]
    return URL.canParse(font.src, location.href) ? [] : [faultText(`${at}.src`, font.src, 'must be an address')]
  })
}

const isColour = (value: unknown) => colour.test(String(value))

function oneOf(words: readonly string[], value: unknown): string | undefined {
  return words.includes(String(value)) ? undefined : `must be one of ${words.join(', ')}`
}
