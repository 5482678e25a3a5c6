import type * as z from 'zod/v4/core'
import type { TemplateProblem } from './templateProblem.ts'

/** Names that JSON editors add for themselves. */
const FOR_EDITORS = ['$schema']

/** The fields of a document that its format does not define: usually misspelt names. Errors in known fields do not matter here. */
export function unknownFields(input: unknown, format: z.$ZodType, path: readonly string[] = []): TemplateProblem[] {
  const { def } = (format as z.$ZodTypes)._zod
  if (def.type === 'optional') return unknownFields(input, def.innerType, path)
  if (typeof input !== 'object' || input === null) return []
  if (def.type === 'array')
    return Object.entries(input).flatMap(([key, value]) => unknownFields(value, def.element, [...path, key]))
  if (def.type === 'union') {
    const kind = def.options.find((option) => isOfKind(option, input))
    return kind ? unknownFields(input, kind, path) : []
  }
  if (def.type !== 'object') return []
  return Object.entries(input).flatMap(([key, value]) => {
    const at = [...path, key]
    if (Object.hasOwn(def.shape, key)) return unknownFields(value, def.shape[key] as z.$ZodType, at)
    if (value === undefined || (path.length === 0 && FOR_EDITORS.includes(key))) return []
    return [{ path: at.join('.'), reason: 'There is no such field' }]
  })
}

/** Whether a document declares itself to be of the kind that this option is for. */
function isOfKind(option: z.$ZodType, given: object): boolean {
  const { def } = (option as z.$ZodTypes)._zod
  const kind = def.type === 'object' && (def.shape.kind as z.$ZodTypes | undefined)?._zod.def
  return !!kind && kind.type === 'literal' && kind.values.includes((given as { kind?: never }).kind as never)
}
