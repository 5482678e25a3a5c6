import {
  applyReport,
  attemptOf,
  type Journal,
  type PaymentReport,
  type Step,
  type StepName,
  startRefund,
  stepDone,
  withdrawAttempt,
} from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import { openGateway } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import type { Gateway, GatewayContext } from '../../ports/payments/gateway.ts'
import { gatewayNamed } from '../../ports/payments/index.ts'
import { datesOfSubjects, jobsOfSubjects } from '../cart/closedJobs.ts'
import { removeOrderedLines } from '../cart/collection.ts'
import { forgetLineDesigns } from '../cart/forgetLineDesigns.ts'
import { downloadsOf } from '../cart/lineKinds.ts'
import { findLostLines } from '../cart/lostLines.ts'
import {
  awaitPayment,
  confirmOrder,
  markRefunded,
  markUnsoldRefunded,
  type OrderContent,
  ordersOf,
  type StoredOrder,
} from '../orders/collection.ts'
import { confirmationMail } from '../orders/mails/confirmationMail.ts'
import { orderMailAccess } from '../orders/mails/orderLink.ts'
import { refundMail } from '../orders/mails/refundMail.ts'
import { recordUnsold, soldLines } from '../orders/unsoldLines.ts'
import { releaseUsedVoucher, useVoucher } from '../vouchers/uses.ts'
import { dropDrafts, findDraft, type StoredAttempt, type StoredCheckout } from './collection.ts'
import { grantOrderRights, revokeOrderRights } from './orderRights.ts'

type Change = (journal: Journal<StoredAttempt>) => Journal<StoredAttempt>

/** A gateway that does not answer: what it has done is unknown, and it has to be asked again. */
export class GatewayAway extends Error {
  override name = 'GatewayAway'
}

/** The timeout of a gateway. */
const GATEWAY_MS = 10_000

type StepContext = { app: App; provider: Provider; checkout: StoredCheckout; attempt: StoredAttempt; step: Step }

const done =
  (step: Step): Change =>
  (journal) =>
    stepDone(journal, step)

/** The work of each step, and how it changes the journal. Repeating a step does no harm. */
const steps: Record<StepName, (context: StepContext) => Promise<Change>> = {
  async 'insert-order'(context) {
    const { app, provider, checkout, step } = context
    await awaitPayment(app, provider.key, checkout.order, await orderedContent(context))
    return done(step)
  },

  'open-session': ({ app, provider, attempt }) => open(app, provider, attempt),

  async 'expire-session'({ app, provider, attempt }) {
    const report = await ask(app, provider, attempt, 'expire', (gateway, context) =>
      gateway.expire(attempt.payment, context),
    )
    return (journal) => applyReport(journal, report)
  },

  async refund(context) {
    const { app, provider, checkout, attempt, step } = context
    await ask(app, provider, attempt, 'refund', (gateway, context) => gateway.refund(attempt.payment, context))
    // The operator requested the refund of an order's own payment, and needs no notice of it.
    if (checkout.paidBy !== step.transaction) {
      app.log.error({ checkout: checkout._id, transaction: step.transaction }, 'a charge was refunded')
      recordRefund(context)
    }
    return done(step)
  },

  async 'confirm-order'(context) {
    const { app, provider, checkout, step } = context
    const content = await orderedContent(context)
    const lost = await findLostLines(app, provider, content.customer, content.lines)
    const isPlaced = await confirmOrder(app, provider.key, checkout.order, content, recordUnsold(content, lost))
    if (!isPlaced) return withdrawAttempt
    const { voucher, customer } = content
    if (voucher) await useVoucher(app, provider.key, voucher, { customer, order: checkout.order })
    return done(step)
  },

  async 'grant-rights'({ app, provider, checkout, step }) {
    await grantOrderRights(app, provider, await placedOrder(app, provider, checkout))
    return done(step)
  },

  async 'remove-lines'({ app, provider, checkout, step }) {
    const { _id: uuid, content } = await placedOrder(app, provider, checkout)
    await removeOrderedLines(app, provider.key, checkout.customer, { uuid, lines: content.lines })
    await forgetLineDesigns(app, provider, { uuid: checkout.customer }, content.lines)
    return done(step)
  },

  async 'queue-mail'({ app, provider, checkout, step }) {
    const order = await placedOrder(app, provider, checkout)
    // Of an order without anything that was sold, the email about its refund says so.
    if (soldLines(order).length > 0) await queueConfirmation(app, provider, order)
    await dropDrafts(app, provider.key, { order: checkout.order })
    return done(step)
  },

  async 'refund-unsold'(context) {
    const { app, provider, checkout, attempt, step } = context
    const order = await placedOrder(app, provider, checkout)
    if (!order.unsold) return done(step)
    if (soldLines(order).length === 0) return (journal) => startRefund(stepDone(journal, step))
    const { amount } = order.unsold
    const { refundPart } = gatewayNamed(attempt.gateway)
    if (amount > 0 && refundPart) {
      await ask(app, provider, attempt, 'refund', (gateway, context) =>
        refundPart.call(gateway, attempt.payment, amount, context),
      )
      if (await markUnsoldRefunded(app, provider.key, checkout.order)) recordRefund(context)
    }
    return done(step)
  },

  async 'mark-refunded'(context) {
    const { app, provider, checkout, step } = context
    if (await markRefunded(app, provider.key, checkout.order)) recordRefund(context)
    await releaseUsedVoucher(app, provider.key, checkout.order)
    return done(step)
  },

  async 'revoke-rights'({ app, provider, checkout, step }) {
    await revokeOrderRights(app, provider, await placedOrder(app, provider, checkout))
    return done(step)
  },

  async 'queue-refund-mail'({ app, provider, checkout, step }) {
    const order = await placedOrder(app, provider, checkout)
    await app.mail.queue(refundMail(provider, order, await orderMailAccess(app, provider, order)))
    return done(step)
  },
}

function recordRefund({ app, provider, checkout: { customer, order }, step: { transaction } }: StepContext): void {
  recordSecurityEvent({ app, provider }, { event: 'refund', customer, order, transaction })
}

/** Does one step of a checkout and returns how it changes the journal. */
export async function doStep(app: App, provider: Provider, checkout: StoredCheckout, step: Step): Promise<Change> {
  const attempt = attemptOf(checkout, step.transaction)
  if (!attempt) throw new Error(`The checkout ${checkout._id} has no attempt ${step.transaction}`)
  return steps[step.name]({ app, provider, checkout, attempt, step })
}

/** Neither the content of an attempt nor that of a placed order changes: the steps of one call share what they read. */
const drafts = createShortCache<OrderContent | null>(0, 500)
const placedOrders = createShortCache<StoredOrder>(0, 500)

/** The content that a step's attempt orders. If another process has already finished all steps, only the order has it. */
async function orderedContent({ app, provider, checkout, step }: StepContext): Promise<OrderContent> {
  const draft = await drafts.get(app.db, `${provider.key} ${step.transaction}`, () =>
    findDraft(app, provider.key, step.transaction),
  )
  return draft ?? (await placedOrder(app, provider, checkout)).content
}

async function queueConfirmation(app: App, provider: Provider, order: StoredOrder): Promise<void> {
  const withFiles = soldLines(order).filter((line) => downloadsOf(line).length > 0)
  const subjects = withFiles.flatMap((line) => line.subjects)
  const jobs = await jobsOfSubjects(
    app,
    provider.key,
    subjects.map(({ uuid }) => uuid),
  )
  const { dates } = datesOfSubjects(jobs, subjects, provider, app.clock())
  const access = await orderMailAccess(app, provider, order)
  await app.mail.queue(confirmationMail(provider, order, { access, deletion: dates?.deletion }))
}

async function open(app: App, provider: Provider, attempt: StoredAttempt): Promise<Change> {
  const { href, report } = await ask(app, provider, attempt, 'open', (gateway, context) =>
    gateway.open(attempt.payment, context),
  )
  return (journal) => {
    const opened = journal.attempts.map((each) =>
      each.transaction === attempt.transaction && each.href !== href ? { ...each, href } : each,
    )
    return applyReport({ ...journal, attempts: opened }, report)
  }
}

/** The gateway's current report on an attempt. */
export async function fetchPaymentState(app: App, provider: Provider, attempt: StoredAttempt): Promise<PaymentReport> {
  return ask(app, provider, attempt, 'fetchState', (gateway, context) => gateway.fetchState(attempt.payment, context))
}

type GatewayCall = 'open' | 'fetchState' | 'expire' | 'refund'

async function ask<R>(
  app: App,
  provider: Provider,
  { gateway: name }: StoredAttempt,
  what: GatewayCall,
  call: (gateway: Gateway, context: GatewayContext) => Promise<R>,
): Promise<R> {
  const context: GatewayContext = { app, provider, config: openGateway(app, provider, name) }
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${GATEWAY_MS} ms`)), GATEWAY_MS)
  try {
    return await Promise.race([call(gatewayNamed(name), context), late])
  } catch (cause) {
    throw new GatewayAway(`The gateway ${name} failed to ${what}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function placedOrder(app: App, provider: Provider, { order }: StoredCheckout): Promise<StoredOrder> {
  return placedOrders.get(app.db, `${provider.key} ${order}`, async () => {
    const placed = await ordersOf(app, provider.key).findOne({ _id: order, confirmTime: { $ne: null } })
    if (!placed) throw new Error(`The order ${order} is not placed`)
    return placed
  })
}
