import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { sayValuesExactly } from '@portraitkit/core/exactValues.ts'
import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import type { Translate } from '@portraitkit/core/msg.ts'

const FOLDER = join(import.meta.dirname, '../../../../texts')

/** The languages that the product has texts in: the files in `texts`. */
export const LANGUAGES: readonly string[] = readdirSync(FOLDER).flatMap(
  (file) => /^([\w-]+)\.po$/.exec(file)?.[1] ?? [],
)

const loaded = new Map<string, Translate>()

/**
 * Texts in the language of a tag, such as `de-AT`. An unknown language, and a text that a language lacks, are English. A catalogue
 * is read when its language is first spoken, and a text is compiled when it is first said.
 */
export function translateTo(tag: string): Translate {
  const language = LANGUAGES.find((one) => one === mainLanguage(tag)) ?? 'en'
  const known = loaded.get(language)
  if (known) return known
  const texts = readTexts(language)
  const i18n = setupI18n({ locale: language, messages: { [language]: texts } })
  i18n.setMessagesCompiler(compileOnce())
  // what a language lacks is English throughout, its plurals included
  const say: Translate = (message, values) =>
    language === 'en' || message.id in texts ? i18n._(message.id, values, message) : translateTo('en')(message, values)
  const translate = sayValuesExactly(say)
  loaded.set(language, translate)
  return translate
}

/** The texts of a language by their ids, as the catalogue has them. */
export function readTexts(language: string): Record<string, string> {
  const catalogue = formatter().parse(readFileSync(join(FOLDER, `${language}.po`), 'utf8'), {
    locale: language,
    sourceLocale: 'en',
    filename: `${language}.po`,
  })
  const texts = Object.entries(catalogue).flatMap(([id, { translation }]) => (translation ? [[id, translation]] : []))
  return Object.fromEntries(texts)
}

function compileOnce(): typeof compileMessage {
  const compiled = new Map<string, ReturnType<typeof compileMessage>>()
  return (text) => {
    const parts = compiled.get(text) ?? compileMessage(text)
    compiled.set(text, parts)
    return parts
  }
}
