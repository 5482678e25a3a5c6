import { formatMoney } from '@portraitkit/core/money.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import { timeZoneOf } from '../../jobs/days.ts'
import type { StoredOrder } from '../collection.ts'
import { reprintsOf } from '../owedOrders.ts'
import { owedRefund } from '../unsoldLines.ts'
import { dailyTexts } from './dailyTexts.ts'

/** As many as fit into a readable email; the command lists all. */
const MAX_ROWS = 50

/** Notifies a provider about the orders from one midnight to another, and about what is owed, in the provider's own language. */
export function dailyMail(
  provider: Provider,
  orders: readonly StoredOrder[],
  { from, until, owed = [] }: { from: Date; until: Date; owed?: readonly StoredOrder[] },
): Mail {
  const language = provider.defaultLanguage
  const t = translateTo(language)
  const zone = { timeZone: timeZoneOf(provider) }
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', ...zone })
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', ...zone })
  const days = day.formatRange(from, new Date(until.getTime() - 1))
  const row = ({ _id, confirmTime, content }: StoredOrder) =>
    [
      `${orderNumber(_id)}, ${time.format(confirmTime ?? until)}`,
      t(dailyTexts.pieces, { count: content.lines.reduce((sum, { quantity }) => sum + quantity, 0) }),
      formatMoney(content.totalPrice, content.currency, language),
      content.delivery.name,
      content.contact.name,
    ].join(' · ')
  return layOutMail(provider, {
    key: `orders until ${until.toISOString()}`,
    to: provider.contactInfo.email,
    language,
    ...headOf(provider, orders, owed),
    parts: [
      ...(orders.length > 0 ? [t(dailyTexts.intro, { days, sum: sums(orders, language) })] : []),
      ...orders.slice(0, MAX_ROWS).map(row),
      ...(orders.length > MAX_ROWS ? [t(dailyTexts.more, { count: orders.length - MAX_ROWS })] : []),
      ...owedParts(provider, owed),
      t(dailyTexts.next, { command: `./portraitkit orders list --provider ${provider.key} --production new` }),
    ],
  })
}

/** Named after the orders; on a day without any, after what has to be printed again. */
function headOf(
  { name: shop, defaultLanguage }: Provider,
  orders: readonly StoredOrder[],
  owed: readonly StoredOrder[],
): { subject: string; title: string } {
  const t = translateTo(defaultLanguage)
  const [subject, title, count] =
    orders.length > 0
      ? [dailyTexts.subject, dailyTexts.title, orders.length]
      : [dailyTexts.reprintSubject, dailyTexts.reprintTitle, sumOfReprints(owed)]
  return { subject: t(subject, { count, shop }), title: t(title, { count }) }
}

function sumOfReprints(owed: readonly StoredOrder[]): number {
  return owed.reduce((sum, order) => sum + reprintsOf(order), 0)
}

/** What the photographer still owes of any order. */
function owedParts({ key, defaultLanguage }: Provider, owed: readonly StoredOrder[]): string[] {
  if (owed.length === 0) return []
  const t = translateTo(defaultLanguage)
  const refunds = owed.filter((order) => owedRefund(order) > 0).length
  const reprints = sumOfReprints(owed)
  return [
    ...(refunds > 0 ? [t(dailyTexts.refunds, { count: refunds })] : []),
    ...(reprints > 0 ? [t(dailyTexts.reprints, { count: reprints })] : []),
    t(dailyTexts.owed, { command: `./portraitkit orders list --provider ${key} --owed` }),
  ]
}

/** Their total, by currency: a shop may have changed its currency. */
function sums(orders: readonly StoredOrder[], language: string): string {
  const totals = new Map<string, number>()
  for (const { content } of orders) {
    totals.set(content.currency, (totals.get(content.currency) ?? 0) + content.totalPrice)
  }
  return [...totals].map(([currency, sum]) => formatMoney(sum, currency, language)).join(', ')
}
