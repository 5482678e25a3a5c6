import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { MailAccess } from '../../account/address/mailAccess.ts'
import { catalogueDays } from '../../cart/lineKinds.ts'
import type { StoredOrder } from '../collection.ts'
import { confirmationTexts } from './confirmationTexts.ts'
import { orderLink } from './orderLink.ts'
import { sentTexts } from './sentTexts.ts'

/** Notifies the customer that an order is on its way, in the order's language; the same order has the same key. */
export function sentMail(provider: Provider, { _id, content }: StoredOrder, access: MailAccess): Mail {
  const { language, contact, customer, delivery, receiptUrl, lines } = content
  const t = translateTo(language)
  const reference = orderNumber(_id)
  const { address, pickup, subject } = delivery
  const to = address ?? pickup
  const place = to && [to.name, to.address, placeLine(t, provider.country, to)].filter(Boolean).join(', ')
  const books = catalogueDays(lines)
  return layOutMail(provider, {
    key: `sent ${_id}`,
    to: contact.email,
    customer,
    language,
    subject: t(sentTexts.subject, { shop: provider.name, reference }),
    title: t(sentTexts.title),
    parts: [
      subject
        ? t(sentTexts.toSchool, {
            reference,
            school: subject.school,
            child: [subject.name, subject.group].filter(Boolean).join(', '),
          })
        : t(pickup ? sentTexts.toStore : sentTexts.toAddress, { reference, place: place ?? '' }),
      ...(books === null ? [] : [t(confirmationTexts.catalogues, { days: books })]),
      ...orderLink(access, { label: t(sentTexts.see), href: receiptUrl, language }),
    ],
  })
}
