import { setupI18n } from '@lingui/core'
import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { builtInTexts } from './builtInTexts.ts'
import './lingui.ts'

/** Says the texts that are part of the code, because they are needed when nothing can be fetched. */
export function sayBuiltIn(language: string): Translate {
  const locale = builtInLanguage(language)
  return setupI18n({ locale, messages: { [locale]: builtInTexts[locale] ?? {} } }).t
}

/** The language of these texts on a page in a language. */
export function builtInLanguage(language: string): string {
  const main = mainLanguage(language)
  return main in builtInTexts ? main : 'en'
}
