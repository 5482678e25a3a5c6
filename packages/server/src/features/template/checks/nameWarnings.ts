import type { Part, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { TemplateProblem } from './templateProblem.ts'

/**
 * Names that do not help people who cannot see the card. Slots of one kind with the same name are fine: the editor numbers
 * them, 'Portrait 1 of 3'.
 */
export function nameWarnings({ parts }: TemplateDefinition): TemplateProblem[] {
  return parts.flatMap((part, at) => [...duplicateNames(parts, at), ...slotWarnings(part, `parts.${at}.layers`)])
}

function duplicateNames(parts: readonly Part[], at: number): TemplateProblem[] {
  for (const [before, { descriptions }] of parts.slice(0, at).entries()) {
    const tags = sharedLanguages(descriptions, parts[at]?.descriptions ?? {})
    const reason = `parts.${before} has the same name: the two pages cannot be distinguished`
    if (tags.length > 0) return tags.map((tag) => ({ path: `parts.${at}.descriptions.${tag}`, reason }))
  }
  return []
}

function slotWarnings({ layers }: Part, path: string): TemplateProblem[] {
  return layers.flatMap((layer, index) => {
    if ((layer.kind !== 'image' && layer.kind !== 'text') || layer.disableEdit) return []
    const names = layer.names ?? {}
    const at = `${path}.${index}.names`
    if (Object.keys(names).length === 0) {
      const general = layer.kind === 'image' ? 'Picture' : 'Text'
      return [
        { path: at, reason: `Without a name the editor calls it "${general}": a screen reader announces only that` },
      ]
    }
    if (layer.kind === 'image') return []
    const tags = layers.flatMap((other) =>
      other.kind === 'image' && !other.disableEdit ? sharedLanguages(other.names ?? {}, names) : [],
    )
    return [...new Set(tags)].map((tag) => ({
      path: `${at}.${tag}`,
      reason: 'A picture on this page has the same name: the two cannot be distinguished',
    }))
  })
}

type Texts = Readonly<Record<string, string>>

/** The languages in which two things have the same name. */
export function sharedLanguages(one: Texts, other: Texts): string[] {
  return Object.keys(one).filter(
    (tag) => other[tag] !== undefined && normaliseName(one[tag]) === normaliseName(other[tag]),
  )
}

function normaliseName(text = ''): string {
  return text.trim().toLowerCase()
}
