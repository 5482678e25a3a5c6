import { randomUUID } from 'node:crypto'
import { nearestTexts } from '../../../platform/languages.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { StoredCustomer } from '../collection.ts'
import { confirmationTexts } from './confirmationTexts.ts'

type Recipient = Pick<StoredCustomer, '_id' | 'email' | 'language'>

/** The email with a code. Its subject, which a locked phone shows, does not contain it; after sending, its text is deleted. */
export function confirmationMail(provider: Provider, { _id, email, language }: Recipient, code: string): Mail {
  const t = nearestTexts(confirmationTexts, language)
  return layOutMail(provider, {
    key: `confirm ${randomUUID()}`,
    to: email,
    customer: _id,
    language,
    subject: t.subject(provider.name),
    title: t.title,
    parts: [t.code(`${code.slice(0, 3)} ${code.slice(3)}`), t.once, t.notYou(provider.contactInfo.email)],
    forget: 'words',
  })
}
