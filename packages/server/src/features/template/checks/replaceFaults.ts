import { type TemplateDefinition, templateDefinition } from '@portraitkit/core/template/definition.ts'
import type { TemplateProblem } from './templateProblem.ts'

type Json = Record<string, unknown>
type Path = readonly PropertyKey[]

/** Replacements for unreadable fields of the document. A field that is not listed may be missing. */
const STAND_INS: Json = {
  format: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  version: 1,
  names: {},
  type: 'CARDS',
  product: '00000000-0000-4000-8000-000000000000',
  categories: [],
  trimBox: { width: 100, height: 100 },
  bleed: 0,
  safe: 0,
}
const FACE = { kind: 'rectangle', box: { x: 0, y: 0, width: 1, height: 1 } }
const LAYER = { kind: 'fill', box: { x: 0, y: 0, width: 1, height: 1 }, color: '#000000' }

/**
 * Replaces the errors in an unreadable template by harmless values, so that its other errors can be reported at the same time.
 * `isReported` says whether a problem is in such a place, `hasPage` whether the page is the template's own. Null if nothing is left
 * of it.
 */
export function replaceFaults(
  input: unknown,
  faults: readonly Path[],
): { definition: TemplateDefinition; isReported: (problem: TemplateProblem) => boolean; hasPage: boolean } | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const document = structuredClone(input) as Json
  const replaced = faults.map((path) => replaceAt(document, path))
  const read = templateDefinition().safeParse(document)
  if (!read.success) return null
  const hasPage = !replaced.some((path) => path === 'trimBox' || path === 'bleed')
  const isReported = ({ path }: TemplateProblem) =>
    replaced.some((each) => path === each || path.startsWith(`${each}.`)) ||
    (!hasPage && (path.endsWith('.box') || path === 'safe' || path === 'foldAt'))
  return { definition: read.data, isReported, hasPage }
}

/** Returns the replaced place: the whole layer or face, or the whole field of a part or of the document. */
function replaceAt(document: Json, [field, part, key, layer]: Path): string {
  const parts = document.parts as Json[]
  if (field === 'gift' && layer === 'face') {
    const { views } = document.gift as { views: Json[] }
    Object.assign(views[Number(key)] as Json, { face: FACE })
    return `gift.views.${String(key)}.face`
  }
  if (field !== 'parts' || part === undefined) {
    const name = String(field)
    if (name in STAND_INS) document[name] = STAND_INS[name]
    else delete document[name]
    return name
  }
  const layers = parts[Number(part)]?.layers
  if (key === 'layers' && layer !== undefined && Array.isArray(layers)) {
    layers[Number(layer)] = LAYER
    return `parts.${String(part)}.layers.${String(layer)}`
  }
  parts[Number(part)] = { id: `unread-${String(part)}`, descriptions: {}, layers: [LAYER] }
  return `parts.${String(part)}`
}
