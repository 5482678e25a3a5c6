/**
 * Restricts what a recording may contain. The recorder masks fields and leaves out pictures by itself; this is the second
 * safeguard, over all its events: only what is listed here passes, so that anything unforeseen is dropped rather than stored.
 *
 * A text stays if it is one of the shop's own (`isOwnWord`), because support has to see which button was pressed. Any other text
 * may be a child's name or an address and becomes stars. Addresses of pictures never pass.
 */
export function redactEvent(event: unknown, isOwnWord: (text: string) => boolean): unknown {
  if (!isRecord(event)) return undefined
  const { type, timestamp } = event
  const data = isRecord(event.data) ? event.data : {}
  if (type === FULL) {
    const { initialOffset } = data
    return { type, timestamp, data: { node: redactNode(data.node, isOwnWord), initialOffset } }
  }
  if (type === META) {
    const { href, width, height } = data
    return { type, timestamp, data: { href: placeOf(href), width, height } }
  }
  if (type === LOADED || type === READY) return { type, timestamp, data: {} }
  const change = type === CHANGE ? redactChange(data, isOwnWord) : undefined
  return change && { type, timestamp, data: change }
}

type Fields = Record<string, unknown>
type IsOwnWord = (text: string) => boolean

// the kinds of events and of changes, as rrweb numbers them
const [READY, LOADED, FULL, CHANGE, META] = [0, 1, 2, 3, 4]
const [MUTATION, INPUT, SHEET_RULE, DECLARATION, ADOPTED] = [0, 5, 8, 13, 15]
/** Movements of mouse and finger, presses, scrolling, window size, selection, definitions of elements. */
const HARMLESS = new Set([1, 2, 3, 4, 6, 12, 14, 16])

function redactChange(data: Fields, isOwnWord: IsOwnWord): Fields | undefined {
  const { source } = data
  if (typeof source !== 'number') return undefined
  if (HARMLESS.has(source)) return data
  if (source === MUTATION) return redactMutation(data, isOwnWord)
  if (source === INPUT) return { source, id: data.id, isChecked: data.isChecked, text: stars(data.text) }
  if (source === DECLARATION || source === SHEET_RULE || source === ADOPTED) return withoutAddresses(data) as Fields
  return undefined
}

function redactMutation(data: Fields, isOwnWord: IsOwnWord): Fields {
  const { source, removes, isAttachIframe } = data
  return {
    source,
    removes,
    ...(isAttachIframe ? { isAttachIframe } : {}),
    texts: records(data.texts).map(({ id, value }) => ({ id, value: redactText(value, isOwnWord) })),
    attributes: records(data.attributes).map(({ id, attributes }) => ({
      id,
      attributes: redactAttributes(attributes),
    })),
    adds: records(data.adds).map((add) => ({ ...ids(add), node: redactNode(add.node, isOwnWord) })),
  }
}

const ids = ({ parentId, nextId, previousId }: Fields) => ({ parentId, nextId, previousId })

// the kinds of nodes, as rrweb numbers them
const [DOCUMENT, DOCTYPE, ELEMENT, TEXT] = [0, 1, 2, 3]

function redactNode(node: unknown, isOwnWord: IsOwnWord, parent = ''): unknown {
  if (!isRecord(node)) return node
  const { type, id, rootId, isShadow } = node
  const common = { type, id, ...(rootId ? { rootId } : {}), ...(isShadow ? { isShadow } : {}) }
  if (type === TEXT) {
    const { textContent } = node
    const styles = parent === 'style' && typeof textContent === 'string'
    return { ...common, textContent: styles ? withoutAddresses(textContent) : redactText(textContent, isOwnWord) }
  }
  if (type === DOCTYPE) {
    const { name, publicId, systemId } = node
    return { ...common, name, publicId, systemId }
  }
  if (type !== DOCUMENT && type !== ELEMENT) return { ...common, textContent: '' }
  const { tagName, isSVG, isShadowHost, isCustom, compatMode } = node
  const name = String(tagName).toLowerCase()
  return {
    ...common,
    ...(type === ELEMENT ? { tagName, attributes: redactAttributes(node.attributes, isSVG === true) } : { compatMode }),
    ...(isSVG ? { isSVG } : {}),
    ...(isShadowHost ? { isShadowHost } : {}),
    ...(isCustom ? { isCustom } : {}),
    childNodes: records(node.childNodes).map((child) => redactNode(child, isOwnWord, name)),
  }
}

const PLAIN = new Set(
  (
    'class part slot role dir lang hidden inert disabled checked selected readonly required open rows cols colspan rowspan ' +
    'tabindex aria-expanded aria-hidden aria-selected aria-checked aria-current aria-disabled aria-busy aria-invalid ' +
    'rr_width rr_height rr_scrollleft rr_scrolltop rr_open_mode'
  ).split(' '),
)
/** The elements and attributes that draw icons, the only drawings that are recorded. */
const DRAWN = new Set(
  (
    'viewbox xmlns width height fill stroke stroke-width stroke-linecap stroke-linejoin d x y x1 x2 y1 y2 cx cy r rx ry ' +
    'points'
  ).split(' '),
)
/** A keyword or a number, as in the shop's style sheets; a name does not consist of small letters only. */
const WORD = /^(?:[a-z]{1,12}(?:-[a-z]{1,12})?|\d{1,3})?$/
const INPUT_TYPES = /^(?:text|password|email|tel|search|number|checkbox|radio|range|date|submit|button|hidden|color)$/

function redactAttributes(attributes: unknown, isDrawn = false): Fields {
  if (!isRecord(attributes)) return {}
  const entries = Object.entries(attributes).flatMap(([written, value]) => {
    const name = written.toLowerCase()
    if (value === null) return [[written, null] as const]
    if (name === 'style' || name === '_csstext') return [[written, withoutAddresses(value)] as const]
    if (name === 'value') return [[written, stars(value)] as const]
    const text = String(value)
    const passes =
      PLAIN.has(name) ||
      (isDrawn && DRAWN.has(name)) ||
      (name === 'type' && INPUT_TYPES.test(text)) ||
      (name.startsWith('data-') && WORD.test(text))
    return passes && text.length <= 2000 ? [[written, value] as const] : []
  })
  return Object.fromEntries(entries)
}

function redactText(text: unknown, isOwnWord: IsOwnWord): string {
  if (typeof text !== 'string') return ''
  const trimmed = text.trim()
  return trimmed === '' || isOwnWord(trimmed) ? text : stars(text)
}

const stars = (text: unknown) => (typeof text === 'string' ? text.replace(/\S/g, '*') : '')

/** Styles with every address removed, at any depth. */
function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(/url\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)/gi, 'none')
      .replace(/@import\s[^;]*;?/gi, '')
      .replace(/(?:https?:)?\/\/[^\s"')]+/gi, '')
  }
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutAddresses(inner)]))
}

/** The page's address without its query, which may contain codes, tokens and email addresses. */
function placeOf(href: unknown): string {
  const url = typeof href === 'string' ? URL.parse(href) : null
  if (!url) return ''
  const hash = url.hash.startsWith('#/') ? url.hash.split('?')[0] : ''
  return `${url.origin}${url.pathname}${hash}`
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const records = (list: unknown): Fields[] => (Array.isArray(list) ? list.filter(isRecord) : [])
