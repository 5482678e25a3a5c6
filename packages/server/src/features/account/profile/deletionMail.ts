import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
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
  const t = translateTo(language)
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const numbers = keptOrders.map((order) => `#${order.slice(0, 8)}`)
  return layOutMail(provider, {
    key: `deletion ${uuid}`,
    to,
    language,
    subject: t(deletionTexts.subject, { shop: provider.name }),
    title: t(deletionTexts.title),
    parts: [
      t(deletionTexts.gone, { shop: provider.name, when: `${when.format(new Date(deleted))} UTC` }),
      numbers.length > 0
        ? t(deletionTexts.retainedOrders, {
            orders: new Intl.ListFormat(language, { type: 'conjunction' }).format(numbers),
          })
        : t(deletionTexts.nothing),
      t(deletionTexts.receipt, { uuid }),
      t(deletionTexts.notYou, { email: provider.contactInfo.email }),
    ],
    forget: true,
  })
}
