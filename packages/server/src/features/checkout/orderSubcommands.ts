import { formatMoney } from '@portraitkit/core/money.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, subcommands } from '../../platform/command.ts'
import type { FoundOrder } from '../orders/findOrders.ts'
import { requireOrder } from '../orders/requireOrder.ts'
import { GatewayAway } from './journalSteps.ts'
import { openPersonalId } from './paymentData.ts'
import { refundOrder } from './refunds.ts'

/** `./portraitkit orders refund` and `orders personal-id`. */
export const orderSubcommands = subcommands({
  words: ['refund', 'personal-id'],
  help: {
    lines: ['orders refund <order>', 'orders personal-id <order>'],
    about: `"personal-id" shows the customer's personal id, which the invoice requires; it is deleted when the invoice is paid or the order refunded.
"refund" refunds the full amount, once, through the gateway that charged it. The customer is emailed and loses access to the
downloads.`,
  },
  options: { provider: { type: 'string' } },
  run: async ({ values, positionals: [what, name, ...more] }, app) => {
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    const found = await requireOrder(app, values.provider, name)
    if (what === 'refund') await refund(app, found)
    else showPersonalId(app, found)
  },
})

async function refund(app: App, { provider, order }: FoundOrder): Promise<void> {
  const number = orderNumber(order._id)
  const done = await refundOrder(app, provider, order).catch((error) => {
    if (!(error instanceof GatewayAway)) throw error
    const why = (error.cause as Error | undefined)?.message ?? error.message
    throw new CommandError(`${why}. The server retries until order ${number} is refunded`, 1)
  })
  if (done === 'unpaid') throw new CommandError(`Order ${number} was not paid, so there is nothing to refund`, 1)
  if (done === 'refunded before') throw new CommandError(`Order ${number} was already refunded. Nothing was changed`, 1)
  const { totalPrice, currency, payment, contact } = order.content
  const amount = formatMoney(totalPrice, currency, 'en')
  const invoice =
    order.paymentState === 'paid'
      ? `Its invoice was paid to you: send back the ${amount} yourself.`
      : `The shop charged nothing: withdraw the invoice for ${amount} yourself.`
  console.log(
    payment.isInvoice
      ? `Order ${number} is cancelled. ${invoice} ${contact.email} gets an email.`
      : `Order ${number} is refunded: ${amount} were returned through ${payment.gateway}. ${contact.email} gets an email.`,
  )
}

function showPersonalId(app: App, { order }: FoundOrder): void {
  const personalId = openPersonalId(app, order)
  if (personalId === null) throw new CommandError(`Order ${orderNumber(order._id)} has no personal id`, 1)
  console.log(personalId)
}
