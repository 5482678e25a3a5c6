import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Messages } from './i18n.ts'

export type CatalogReport = {
  /** Ids without a translation; they appear in English. */
  missing: string[]
  /** Ids that nothing uses any more. */
  unknown: string[]
  /** Texts that are not valid ICU, or use other values than the English text. */
  wrong: string[]
}

/** Compares a language with the English texts. */
export function checkCatalog(english: Messages, catalog: Messages): CatalogReport {
  const ids = Object.keys(catalog)
  return {
    missing: Object.keys(english).filter((id) => !Object.hasOwn(catalog, id)),
    unknown: ids.filter((id) => !Object.hasOwn(english, id)),
    wrong: ids.filter((id) => {
      const source = english[id]
      return source !== undefined && valuesOf(catalog[id] ?? '') !== valuesOf(source)
    }),
  }
}

/** The names of the values in a text, sorted; 'not ICU' if it cannot be parsed. */
export function valuesOf(text: string): string {
  try {
    return [...new Set(namesIn(compileMessageOrThrow(text)))].sort().join(' ')
  } catch {
    return 'not ICU'
  }
}

function namesIn(parts: unknown): string[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, , choices] = part as [string, string?, unknown?]
    const inner = choices && typeof choices === 'object' ? Object.values(choices).flatMap(namesIn) : []
    return [name, ...inner]
  })
}
