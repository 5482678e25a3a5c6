import type { Size } from '@portraitkit/core/geometry.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** The facts about a product that its template must match. */
export type ProductFormat = { type: number; formatSize: string }

/** 000 §3: the types of printed products. A photo gift has any other type. */
const PRINTED = new Map<number, TemplateDefinition['type']>([
  [1, 'CARDS'],
  [2, 'CALENDAR'],
])
/** From this type on a product is a package, a catalogue or a file. */
const NOT_PRINTED = 200
/** The units of formats, in millimetres. */
const UNITS = [1, 10, 25.4]
/** The cut size may differ from the name by this, in millimetres. */
const TOLERANCE = 2
const SIZE = /^(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)(?![\d.])/i
const SHEET = /^A([0-7])\b/i
const A0 = { width: 841, height: 1189 }

/** The contradictions between a template and its product; null is a missing product. */
export function checkProduct(definition: TemplateDefinition, product: ProductFormat | null): TemplateProblem[] {
  if (!product) return [{ path: 'product', reason: 'There is no product with this uuid' }]
  const { type, formatSize } = product
  if (type >= NOT_PRINTED || (PRINTED.get(type) ?? 'PHOTOGIFT') !== definition.type) {
    const sold = type >= NOT_PRINTED ? 'not printed' : (PRINTED.get(type) ?? 'PHOTOGIFT')
    return [{ path: 'type', reason: `It is ${definition.type}, but its product is ${sold}` }]
  }
  const named = namedSizes(formatSize.trim())
  if (named.length === 0 || named.some((size) => trimmedSizes(definition).some((own) => isSameSize(own, size))))
    return []
  const { width, height } = definition.trimBox
  return [{ path: 'trimBox', reason: `It is ${width} x ${height} mm, but its product is ${formatSize}` }]
}

/** The sizes of the page: open, and closed if it is folded. */
function trimmedSizes({ trimBox, foldAt }: TemplateDefinition): Size[] {
  return foldAt === undefined ? [trimBox] : [trimBox, { ...trimBox, width: Math.max(foldAt, trimBox.width - foldAt) }]
}

/** The possible meanings of a format's name, in millimetres; empty if it is a word. */
function namedSizes(format: string): Size[] {
  const [, width, height] = SIZE.exec(format) ?? []
  if (width && height) return UNITS.map((unit) => ({ width: Number(width) * unit, height: Number(height) * unit }))
  const [, times] = SHEET.exec(format) ?? []
  return times === undefined ? [] : [halveSheet(A0, Number(times))]
}

/** Each sheet is half of the one before it. */
function halveSheet({ width, height }: Size, times: number): Size {
  return times === 0 ? { width, height } : halveSheet({ width: Math.floor(height / 2), height: width }, times - 1)
}

/** Compares sizes, ignoring orientation. */
function isSameSize(one: Size, other: Size): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE
  return (
    (near(one.width, other.width) && near(one.height, other.height)) ||
    (near(one.width, other.height) && near(one.height, other.width))
  )
}
