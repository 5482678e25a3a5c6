import { randomUUID } from 'node:crypto'
import type { checkout as contract } from '@portraitkit/core/checkout/contract.ts'
import { attemptOf, sameAttempt, withAttempt } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { printedOf } from '../cart/lineKinds.ts'
import { scenesOf } from '../cart/lineScenes.ts'
import type { PricedCart } from '../cart/priceCart.ts'
import { versionedScene } from '../cart/versionedScene.ts'
import { freezeScenes } from '../orders/frozenScenes.ts'
import { type Choice, refusePaid } from './checkOrder.ts'
import { changeCheckout, dropDrafts, type StoredAttempt, type StoredCheckout, saveDraft } from './collection.ts'
import { contentOf } from './orderContent.ts'
import { returnAddress, webhookAddress } from './paymentAddresses.ts'

type Call = CallContext<'customer'>
type Input = InputOf<typeof contract.transaction>

/** No real customer changes their mind this often. */
const MAX_ATTEMPTS = 50

/** Freezes the order and writes the attempt. Returns the transaction: another request's if the same input came twice. */
export async function addAttempt(
  call: Call,
  checkout: StoredCheckout,
  priced: PricedCart,
  choice: Choice,
  input: Input,
  { fingerprint, receiptUrl, backUrl }: Pick<StoredAttempt, 'fingerprint' | 'receiptUrl' | 'backUrl'>,
): Promise<string> {
  const { app, provider, now } = call
  const { order, attempts } = checkout
  if (attempts.length >= MAX_ATTEMPTS) throw new Failure('throttle.wait')
  const transaction = randomUUID()
  const content = await contentOf(call, priced, choice, input, { transaction, receiptUrl })
  const printed = priced.lines.flatMap(printedOf)
  const seen = await scenesOf(app, provider.key, printed)
  if (seen.size !== printed.length) throw new Failure('checkout.cart_changed')
  const scenes = new Map(
    priced.lines.flatMap((line) =>
      printedOf(line).map(({ key }) => [key, versionedScene(seen.get(key) as Scene, line.versions ?? [])] as const),
    ),
  )
  await Promise.all([
    freezeScenes(app, provider.key, order, scenes),
    saveDraft(app, provider.key, transaction, order, content),
  ])
  const attempt: StoredAttempt = {
    transaction,
    fingerprint,
    amount: content.totalPrice,
    state: 'opening',
    ordered: false,
    gateway: content.payment.gateway,
    href: null,
    receiptUrl,
    backUrl,
    created: now,
    payment: {
      transaction,
      reference: orderNumber(order),
      amount: content.totalPrice,
      currency: content.currency,
      language: call.language,
      email: content.contact.email,
      returnUrl: returnAddress(call.http, app, provider, transaction, 'returned'),
      cancelUrl: returnAddress(call.http, app, provider, transaction, 'cancelled'),
      pageOrigins: [...new Set([receiptUrl, backUrl].map((address) => new URL(address).origin))],
      webhookUrl: webhookAddress(app, provider, content.payment.gateway),
    },
  }
  const changed = await changeCheckout(app, checkout, (journal, stored) => {
    if (sameAttempt(journal, fingerprint) || journal.paidBy || stored.order !== order) return journal
    return withAttempt(journal, attempt)
  })
  if (attemptOf(changed, transaction)) return transaction
  // Somebody was faster: the same input from another tab, or another order that is paid already.
  await dropDrafts(app, provider.key, { _id: transaction })
  const same = sameAttempt(changed, fingerprint)
  if (same) return same.transaction
  refusePaid(changed)
  // The checkout was given up at this moment, after weeks without a payment: the frozen scenes belong to an order that it no
  // longer has.
  throw new Failure('checkout.cart_changed')
}
