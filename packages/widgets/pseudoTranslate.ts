import { type Messages, setupI18n } from '@lingui/core'
import { sayValuesExactly } from '@portraitkit/core/exactValues.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { pseudoCatalogue } from './vite.texts.ts'

/** Says texts in the pseudo-language where no build is: on a server under test. Numbers have the plurals of English. */
export function translateToPseudo(texts: Readonly<Record<string, string>>): Translate {
  const messages = pseudoCatalogue(texts) as unknown as Messages
  const i18n = setupI18n({ locale: 'en', messages: { en: messages } })
  return sayValuesExactly((message, values) => i18n._(message.id, values, message))
}
