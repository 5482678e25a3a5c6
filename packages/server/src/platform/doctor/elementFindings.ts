import * as z from 'zod/mini'
import { nearestName } from './nearestName.ts'
import type { ShopPage } from './page.ts'
import type { PageElement } from './readPage.ts'
import { isMixed } from './scriptFindings.ts'

const optionSchema = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  $ref: z.optional(z.string()),
})

/** `options.schema.json`, the options of each element by its tag, as far as it is read here. */
export const elementOptions = z.object({
  $defs: z.object({ routes: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
  properties: z.record(z.string(), z.object({ properties: z.record(z.string(), optionSchema) })),
})
export type ElementOptions = z.infer<typeof elementOptions>

/** What every element may have, and what a page's framework may add: as in the widgets' own check. */
const COMMON =
  /^(?:id|class|style|slot|part|title|lang|dir|hidden|role|inert|translate|nonce|popover|draggable|spellcheck|autofocus|autocapitalize|autocorrect|enterkeyhint|inputmode|tabindex|accesskey|contenteditable|writingsuggestions|exportparts|is|item\w+|(?:aria|data|v|x|ng|on)-?.*)$|[^a-z-]/

/** No real page has more: sentences about all that fits into 5 MB would use up the memory. */
const MAX_ELEMENTS = 1000
const MAX_ATTRIBUTES = 100

/** What is wrong with a page's elements of the shop. */
export function elementFindings(page: ShopPage, options: ElementOptions): string[] {
  const tags = Object.keys(options.properties)
  const found = page.elements.slice(0, MAX_ELEMENTS).flatMap((element) => {
    const own = Object.hasOwn(options.properties, element.tag) ? options.properties[element.tag]?.properties : undefined
    if (own) return attributeFindings(element, own, options)
    const near = nearestName(element.tag, tags)
    return [
      `<${element.tag}> is not an element of the shop: ${near ? `write <${near}>` : `use one of ${tags.join(', ')}`}`,
    ]
  })
  const shops = page.elements.filter(({ tag, attributes }) => tag === 'pk-shop' && !attributes.base)
  if (shops.length > 1)
    found.push('two <pk-shop> on the page follow the same hash: give each a base, a path of its own')
  return found
}

type Option = z.infer<typeof optionSchema>

function attributeFindings(
  { tag, attributes }: PageElement,
  own: Record<string, Option>,
  options: ElementOptions,
): string[] {
  const byAttribute = new Map(Object.entries(own).map(([name, option]) => [attributeOf(name), option]))
  const entries = Object.entries(attributes).slice(0, MAX_ATTRIBUTES)
  return entries.flatMap(([name, value]) => {
    const option = byAttribute.get(name)
    if (option) return valueFindings(`${name} of <${tag}>`, value, option, options)
    if (COMMON.test(name)) return []
    const known = [...byAttribute.keys()]
    const near = nearestName(name, known)
    return [`${name} is not an attribute of <${tag}>: ${near ? `write ${near}` : `use one of ${known.join(', ')}`}`]
  })
}

/** `readOnly` is `read-only`. */
const attributeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The value itself is written only if it is a word: a code opens a child's pictures. */
function valueFindings(name: string, value: string, option: Option, { $defs }: ElementOptions): string[] {
  if (option.enum && !option.enum.includes(value))
    return [`${name} cannot be "${value}": use one of ${option.enum.join(', ')}`]
  if (option.type === 'number' && (value.trim() === '' || Number.isNaN(Number(value))))
    return [`${name} is not a number: write one`]
  if (!option.$ref) return []
  const data = parseObject(value)
  if (!data) return [`${name} is not valid JSON and is ignored: write it as in {"name": "value"}`]
  if (!option.$ref.endsWith('/routes')) return []
  const views = Object.keys($defs.routes.properties)
  return Object.keys(data).flatMap((view) => {
    if (views.includes(view)) return []
    const near = nearestName(view, views)
    return [
      `${view} in ${name} is not a view of the shop: ${near ? `write ${near}` : `use one of ${views.join(', ')}`}`,
    ]
  })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** What is wrong with the document around the shop. */
export function documentFindings(page: ShopPage): string[] {
  const found: string[] = []
  if (page.isQuirky)
    found.push(
      'the page has no doctype of today, so browsers render it as in the nineties: begin it with <!doctype html>',
    )
  if (!page.hasViewport)
    found.push('phones show the page small: add <meta name="viewport" content="width=device-width">')
  const isMoved =
    page.base !== undefined &&
    URL.parse(page.base, page.url.href)?.href.replace(/#.*/, '') !== page.url.href.replace(/#.*/, '')
  for (const { tag, attributes } of page.elements) {
    if (isMoved && hasRelativeRoute(attributes.routes))
      found.push(`<base> changes where the routes of <${tag}> lead: write them as paths, such as /photos.html#`)
    const api = URL.parse(attributes.api ?? '')
    if (api && isMixed(page.url, api))
      found.push(`browsers block ${api.origin} on a page of https: write api of <${tag}> with https`)
  }
  return found
}

const hasRelativeRoute = (routes: string | undefined) =>
  Object.values(parseObject(routes ?? '') ?? {}).some(
    (route) => typeof route === 'string' && !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(route),
  )
