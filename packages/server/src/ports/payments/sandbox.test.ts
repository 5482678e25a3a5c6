import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPayment, gatewayConformance } from '../../testing/paymentsConformance.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { GatewayContext, Payment } from './gateway.ts'
import { sandboxSessions } from './sandbox/sessions.ts'
import { sandbox } from './sandbox.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ other: { languages: [{ long: 'nb', name: 'Norsk' }], defaultLanguage: 'nb' } })
})
afterAll(() => shop.close())

const contextOf = (provider = shop.provider): GatewayContext => ({ app: shop.app, provider, config: {} })
const pathOf = (href: string) => new URL(href).pathname
const press = (href: string, word: 'pay' | 'decline') =>
  shop.client().fetch({ method: 'POST', path: `${pathOf(href)}/${word}` })

/** A shop's webhook endpoint, which gives the test's answers. */
async function listen(answer: (count: number) => number) {
  const heard: Array<{ headers: IncomingHttpHeaders; body: string }> = []
  const take: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answer(heard.length)).end()
    })
  }
  const server = createServer(take).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { heard, url, close: () => new Promise((done) => server.close(done)) }
}

/** Redirects the webhook of a payment to this test, whatever address it was opened with. */
async function catchWebhook({ transaction }: Payment) {
  const line = await listen(() => 200)
  await sandboxSessions(shop.app, shop.provider.key).updateOne(
    { transaction },
    { $set: { webhookUrl: line.url, 'news.due': shop.app.clock(), 'news.tries': 0 } },
  )
  await expect.poll(() => line.heard.length, { timeout: 5000 }).toBeGreaterThan(0)
  await line.close()
  return line.heard[0] as { headers: IncomingHttpHeaders; body: string }
}

gatewayConformance(sandbox, () => ({
  context: contextOf(),
  otherContext: contextOf(shop.other),
  ledger: async ({ transaction }) => {
    const sessions = await sandboxSessions(shop.app, shop.provider.key).find({ transaction }).toArray()
    return {
      charges: sessions.flatMap(({ charged, amount }) => (charged ? [amount] : [])),
      refunds: sessions.flatMap(({ refunded, refundedPart = 0, amount }) => [
        ...(refundedPart > 0 ? [refundedPart] : []),
        ...(refunded ? [amount - refundedPart] : []),
      ]),
    }
  },
  hosted: {
    pay: async (href) => void (await press(href, 'pay')),
    decline: async (href) => void (await press(href, 'decline')),
    outstay: async () => shop.wait(61 * 60_000),
    webhooks: async (payment) => [await catchWebhook(payment)],
    mischarge: async ({ transaction }, what) => {
      await sandboxSessions(shop.app, shop.provider.key).updateOne({ transaction }, { $set: what })
    },
    lose: null,
  },
}))

describe("the sandbox's page", () => {
  it('allows its forms to redirect only to the shop and to the payment’s own page', async () => {
    const pageOrigins = ['https://www.studio.example']
    const { href } = await sandbox.open(aPayment({ pageOrigins }), contextOf())
    const { headers } = await shop.client().fetch(pathOf(href as string))
    const [formAction] = String(headers['content-security-policy']).match(/form-action [^;]*/) ?? []
    expect(formAction).toBe("form-action 'self' https://shop.example https://www.studio.example")
  })

  it('shows shop, order and amount in the language of the customer, and sends the browser back', async () => {
    const payment = aPayment({ language: 'de', amount: 123456 })
    const { href } = await sandbox.open(payment, contextOf())
    const page = await shop.client().fetch(pathOf(href as string))
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('1.234,56')
    expect(page.text).toContain(payment.reference)
    const answer = await press(href as string, 'pay')
    expect([answer.status, answer.headers.location]).toEqual([303, payment.returnUrl])
    expect((await shop.client().fetch(pathOf(href as string))).text).not.toContain('<form')
  })

  it('escapes untrusted text', async () => {
    const payment = aPayment({ reference: '#<script>alert(1)</script>' })
    const { href } = await sandbox.open(payment, contextOf())
    expect((await shop.client().fetch(pathOf(href as string))).text).not.toContain('<script')
  })

  it('does not exist for a session that was never opened, nor under another provider', async () => {
    const { href } = await sandbox.open(aPayment(), contextOf())
    const path = pathOf(href as string)
    expect((await shop.client().fetch(path.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).status).toBe(404)
    expect((await shop.client().fetch(path.replace(shop.provider.key, shop.other.key))).status).toBe(404)
    expect((await press(href?.replace(shop.provider.key, shop.other.key) as string, 'pay')).status).toBe(404)
  })
})

describe("the sandbox's webhooks", () => {
  it('are repeated until they are accepted', async () => {
    const line = await listen((count) => (count === 1 ? 500 : 204))
    const payment = aPayment({ webhookUrl: line.url })
    const { href } = await sandbox.open(payment, contextOf())
    await press(href as string, 'pay')
    await expect.poll(() => line.heard.length, { timeout: 5000 }).toBe(1)
    shop.wait(3000)
    await expect.poll(() => line.heard.length, { timeout: 5000 }).toBe(2)
    shop.wait(3000)
    const { transaction } = payment
    const sessions = sandboxSessions(shop.app, shop.provider.key)
    await expect.poll(async () => (await sessions.findOne({ transaction }))?.news, { timeout: 5000 }).toBeUndefined()
    await line.close()
    expect(line.heard.map(({ body }) => JSON.parse(body).state)).toEqual(['paid', 'paid'])
  })

  it('are useless to somebody who replays one later', async () => {
    const payment = aPayment()
    const { href } = await sandbox.open(payment, contextOf())
    await press(href as string, 'pay')
    const { headers, body } = await catchWebhook(payment)
    shop.wait(6 * 60_000)
    await expect(sandbox.verifyWebhook(headers, body, contextOf())).rejects.toThrow()
  })
})
