import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { applyReport, type Journal, type PaymentReport } from '@portraitkit/core/checkout/paymentJournal.ts'
import { describe, expect, it } from 'vitest'
import { BadSignature, type Gateway, type GatewayContext, type Payment } from '../ports/payments/gateway.ts'

/** The suite's view of a gateway from the other side: as the customer and the bank. */
export type GatewayBench = {
  context: GatewayContext
  /** The same gateway for another provider. */
  otherContext: GatewayContext
  /** The charges of a transaction, one by one, and the refunds. */
  ledger(payment: Payment): Promise<{ charges: number[]; refunds: number[] }>
  /** The customer on the hosted page; null for invoices. */
  hosted: {
    pay(href: string): Promise<void>
    /** The bank declines, and the customer gives up. */
    decline(href: string): Promise<void>
    /** Waits until the session has ended by itself. */
    outstay(): Promise<void>
    /** The webhooks by which the gateway has reported a payment, the oldest first. */
    webhooks(payment: Payment): Promise<Array<{ headers: IncomingHttpHeaders; body: string }>>
    /** Makes the gateway charge something else than requested. */
    mischarge(payment: Payment, what: { amount: number } | { currency: string }): Promise<void>
    /** The next request to the gateway, or its answer, is lost, until it is given up. Null if no external service is called. */
    lose: ((when: 'request' | 'answer') => void) | null
  } | null
}

export function aPayment(change: Partial<Payment> = {}): Payment {
  const transaction = randomUUID()
  return {
    transaction,
    reference: `#${transaction.slice(0, 8)}`,
    amount: 2345,
    currency: 'USD',
    language: 'en',
    email: 'parent@example.com',
    returnUrl: `https://shop.example/return/${transaction}`,
    cancelUrl: `https://shop.example/cancel/${transaction}`,
    webhookUrl: 'http://127.0.0.1:1/webhook',
    ...change,
  }
}

/**
 * The requirements for every gateway, whatever company is behind it. A new gateway calls this from its test with a bench that
 * acts for the customer.
 */
export function gatewayConformance(gateway: Gateway, bench: () => GatewayBench): void {
  const paidAtOnce = async (payment: Payment) => (await gateway.open(payment, bench().context)).report

  /** A payment that is paid, in the way of this gateway. */
  async function paid(change: Partial<Payment> = {}): Promise<Payment> {
    const { context, hosted } = bench()
    const payment = aPayment(change)
    const { href } = await gateway.open(payment, context)
    if (href) await hosted?.pay(href)
    return payment
  }

  describe(`gateway ${gateway.name}`, () => {
    it('opens a payment once, however often and by however many callers it is requested at the same time', async () => {
      const { context } = bench()
      const payment = aPayment()
      const opened = await Promise.all([1, 2, 3].map(() => gateway.open(payment, context)))
      const again = await gateway.open(payment, context)
      for (const each of opened) expect(each).toEqual(again)
      expect(again.report).toMatchObject({ transaction: payment.transaction, amount: 2345, currency: 'USD' })
    })

    it('charges the whole amount once', async () => {
      const { ledger } = bench()
      const payment = await paid()
      expect(await ledger(payment)).toEqual({ charges: [2345], refunds: [] })
    })

    it('continues after a lost answer, without a second charge', async () => {
      const { context, hosted, ledger } = bench()
      const payment = aPayment()
      // The call arrives, its answer does not: the caller only knows that it must repeat it.
      await gateway.open(payment, context)
      const { href } = await gateway.open(payment, context)
      if (href) await hosted?.pay(href)
      const late = await gateway.open(payment, context)
      expect(late.report.state).toBe('paid')
      expect((await ledger(payment)).charges).toEqual([2345])
    })

    it('refunds everything, once', async () => {
      const { context, ledger } = bench()
      const payment = await paid()
      const reports = await Promise.all([gateway.refund(payment, context), gateway.refund(payment, context)])
      expect(reports.map(({ state }) => state)).toEqual(['refunded', 'refunded'])
      expect((await gateway.refund(payment, context)).state).toBe('refunded')
      expect(await ledger(payment)).toEqual({ charges: [2345], refunds: [2345] })
    })

    it('ends a payment that is unknown to it, permanently', async () => {
      const { context, hosted, ledger } = bench()
      const payment = aPayment()
      expect((await gateway.fetchState(payment, context)).state).toBe('abandoned')
      expect((await gateway.expire(payment, context)).state).toBe('abandoned')
      if (!hosted) return
      // An opening that was still on its way finds it ended.
      const { href } = await gateway.open(payment, context)
      if (href) await hosted.pay(href)
      expect((await gateway.fetchState(payment, context)).state).toBe('abandoned')
      expect((await ledger(payment)).charges).toEqual([])
    })

    it('refuses a webhook that it did not sign', async () => {
      const { context } = bench()
      const body = JSON.stringify({ transaction: randomUUID(), state: 'paid', amount: 2345, currency: 'USD' })
      await expect(gateway.verifyWebhook({}, body, context)).rejects.toThrow(BadSignature)
    })

    it('reports an invoice as placed at once, or waits for the customer to pay', async () => {
      const { hosted } = bench()
      const { state } = await paidAtOnce(aPayment())
      expect(state).toBe(gateway.isInvoice ? 'paid' : 'open')
      expect(hosted === null).toBe(gateway.isInvoice)
    })

    if (gateway.isInvoice) return
    it.for(hostedCases)('%s', async ([, run]) => {
      const { hosted } = bench()
      if (!hosted) throw new Error('The bench of this gateway lacks the customer')
      await run({ ...bench(), gateway, hosted })
    })
  })
}

type HostedBench = GatewayBench & { gateway: Gateway; hosted: NonNullable<GatewayBench['hosted']> }

/** Cases of gateways where the customer pays on the gateway's own page. */
const hostedCases: Array<[string, (bench: HostedBench) => Promise<void>]> = [
  [
    'is paid on its page, also by a customer who presses twice',
    async ({ gateway, context, hosted, ledger }) => {
      const payment = aPayment()
      const href = await openHref(gateway, payment, context)
      await Promise.all([hosted.pay(href), hosted.pay(href)])
      const report = { transaction: payment.transaction, state: 'paid', amount: 2345, currency: 'USD' }
      expect(await gateway.fetchState(payment, context)).toEqual(report)
      expect((await ledger(payment)).charges).toEqual([2345])
    },
  ],
  [
    'stays declined when it was declined',
    async ({ gateway, context, hosted, ledger }) => {
      const payment = aPayment()
      const href = await openHref(gateway, payment, context)
      await hosted.decline(href)
      // Some allow the customer another card, until the shop ends the payment of a customer who returned without paying.
      if ((await gateway.fetchState(payment, context)).state === 'open') await gateway.expire(payment, context)
      await hosted.pay(href)
      expect((await gateway.fetchState(payment, context)).state).toBe('declined')
      expect((await ledger(payment)).charges).toEqual([])
    },
  ],
  [
    'cannot be paid after it was abandoned and the customer came back to the page',
    async ({ gateway, context, hosted, ledger }) => {
      const payment = aPayment()
      const href = await openHref(gateway, payment, context)
      expect((await gateway.fetchState(payment, context)).state).toBe('open')
      expect((await gateway.expire(payment, context)).state).toBe('abandoned')
      await hosted.pay(href)
      expect((await gateway.fetchState(payment, context)).state).toBe('abandoned')
      expect((await ledger(payment)).charges).toEqual([])
    },
  ],
  [
    'ends by itself',
    async ({ gateway, context, hosted, ledger }) => {
      const payment = aPayment()
      const href = await openHref(gateway, payment, context)
      await hosted.outstay()
      await hosted.pay(href)
      expect((await gateway.fetchState(payment, context)).state).toBe('abandoned')
      expect((await ledger(payment)).charges).toEqual([])
    },
  ],
  [
    'reports that it was paid if it is ended too late',
    async ({ gateway, context, hosted }) => {
      const payment = aPayment()
      await hosted.pay(await openHref(gateway, payment, context))
      expect((await gateway.expire(payment, context)).state).toBe('paid')
      expect((await gateway.fetchState(payment, context)).state).toBe('paid')
    },
  ],
  [
    'is either paid or ended if both happen at once',
    async ({ gateway, context, hosted, ledger }) => {
      for (let round = 0; round < 5; round++) {
        const payment = aPayment()
        const href = await openHref(gateway, payment, context)
        const [ended] = await Promise.all([gateway.expire(payment, context), hosted.pay(href)])
        const { charges } = await ledger(payment)
        expect(charges).toEqual(ended.state === 'paid' ? [2345] : [])
      }
    },
  ],
  [
    'refunds nothing that was not paid',
    async ({ gateway, context, ledger }) => {
      const payment = aPayment()
      await gateway.open(payment, context)
      await expect(gateway.refund(payment, context)).rejects.toThrow()
      expect((await ledger(payment)).refunds).toEqual([])
    },
  ],
  [
    'reports the same by webhook, however often it is sent',
    async ({ gateway, context, hosted }) => {
      const payment = aPayment()
      await hosted.pay(await openHref(gateway, payment, context))
      const { headers, body } = (await hosted.webhooks(payment)).at(-1) as Webhook
      const reports = [{ transaction: payment.transaction, state: 'paid', amount: 2345, currency: 'USD' }]
      expect(await gateway.verifyWebhook(headers, body, context)).toEqual(reports)
      expect(await gateway.verifyWebhook(headers, body, context)).toEqual(reports)
    },
  ],
  [
    'makes one paid order of its webhooks, in whichever order and however often they come',
    async ({ gateway, context, hosted }) => {
      const payment = aPayment()
      await hosted.pay(await openHref(gateway, payment, context))
      const sent = await hosted.webhooks(payment)
      for (const order of [sent, sent.toReversed(), [...sent, ...sent.toReversed()]]) {
        const reports: PaymentReport[] = []
        for (const { headers, body } of order) reports.push(...(await gateway.verifyWebhook(headers, body, context)))
        expect(reports.reduce(applyReport, journalOf(payment))).toMatchObject({
          paidBy: payment.transaction,
          attempts: [{ state: 'paid' }],
        })
      }
    },
  ],
  [
    'refuses a webhook that was changed, truncated, or meant for another provider',
    async ({ gateway, context, otherContext, hosted }) => {
      const payment = aPayment()
      await hosted.pay(await openHref(gateway, payment, context))
      const { headers, body } = (await hosted.webhooks(payment)).at(-1) as Webhook
      const changed = body.replaceAll(/paid|completed/g, 'refunded')
      expect(changed).not.toBe(body)
      await expect(gateway.verifyWebhook(headers, changed, context)).rejects.toThrow(BadSignature)
      await expect(gateway.verifyWebhook(headers, body.slice(0, -1), context)).rejects.toThrow(BadSignature)
      await expect(gateway.verifyWebhook({}, body, context)).rejects.toThrow(BadSignature)
      await expect(gateway.verifyWebhook(headers, body, otherContext)).rejects.toThrow(BadSignature)
    },
  ],
  [
    'refunds a part once, however often it is requested, and then the rest',
    async ({ gateway, context, hosted, ledger }) => {
      const payment = aPayment()
      const part = () => gateway.refundPart?.(payment, 1000, context)
      const href = await openHref(gateway, payment, context)
      await expect(part()).rejects.toThrow()
      await hosted.pay(href)
      await Promise.all([part(), part()])
      await part()
      expect(await ledger(payment)).toEqual({ charges: [2345], refunds: [1000] })
      expect((await gateway.fetchState(payment, context)).state).toBe('paid')
      expect((await gateway.refund(payment, context)).state).toBe('refunded')
      await part()
      expect(await ledger(payment)).toEqual({ charges: [2345], refunds: [1000, 1345] })
    },
  ],
  [
    'reports its charge, which is refunded if it is not the requested one',
    async ({ gateway, context, hosted, ledger }) => {
      for (const wrong of [{ amount: 1 }, { currency: 'EUR' }]) {
        const payment = aPayment()
        const href = await openHref(gateway, payment, context)
        await hosted.mischarge(payment, wrong)
        await hosted.pay(href)
        const report = await gateway.fetchState(payment, context)
        expect(report).toMatchObject({ state: 'paid', ...wrong })
        expect(applyReport(journalOf(payment), report)).toMatchObject({
          paidBy: null,
          attempts: [{ state: 'refunding' }],
        })
        expect((await gateway.refund(payment, context)).state).toBe('refunded')
        const { charges, refunds } = await ledger(payment)
        expect(refunds).toEqual(charges)
      }
    },
  ],
  [
    'throws if it cannot be reached, and continues where it stopped',
    async ({ gateway, context, hosted, ledger }) => {
      const { lose } = hosted
      if (!lose) return
      const lost = async <T>(when: 'request' | 'answer', ask: () => Promise<T>): Promise<T> => {
        lose(when)
        await expect(ask()).rejects.toThrow()
        return ask()
      }
      const [paid, given] = [aPayment(), aPayment()]
      await lost('request', () => gateway.open(given, context))
      expect(await lost('answer', () => gateway.expire(given, context))).toMatchObject({ state: 'abandoned' })
      const { href } = await lost('answer', () => gateway.open(paid, context))
      await hosted.pay(href ?? '')
      expect(await lost('answer', () => gateway.fetchState(paid, context))).toMatchObject({ state: 'paid' })
      expect(await lost('answer', () => gateway.refund(paid, context))).toMatchObject({ state: 'refunded' })
      expect(await ledger(paid)).toEqual({ charges: [2345], refunds: [2345] })
      expect(await ledger(given)).toEqual({ charges: [], refunds: [] })
    },
  ],
]

type Webhook = { headers: IncomingHttpHeaders; body: string }

/** The checkout of a payment that is open. */
function journalOf({ transaction, amount, currency }: Payment): Journal {
  const attempt = { transaction, fingerprint: '', amount, state: 'open', ordered: true } as const
  return { currency, attempts: [attempt], paidBy: null, closed: [] }
}

async function openHref(gateway: Gateway, payment: Payment, context: GatewayContext): Promise<string> {
  const { href } = await gateway.open(payment, context)
  if (!href) throw new Error('This gateway has no page of its own')
  return href
}
