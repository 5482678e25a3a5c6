import StripeLibrary from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPayment, gatewayConformance } from '../../testing/paymentsConformance.ts'
import { type LocalStripe, startStripe } from '../../testing/stripe/buildStripe.ts'
import { readForm } from '../../testing/stripe/buildStripeForm.ts'
import { checkParams } from '../../testing/stripe/buildStripeSpec.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { GatewayContext, Payment } from './gateway.ts'
import { fromStripeAmount, toStripeAmount } from './stripe/amount.ts'
import { readStripeConfig, STRIPE_VERSION } from './stripe/client.ts'
import { stripePayments } from './stripe/payments.ts'
import { stripe } from './stripe.ts'

let shop: TestServer
let there: LocalStripe
beforeAll(async () => {
  shop = await startTestServer()
  there = await startStripe({ clock: shop.app.clock })
})
beforeEach(() => {
  there.troubles.length = 0
})
afterAll(async () => {
  await there.close()
  await shop.close()
})

const keys = () => ({ secretKey: there.secretKey, webhookSecret: there.webhookSecret, apiBase: there.url })
const contextOf = (change: Partial<GatewayContext> = {}): GatewayContext => ({
  app: shop.app,
  provider: shop.provider,
  config: keys(),
  ...change,
})
const withKeys = (change: Record<string, string>) => contextOf({ config: { ...keys(), ...change } })
const hrefOf = async (payment: Payment) => (await stripe.open(payment, contextOf())).href as string

gatewayConformance(stripe, () => ({
  context: contextOf(),
  otherContext: contextOf({ provider: shop.other, config: { ...keys(), webhookSecret: 'whsec_other' } }),
  ledger: async ({ transaction }) => there.ledger(transaction),
  hosted: {
    pay: async (href) => void (await there.press(href, 'pay')),
    decline: async (href) => void (await there.press(href, 'decline')),
    outstay: async () => shop.wait(61 * 60_000),
    webhooks: async ({ transaction }) => there.eventsOf(transaction).map((event) => there.sign(event)),
    mischarge: async ({ transaction }, what) =>
      there.tamper(
        transaction,
        'amount' in what ? { amount_total: what.amount } : { currency: what.currency.toLowerCase() },
      ),
    // The library retries once by itself.
    lose: (when) => {
      const trouble = when === 'request' ? 'cut before' : 'cut after'
      there.troubles.push(trouble, trouble)
    },
  },
}))

describe('the request to Stripe', () => {
  it('has the whole amount in one line with the shop and the number of the order, and names the customer', async () => {
    const payment = aPayment({ currency: 'NOK', amount: 49_900, language: 'nb' })
    await stripe.open(payment, contextOf())
    const { transaction, reference, returnUrl, cancelUrl } = payment
    const metadata = { transaction, reference, provider: shop.provider.key }
    const session = there.sessionOf(transaction)
    expect(session).toMatchObject({
      amount_total: 49_900,
      currency: 'nok',
      locale: 'nb',
      customer_email: 'parent@example.com',
      success_url: returnUrl,
      cancel_url: cancelUrl,
      client_reference_id: transaction,
      metadata,
    })
    await there.press(session.url as string, 'pay')
    const charge = there.eventsOf(transaction).find(({ type }) => type === 'charge.succeeded')?.data.object
    expect(charge).toMatchObject({ metadata, description: `${shop.provider.name} ${reference}` })
  })

  it('names a language for the page, for every language that a shop may have', async () => {
    for (const [language, locale] of [
      ...['en', 'de', 'es', 'nb', 'sv', 'da', 'en-GB', 'pt-BR'].map((each) => [each, each]),
      ...[
        ['de-CH', 'de'],
        ['no', 'nb'],
        ['nn-NO', 'nb'],
        ['is', 'auto'],
      ],
    ] as Array<[string, string]>) {
      const payment = aPayment({ language })
      await stripe.open(payment, contextOf())
      expect(there.sessionOf(payment.transaction).locale, language).toBe(locale)
    }
  })

  it('omits an address that Stripe would not accept', async () => {
    for (const email of ['jørgen@example.com', 'a..b@example.com', 'nobody']) {
      const payment = aPayment({ email })
      expect((await stripe.open(payment, contextOf())).report.state).toBe('open')
      expect(there.sessionOf(payment.transaction).customer_email).toBeNull()
    }
  })

  it('is identical to the letter when repeated after the shop was renamed', async () => {
    const payment = aPayment()
    there.troubles.push('cut after', 'cut after')
    await expect(stripe.open(payment, contextOf())).rejects.toThrow()
    const renamed = contextOf({ provider: { ...shop.provider, name: 'Another name' } })
    shop.wait(60_000)
    expect((await stripe.open(payment, renamed)).report.state).toBe('open')
  })

  it('counts money in Stripe’s units', async () => {
    for (const [currency, ours, theirs] of [
      ['USD', 1999, 1999],
      ['JPY', 1999, 1999],
      ['ISK', 1999, 199_900],
      ['HUF', 1999, 199_900],
      ['KWD', 1990, 1990],
    ] as const) {
      expect([toStripeAmount(ours, currency), fromStripeAmount(theirs, currency)], currency).toEqual([theirs, ours])
    }
    expect(() => toStripeAmount(1999, 'KWD')).toThrow('1999 minor units of KWD')
    expect(() => toStripeAmount(1999, 'UGX')).toThrow('UGX')
    const payment = aPayment({ currency: 'ISK', amount: 1999 })
    await there.press(await hrefOf(payment), 'pay')
    expect(await stripe.fetchState(payment, contextOf())).toMatchObject({
      state: 'paid',
      amount: 1999,
      currency: 'ISK',
    })
  })

  it('uses the version that the library’s types describe', () => {
    expect(STRIPE_VERSION).toBe(StripeLibrary.API_VERSION)
  })
})

describe('a payment that Stripe refuses', () => {
  it('fails permanently, at the first answer', async () => {
    const log = vi.spyOn(shop.app.log, 'error').mockImplementation(() => {})
    for (const payment of [aPayment({ amount: 3 }), aPayment({ currency: 'UGX' })]) {
      const before = there.requests.length
      expect(await stripe.open(payment, contextOf())).toMatchObject({ href: null, report: { state: 'failed' } })
      expect((await stripe.open(payment, contextOf())).report.state).toBe('failed')
      expect((await stripe.fetchState(payment, contextOf())).state).toBe('failed')
      expect((await stripe.expire(payment, contextOf())).state).toBe('failed')
      expect(there.requests.length - before).toBeLessThanOrEqual(1)
    }
    expect(log).toHaveBeenCalledTimes(2)
    log.mockRestore()
  })

  it('also fails for a shop with a wrong key, which is not logged anywhere', async () => {
    const log = vi.spyOn(shop.app.log, 'error').mockImplementation(() => {})
    const wrong = withKeys({ secretKey: 'sk_live_Very0Secret' })
    const payment = aPayment()
    expect((await stripe.open(payment, wrong)).report.state).toBe('failed')
    const [{ err }] = log.mock.calls[0] as unknown as [{ err: Error }]
    log.mockRestore()
    expect(err.message).toContain('Invalid API Key provided: sk_…')
    const known = aPayment()
    await hrefOf(known)
    const error = await stripe.fetchState(known, wrong).catch((thrown: Error) => thrown)
    for (const written of [err, error]) {
      expect(JSON.stringify(written, Object.getOwnPropertyNames(written)) + String(written)).not.toContain(
        'Very0Secret',
      )
    }
  })

  it('is different from one that Stripe could not process at the moment', async () => {
    // The library retries once by itself, but not when it was told to wait.
    for (const troubles of [[429], [500, 500]] as const) {
      const payment = aPayment()
      there.troubles.push(...troubles)
      await expect(stripe.open(payment, contextOf())).rejects.toThrow()
      expect((await stripe.open(payment, contextOf())).report.state).toBe('open')
    }
  })
})

describe('the keys of a shop', () => {
  it('are named if they are invalid, but never shown', () => {
    const problems: Array<[Record<string, string>, string]> = [
      [{ secretKey: 'pk_test_Visible' }, 'gateways.stripe.secretKey'],
      [{ apiBase: 'http://stripe.example.com' }, 'gateways.stripe.apiBase'],
      [{ apiBase: 'stripe' }, 'gateways.stripe.apiBase'],
      [{ webhookSecret: 'Visible' }, 'gateways.stripe.webhookSecret'],
      [{ webhookSecret: '' }, 'gateways.stripe.webhookSecret'],
    ]
    for (const [change, field] of problems) {
      const read = () => readStripeConfig(withKeys(change))
      expect(read).toThrow(field)
      expect(read).not.toThrow('Visible')
    }
    const { apiBase } = readStripeConfig(contextOf({ config: { secretKey: 'rk_live_a', webhookSecret: 'whsec_a' } }))
    expect(apiBase).toBe('https://api.stripe.com')
  })

  it('for webhooks may be two, while one replaces the other', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    const [event] = there.eventsOf(payment.transaction)
    if (!event) throw new Error('No event arrived')
    const verify = (secrets: string, by: string) => {
      const { headers, body } = there.sign(event, by)
      return stripe.verifyWebhook(headers, body, withKeys({ webhookSecret: secrets }))
    }
    for (const by of ['whsec_old', 'whsec_new']) expect(await verify('whsec_old whsec_new', by)).toHaveLength(1)
    await expect(verify('whsec_new', 'whsec_old')).rejects.toThrow()
    await expect(verify('whsec_new', '')).rejects.toThrow()
  })

  it('of another account do not find current payments, which are given up after a day', async () => {
    const payment = aPayment()
    await hrefOf(payment)
    const { transaction } = payment
    const session = 'cs_test_other'
    await stripePayments(shop.app, shop.provider.key).updateOne({ _id: transaction }, { $set: { session } })
    await expect(stripe.fetchState(payment, contextOf())).rejects.toThrow('No such checkout.session')
    shop.wait(25 * 60 * 60_000)
    expect((await stripe.fetchState(payment, contextOf())).state).toBe('abandoned')
    expect((await stripe.expire(payment, contextOf())).state).toBe('abandoned')
    await expect(stripe.refund(payment, contextOf())).rejects.toThrow()
  })
})

describe('events', () => {
  it('of other shops and of sales outside the shop are accepted and ignored', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    const [event] = there.eventsOf(payment.transaction)
    const { headers, body } = there.sign(event as never)
    expect(await stripe.verifyWebhook(headers, body, contextOf({ provider: shop.other }))).toEqual([])
    const elsewhere = there.sign({
      ...event,
      data: { object: { object: 'charge', id: 'ch_1', metadata: {} } },
    } as never)
    expect(await stripe.verifyWebhook(elsewhere.headers, elsewhere.body, contextOf())).toEqual([])
  })

  it('are useless when replayed later', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    const { headers, body } = there.sign(there.eventsOf(payment.transaction)[0] as never)
    shop.wait(6 * 60_000)
    await expect(stripe.verifyWebhook(headers, body, contextOf())).rejects.toThrow()
  })

  it('of a session identify it even if the answer to its opening was lost', async () => {
    const payment = aPayment()
    there.troubles.push('cut after', 'cut after')
    await expect(stripe.open(payment, contextOf())).rejects.toThrow()
    await there.press(there.sessionOf(payment.transaction).url as string, 'pay')
    const event = there.eventsOf(payment.transaction).find(({ type }) => type === 'checkout.session.completed')
    const { headers, body } = there.sign(event as never)
    expect(await stripe.verifyWebhook(headers, body, contextOf())).toMatchObject([{ state: 'paid' }])
    expect((await stripe.open(payment, contextOf())).report.state).toBe('paid')
  })
})

describe('a declined card', () => {
  it('leaves the customer on the page, to use another one', async () => {
    const payment = aPayment()
    const href = await hrefOf(payment)
    expect(await there.press(href, 'decline')).toBeNull()
    expect((await stripe.fetchState(payment, contextOf())).state).toBe('open')
    expect(await there.press(href, 'pay')).toBe(payment.returnUrl)
    expect((await stripe.fetchState(payment, contextOf())).state).toBe('paid')
    expect(there.ledger(payment.transaction).charges).toEqual([2345])
  })
})

describe('a payment', () => {
  it('that was never opened is not looked up', async () => {
    const before = there.requests.length
    const payment = aPayment()
    for (const ask of [stripe.fetchState, stripe.expire, stripe.fetchState]) {
      expect((await ask(payment, contextOf())).state).toBe('abandoned')
    }
    expect((await stripe.open(payment, contextOf())).href).toBeNull()
    expect(there.requests.length).toBe(before)
  })

  it('stays open while a bank is still deciding', async () => {
    for (const [isPaid, state] of [
      [true, 'paid'],
      [false, 'failed'],
    ] as const) {
      const payment = aPayment()
      expect(await there.press(await hrefOf(payment), 'later')).toBe(payment.returnUrl)
      expect((await stripe.fetchState(payment, contextOf())).state).toBe('open')
      there.decide(payment.transaction, isPaid)
      const { headers, body } = there.sign(there.eventsOf(payment.transaction).at(-1) as never)
      expect(await stripe.verifyWebhook(headers, body, contextOf())).toMatchObject([{ state }])
    }
  })

  it('of nothing is paid by one press, and nothing is refunded', async () => {
    const payment = aPayment({ amount: 0 })
    await there.press(await hrefOf(payment), 'pay')
    expect(await stripe.fetchState(payment, contextOf())).toMatchObject({ state: 'paid', amount: 0 })
    expect((await stripe.refund(payment, contextOf())).state).toBe('refunded')
    expect(there.ledger(payment.transaction)).toEqual({ charges: [], refunds: [] })
  })

  it('without an answer is requested again and stays one payment', async () => {
    // A timeout takes as long as in production: only the long form waits for it.
    const lost = process.env.PROOFS === 'long' ? 'silence' : 'cut after'
    const payment = aPayment()
    there.troubles.push(lost)
    await there.press(await hrefOf(payment), 'pay')
    there.troubles.push(lost)
    expect((await stripe.refund(payment, contextOf())).state).toBe('refunded')
    expect(there.ledger(payment.transaction)).toEqual({ charges: [2345], refunds: [2345] })
  })
})

describe('a refund made at Stripe itself', () => {
  it('counts once all of the money is refunded, and is not refunded again', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    there.refund(payment.transaction, 1000)
    expect((await stripe.fetchState(payment, contextOf())).state).toBe('paid')
    there.refund(payment.transaction)
    expect((await stripe.fetchState(payment, contextOf())).state).toBe('refunded')
    expect((await stripe.refund(payment, contextOf())).state).toBe('refunded')
    expect(there.ledger(payment.transaction).refunds).toEqual([1000, 1345])
  })

  it('counts if both sides refund at the same moment', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    there.troubles.push(
      () => {},
      () => there.refund(payment.transaction),
    )
    expect((await stripe.refund(payment, contextOf())).state).toBe('refunded')
    expect(there.ledger(payment.transaction).refunds).toEqual([2345])
  })

  it('of a part is made once, also if it is requested again after a day, when Stripe has forgotten the first request', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    await stripe.refundPart?.(payment, 1000, contextOf())
    shop.wait(25 * 60 * 60_000)
    await stripe.refundPart?.(payment, 1000, contextOf())
    expect(there.ledger(payment.transaction).refunds).toEqual([1000])
  })

  it('refunds the rest after a partial refund', async () => {
    const payment = aPayment()
    await there.press(await hrefOf(payment), 'pay')
    there.refund(payment.transaction, 1000)
    expect((await stripe.refund(payment, contextOf())).state).toBe('refunded')
    expect(there.ledger(payment.transaction).refunds).toEqual([1000, 1345])
  })
})

describe('the Stripe of these tests', () => {
  const library = () => {
    const { hostname, port } = new URL(there.url)
    return new StripeLibrary(there.secretKey, { protocol: 'http', host: hostname, port, maxNetworkRetries: 0 })
  }
  const aSession = () => ({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A' } } }],
    success_url: 'https://shop.example/',
  })
  const refusal = async (params: object, options: object = {}) =>
    library()
      .checkout.sessions.create(params as never, options)
      .then(
        () => null,
        ({ type, param, statusCode }) => ({ type, param, statusCode }),
      )
  const invalid = (param: string) => ({ type: 'StripeInvalidRequestError', param, statusCode: 400 })

  it('accepts what Stripe accepts, and refuses parameters that are not in its types', async () => {
    const [line] = aSession().line_items
    const [wrongAmount, noCurrency] = [
      { ...line?.price_data, unit_amount: 4.5 },
      { unit_amount: 500, product_data: { name: 'A' } },
    ]
    const cases: Array<[object, string]> = [
      [{ payment_method_types: ['card'] }, 'payment_method_types'],
      [{ locale: 'xx' }, 'locale'],
      [{ success_url: 'no address' }, 'success_url'],
      [{ success_url: undefined }, 'success_url'],
      [{ line_items: [] }, 'line_items'],
      [{ line_items: [{ ...line, quantity: undefined }] }, 'line_items[0][quantity]'],
      [{ line_items: [{ ...line, price_data: wrongAmount }] }, 'line_items[0][price_data][unit_amount]'],
      [{ line_items: [{ ...line, price_data: noCurrency }] }, 'line_items[0][price_data][currency]'],
      [{ expires_at: Math.floor(shop.app.clock().getTime() / 1000) + 60 }, 'expires_at'],
      [{ adaptive_pricing: { enabled: 'yes' } }, 'adaptive_pricing[enabled]'],
      [{ metadata: { a: { b: 1 } } }, 'metadata[a]'],
      [{ customer_email: 'nobody' }, 'customer_email'],
    ]
    expect(await refusal(aSession())).toBeNull()
    for (const [change, param] of cases) expect(await refusal({ ...aSession(), ...change })).toEqual(invalid(param))
    expect(checkParams('Refunds', 'RefundCreateParams', readForm('amount=1&to=me') ?? '')).toMatchObject({
      param: 'to',
    })
  })

  it('gives the same answer to the same key, and refuses the key for anything else', async () => {
    const key = { idempotencyKey: aPayment().transaction }
    const [one, two] = [await library().checkout.sessions.create(aSession() as never, key), aSession()]
    expect((await library().checkout.sessions.create(two as never, key)).id).toBe(one.id)
    const other = { ...aSession(), success_url: 'https://other.example/' }
    expect(await refusal(other, key)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  it('lists sessions page by page', async () => {
    for (let count = 0; count < 3; count++) await library().checkout.sessions.create(aSession() as never)
    const seen = new Set<string>()
    for await (const { id } of library().checkout.sessions.list({ limit: 2 })) {
      expect(seen.has(id)).toBe(false)
      seen.add(id)
      if (seen.size === 3) break
    }
    expect(seen.size).toBe(3)
  })

  it('refuses every call without the key', async () => {
    const { hostname, port } = new URL(there.url)
    const stranger = new StripeLibrary('sk_test_other', { protocol: 'http', host: hostname, port })
    await expect(stranger.checkout.sessions.create(aSession() as never)).rejects.toThrow('Invalid API Key')
  })

  it('has a page to pay on, to decline on and to leave', async () => {
    const payment = aPayment()
    const href = await hrefOf(payment)
    const page = await (await fetch(href)).text()
    expect(page).toContain('2345 usd')
    expect(page).toContain(`href="${payment.cancelUrl}"`)
    await there.press(href, 'decline')
    expect(await (await fetch(href)).text()).toContain('Pay with a card that is declined')
    await there.press(href, 'pay')
    expect(await (await fetch(href)).text()).toContain('This page is complete.')
  })
})
