import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import { formatMoney } from '@portraitkit/core/money.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { type Html, html } from '../../../platform/html.ts'
import { contactHtml, contactLines, headingStyle, mailHtml, partHtml } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { MailAccess } from '../../account/address/mailAccess.ts'
import { catalogueDays, lineDetail } from '../../cart/lineKinds.ts'
import type { StoredOrder } from '../collection.ts'
import { consentLines } from '../consentTexts.ts'
import { orderTexts } from '../orderTexts.ts'
import { rebateText } from '../rebateText.ts'
import { deliveryTimeOf } from '../showOrder.ts'
import { unsoldSentences } from '../unsoldTexts.ts'
import { confirmationTexts } from './confirmationTexts.ts'
import { orderLink } from './orderLink.ts'

/** Whether the email may link to the order, and the day on which its downloads are deleted. */
type About = { access: MailAccess; deletion?: string | undefined }

/**
 * The confirmation of an order, in the order's language and the provider's look; the same order has the same key.
 */
export function confirmationMail(provider: Provider, order: StoredOrder, about: About): Mail {
  const t = translateTo(order.content.language)
  const facts = factsOf(provider, order, t, about)
  return {
    provider: provider.key,
    key: `order ${order._id}`,
    to: order.content.contact.email,
    customer: order.content.customer,
    subject: t(confirmationTexts.subject, { shop: provider.name, reference: orderNumber(order._id) }),
    text: textOf(facts, t),
    html: htmlOf(provider, facts, t).safe,
  }
}

type Facts = ReturnType<typeof factsOf>

/** The content of the email, shared by both of its forms. */
function factsOf(provider: Provider, order: StoredOrder, t: Translate, { access, deletion }: About) {
  const { _id, content } = order
  const { lines, fees, totalPrice, currency, language, delivery, payment, comment, terms, receiptUrl, contact } =
    content
  const money = (amount: number) => formatMoney(amount, currency, language)
  const books = catalogueDays(lines)
  return {
    language,
    reference: orderNumber(_id),
    lines: lines.map((line) => ({
      pieces: `${line.quantity} ×`,
      name: line.product.name,
      details: [
        [lineDetail(line), ...line.subjects.map(({ name }) => name)].filter(Boolean).join(' · '),
        rebateText(line, content),
      ].filter(Boolean),
      price: money(line.linePrice),
    })),
    fees: fees.map(({ description, price }) => ({ name: description, price: money(price) })),
    total: { name: t(orderTexts.total), price: money(totalPrice) },
    delivery: [delivery.name, ...addressLines(provider, delivery.address, t), ...placeOf(provider, delivery, t)],
    deliveryTime: [
      ...whenOf(content, t),
      ...(books === null ? [] : [t(confirmationTexts.catalogues, { days: books })]),
      ...(deletion ? [t(confirmationTexts.deletion, { day: formatDay(deletion, language) })] : []),
    ],
    unsold: unsoldSentences(order, language),
    payment: [payment.title, ...(payment.isInvoice ? [t(confirmationTexts.invoice)] : [])],
    comment,
    consent: consentLines(provider, content),
    terms: terms.text,
    links: orderLink(access, { label: t(confirmationTexts.see), href: receiptUrl, language }),
    to: contact.name,
    contact: contactLines(provider, language),
  }
}

type Delivery = StoredOrder['content']['delivery']

/** An address as on an envelope, row by row. */
export function addressLines(
  { country }: Provider,
  to: Delivery['address'] | NonNullable<Delivery['pickup']> | null,
  t: Translate,
): string[] {
  if (!to) return []
  return [to.name, to.address, 'address2' in to ? to.address2 : '', placeLine(t, country, to)].filter(Boolean)
}

/** The store or the school where it is handed out. */
function placeOf(provider: Provider, { pickup, subject }: Delivery, t: Translate): string[] {
  if (subject) return [subject.school, `${subject.name}, ${subject.group}`]
  return addressLines(provider, pickup ?? null, t)
}

/** Downloads are not sent: the email gives no date for them. */
function whenOf(content: StoredOrder['content'], t: Translate): string[] {
  const { type } = content.delivery
  if (type === 'digital-delivery') return []
  return [t(confirmationTexts.deliveryTime[type], { time: deliveryTimeOf(content) })]
}

function textOf(facts: Facts, t: Translate): string {
  const heading = (text: Parameters<Translate>[0]) => t(text).toLocaleUpperCase(facts.language)
  const priced = [...facts.fees, facts.total].map(({ name, price }) => `${name}: ${price}`)
  const products = facts.lines.flatMap(({ pieces, name, details, price }) => [
    `${pieces} ${name}: ${price}`,
    ...details.map((detail) => `   ${detail}`),
  ])
  const blocks = [
    [t(confirmationTexts.thanks), '', t(confirmationTexts.intro, { reference: facts.reference })],
    [heading(confirmationTexts.order), ...products, ...priced, ...facts.unsold],
    [heading(confirmationTexts.delivery), ...facts.delivery, ...facts.deliveryTime],
    [heading(confirmationTexts.payment), ...facts.payment],
    ...(facts.comment ? [[heading(confirmationTexts.comment), facts.comment]] : []),
    ...facts.links.map((part) => [typeof part === 'string' ? part : `${part.link}: ${part.href}`]),
    facts.contact,
    ...(facts.consent.length > 0 ? [facts.consent] : []),
    ...(facts.terms ? [[heading(confirmationTexts.terms), facts.terms]] : []),
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

/** Uses tables, which mail programs of every age can draw. */
function htmlOf(provider: Provider, facts: Facts, t: Translate): Html {
  const { ink, soft, line } = provider.look.colours.light
  const heading = headingStyle(provider)
  const cell = `padding:10px 0;border-bottom:1px solid ${line};vertical-align:top`
  const price = `${cell};text-align:right;white-space:nowrap`
  const block = (title: string, rows: readonly string[]) => html`
<h2 style="${heading};font-size:18px;margin:28px 0 6px">${title}</h2>
<p style="margin:0">${rows.map((row) => html`${row}<br>`)}</p>`
  const small = (rows: readonly string[]) =>
    rows.length > 0 &&
    html`<p style="margin:20px 0 0;color:${soft};font-size:12px">${rows.map((row) => html`${row}<br>`)}</p>`
  const body = html`<p style="margin:0;color:${soft}">${t(confirmationTexts.intro, { reference: facts.reference })}</p>
<h2 style="${heading};font-size:18px;margin:28px 0 6px">${t(confirmationTexts.order)} ${facts.reference}</h2>
<table role="presentation" width="100%" cellspacing="0" style="border-collapse:collapse;font:inherit;color:${ink}">
${facts.lines.map(
  (
    each,
  ) => html`<tr><td style="${cell}">${each.pieces} ${each.name}${each.details.map((detail) => html`<br><span style="color:${soft};font-size:14px">${detail}</span>`)}</td><td style="${price}">${each.price}</td></tr>
`,
)}${facts.fees.map(
  (fee) => html`<tr><td style="${cell}">${fee.name}</td><td style="${price}">${fee.price}</td></tr>
`,
)}<tr><td style="padding:12px 0;font-weight:700">${facts.total.name}</td><td style="padding:12px 0;font-weight:700;text-align:right;white-space:nowrap">${facts.total.price}</td></tr>
</table>${facts.unsold.map(
    (sentence) => html`
<p style="margin:12px 0 0">${sentence}</p>`,
  )}
${facts.links.map((part) => partHtml(provider, part))}${block(t(confirmationTexts.delivery), [...facts.delivery, ...facts.deliveryTime])}
${block(t(confirmationTexts.payment), facts.payment)}
${facts.comment && block(t(confirmationTexts.comment), facts.comment.split('\n'))}
${contactHtml(provider, facts.language)}${small(facts.consent)}${facts.terms && small([t(confirmationTexts.terms), ...facts.terms.split('\n')])}`
  return mailHtml(provider, { language: facts.language, title: t(confirmationTexts.thanks), body })
}
