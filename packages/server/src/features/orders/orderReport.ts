import { formatMoney } from '@portraitkit/core/money.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { jsonText, plain, plainLines } from '../../platform/command.ts'
import type { PaymentAttempt } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { kindOf, lineDetail, type PricedLine } from '../cart/lineKinds.ts'
import type { StoredOrder } from './collection.ts'
import { addressLines } from './mails/confirmationMail.ts'
import { reprintsOf } from './owedOrders.ts'
import { rebateText } from './rebateText.ts'
import { deliveryTimeOf } from './showOrder.ts'
import { owedRefund, unsoldLines } from './unsoldLines.ts'

/** The text of orders on a terminal. Times are UTC. */

const timeOf = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'not placed'

/** One order in a list. `total` is formatted in the order's currency. */
export function summaryOf(order: StoredOrder) {
  const { _id, confirmTime, content, paymentState, production } = order
  const owed = owedRefund(order)
  const reprints = reprintsOf(order)
  return {
    number: orderNumber(_id),
    uuid: _id,
    time: timeOf(confirmTime),
    pieces: content.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total: formatMoney(content.totalPrice, content.currency, 'en'),
    payment: paymentState,
    production,
    name: content.contact.name,
    city: content.delivery.address?.city ?? '',
    ...(owed > 0 && { owed: formatMoney(owed, content.currency, 'en') }),
    ...(reprints > 0 && { reprints }),
  }
}

export function summaryLine(order: StoredOrder): string {
  const { number, time, pieces, total, payment, production, name, city, owed, reprints } = summaryOf(order)
  const columns = [number, time.padEnd(16), `${pieces} pc.`.padStart(8), total.padStart(12), payment.padEnd(9)]
  const last = [name, city, ...(owed ? [`owes ${owed}`] : []), ...(reprints ? [`${reprints} to print again`] : [])]
  return plain([...columns, production.padEnd(13), ...last].join('  ').trimEnd())
}

type Payments = readonly PaymentAttempt[]

export function orderJson(order: StoredOrder, payments: Payments): string {
  // The personal id stays sealed: it must not appear on an operator's screen or in the scrollback.
  const { personalId, ...content } = order.content
  return jsonText({ ...order, content: { ...content, hasPersonalId: personalId !== null }, payments })
}

/** Everything about an order, for a person. */
export function orderText(provider: Provider, order: StoredOrder, payments: Payments): string {
  const { content } = order
  const { delivery, contact, payment, comment, personalId } = content
  const money = (amount: number) => formatMoney(amount, content.currency, 'en')
  const column = (amount: number) => money(amount).padStart(12)
  const indent = ' '.repeat(14)
  const rows = [
    `Order ${orderNumber(order._id)}  (${order._id})`,
    `  shop        ${provider.name} (${provider.key})`,
    `  placed      ${order.confirmTime ? `${timeOf(order.confirmTime)} UTC` : 'not yet'}`,
    `  payment     ${payment.title} (${payment.gateway}): ${order.paymentState}`,
    `  production  ${order.production}`,
    '',
    ...content.lines.flatMap((line) => lineRows(line, rebateText(line, { ...content, language: 'en' }), money, indent)),
    ...content.fees.map(({ description, price }) => `${column(price)}  ${description}`),
    `${column(content.totalPrice)}  in all`,
    ...unsoldRows(order, column),
    '',
    `  delivery    ${delivery.name} (${delivery.type}), ${deliveryTimeOf({ delivery, language: 'en' })}`,
    ...addressLines(provider, delivery.address ?? delivery.pickup ?? null, translateTo('en')).map(
      (row) => indent + row,
    ),
    ...(delivery.subject
      ? [`${indent}${delivery.subject.school}, ${delivery.subject.group}, ${delivery.subject.name}`]
      : []),
    `  contact     ${[contact.name, contact.email, contact.phone].filter(Boolean).join(', ')}`,
    `  customer    ${content.customer}, language ${content.language}, ${content.client}`,
    ...(personalId === null ? [] : ['  personal id stored sealed; "orders personal-id" shows it']),
    ...(comment ? [`  comment     ${comment.replaceAll('\n', `\n${indent}`)}`] : []),
    `  terms       agreed to on ${timeOf(content.terms.accepted)} UTC`,
    ...(content.digitalConsent
      ? [`  downloads   withdrawal waived on ${timeOf(content.digitalConsent.accepted)} UTC`]
      : []),
    ...payments.map(
      ({ created, gateway, amount, state, transaction }) =>
        `  attempt     ${timeOf(created)} ${gateway} ${money(amount)} ${state} (${transaction})`,
    ),
  ]
  return plainLines(rows.join('\n'))
}

/** The lines that are paid and were not sold, and who refunds them. */
function unsoldRows(order: StoredOrder, column: (amount: number) => string): string[] {
  const { unsold, content, paymentState } = order
  if (!unsold) return []
  const refund = (): string => {
    if (paymentState === 'refunded') return 'refunded with the whole order'
    if (unsold.refunded) return `refunded on ${timeOf(unsold.refunded)} UTC`
    return content.payment.isInvoice ? 'owed: deduct it from the invoice' : 'owed: not refunded yet'
  }
  return [
    ...unsoldNames(order).map((name) => `              not sold, the pictures were lost before the payment: ${name}`),
    ...(unsold.amount > 0 ? [`${column(-unsold.amount)}  ${refund()}`] : []),
  ]
}

/** The lines that are paid and were not sold, as on a terminal. */
export const unsoldNames = (order: StoredOrder): string[] =>
  unsoldLines(order).map((line) => plain(`${line.quantity} x ${line.product.name}, ${lineDetail(line)}`))

function lineRows(line: PricedLine, rebate: string, money: (amount: number) => string, indent: string): string[] {
  const { quantity, product, linePrice, runs, subjects, uuid } = line
  return [
    `${money(linePrice).padStart(12)}  ${quantity} x ${product.name}, ${lineDetail(line)}`,
    ...runs.map(({ count, price }) => `${indent}${count} at ${money(price)}`),
    ...(rebate ? [indent + rebate] : []),
    ...kindOf(line)
      .rows(line, money)
      .map((row) => indent + row),
    ...subjects.map((subject) => `${indent}${subject.name} (${subject.uuid})`),
    `${indent}line ${uuid}${'template' in line ? `, template ${line.template.uuid} version ${line.template.version}` : ''}`,
  ]
}
