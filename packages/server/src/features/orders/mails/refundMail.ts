import { formatMoney } from '@portraitkit/core/money.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { MailAccess } from '../../account/address/mailAccess.ts'
import { downloadsOf } from '../../cart/lineKinds.ts'
import type { StoredOrder } from '../collection.ts'
import { unsoldSentences } from '../unsoldTexts.ts'
import { orderLink } from './orderLink.ts'
import { refundTexts } from './refundTexts.ts'

/**
 * Notifies the customer that an order was refunded, or its invoice withdrawn, in the order's language; the same order has the
 * same key.
 */
export function refundMail(provider: Provider, order: StoredOrder, access: MailAccess): Mail {
  const { _id, content } = order
  const { language, totalPrice, currency, contact, customer, payment, lines, receiptUrl } = content
  const t = translateTo(language)
  const [reference, amount] = [orderNumber(_id), formatMoney(totalPrice, currency, language)]
  return layOutMail(provider, {
    key: `refund ${_id}`,
    to: contact.email,
    customer,
    language,
    subject: t(payment.isInvoice ? refundTexts.cancelledSubject : refundTexts.subject, {
      shop: provider.name,
      reference,
    }),
    title: t(payment.isInvoice ? refundTexts.cancelledTitle : refundTexts.title),
    parts: [
      ...unsoldSentences({ ...order, paymentState: 'refunded' }, language),
      t(payment.isInvoice ? refundTexts.invoiced : refundTexts.charged, { reference, amount }),
      ...(lines.some((line) => downloadsOf(line).length > 0) ? [t(refundTexts.downloads)] : []),
      ...orderLink(access, { label: t(refundTexts.see), href: receiptUrl, language }),
    ],
  })
}
