import { randomUUID } from 'node:crypto'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { StoredCustomer } from '../collection.ts'
import { confirmationTexts } from './confirmationTexts.ts'

type Recipient = Pick<StoredCustomer, '_id' | 'email' | 'language'>

/** The email with a code. Its subject, which a locked phone shows, does not contain it; after sending, its text is deleted. */
export function confirmationMail(provider: Provider, { _id, email, language }: Recipient, code: string): Mail {
  const t = translateTo(language)
  return layOutMail(provider, {
    key: `confirm ${randomUUID()}`,
    to: email,
    customer: _id,
    language,
    subject: t(confirmationTexts.subject, { shop: provider.name }),
    title: t(confirmationTexts.title),
    parts: [
      t(confirmationTexts.code, { code: `${code.slice(0, 3)} ${code.slice(3)}` }),
      t(confirmationTexts.once),
      t(confirmationTexts.notYou, { email: provider.contactInfo.email }),
    ],
    forget: 'words',
  })
}
