import { nearestTexts } from '../../../platform/languages.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { deletionTexts } from './deletionTexts.ts'

type Deletion = {
  uuid: string
  /** ISO 8601. */
  deleted: string
  /** uuids of the retained orders. */
  keptOrders: readonly string[]
  to: string
  language: string
}

/** The receipt of a deletion. The email itself is deleted after sending: the address no longer belongs to anybody. */
export function deletionMail(provider: Provider, { uuid, deleted, keptOrders, to, language }: Deletion): Mail {
  const t = nearestTexts(deletionTexts, language)
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const numbers = keptOrders.map((order) => `#${order.slice(0, 8)}`)
  return layOutMail(provider, {
    key: `deletion ${uuid}`,
    to,
    language,
    subject: t.subject(provider.name),
    title: t.title,
    parts: [
      t.gone(provider.name, `${when.format(new Date(deleted))} UTC`),
      numbers.length > 0
        ? t.retainedOrders(new Intl.ListFormat(language, { type: 'conjunction' }).format(numbers))
        : t.nothing,
      t.receipt(uuid),
      t.notYou(provider.contactInfo.email),
    ],
    forget: true,
  })
}
