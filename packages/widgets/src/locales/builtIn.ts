import { setupI18n } from '@lingui/core'
import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { builtInTexts } from './builtInTexts.ts'
import { catalogues, isReady } from './i18n.ts'
import './lingui.ts'

/** Says the texts that are needed when nothing can be fetched: in English, if they have not arrived in the language. */
export function sayBuiltIn(language: string): Translate {
  const locale = mainLanguage(language)
  return setupI18n({ locale, messages: { [locale]: { ...builtInTexts, ...catalogues.get(locale)?.messages } } }).t
}

/** The language in which `sayBuiltIn` says them. */
export const builtInLanguage = (language: string): string => (isReady(language) ? mainLanguage(language) : 'en')
