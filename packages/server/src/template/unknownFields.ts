import type { TemplateProblem } from './checkTemplate.ts'

/** Names an editor of JSON puts there for itself. */
const FOR_EDITORS = ['$schema']

/** The fields of a document that its format does not know: most often a slip in the name of one that it does. */
export function unknownFields(given: unknown, read: unknown, path: readonly string[] = []): TemplateProblem[] {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const at = [...path, key]
    if (Object.hasOwn(read, key)) return unknownFields(value, (read as Record<string, unknown>)[key], at)
    if (path.length === 0 && FOR_EDITORS.includes(key)) return []
    return value === undefined ? [] : [{ path: at.join('.'), reason: 'There is no such field' }]
  })
}
