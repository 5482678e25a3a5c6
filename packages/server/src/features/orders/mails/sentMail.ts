import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { nearestTexts } from '../../../platform/languages.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { MailAccess } from '../../account/address/mailAccess.ts'
import { catalogueDays } from '../../cart/lineKinds.ts'
import type { StoredOrder } from '../collection.ts'
import { confirmationTexts } from './confirmationTexts.ts'
import { orderLink } from './orderLink.ts'
import { sentTexts } from './sentTexts.ts'

/** Notifies the customer that an order is on its way, in the order's language; the same order has the same key. */
export function sentMail(provider: Provider, { _id, content }: StoredOrder, access: MailAccess): Mail {
  const { language, contact, customer, delivery, receiptUrl, lines } = content
  const t = nearestTexts(sentTexts, language)
  const reference = orderNumber(_id)
  const { address, pickup, subject } = delivery
  const to = address ?? pickup
  const place = to && [to.name, to.address, placeLine(provider.country, to)].filter(Boolean).join(', ')
  const books = catalogueDays(lines)
  return layOutMail(provider, {
    key: `sent ${_id}`,
    to: contact.email,
    customer,
    language,
    subject: t.subject(provider.name, reference),
    title: t.title,
    parts: [
      subject
        ? t.toSchool(reference, subject.school, [subject.name, subject.group].filter(Boolean).join(', '))
        : pickup
          ? t.toStore(reference, place ?? '')
          : t.toAddress(reference, place ?? ''),
      ...(books === null ? [] : [nearestTexts(confirmationTexts, language).catalogues(books)]),
      ...orderLink(access, { label: t.see, href: receiptUrl, language }),
    ],
  })
}
