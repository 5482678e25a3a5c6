import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findProvider, saveProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { sandbox } from '../../ports/payments/sandbox.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { aPayment } from '../../testing/paymentsConformance.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { paymentsCommand } from './command.ts'

let live: TestServer
beforeAll(async () => {
  live = await startTestServer({
    provider: twoGateways(),
    other: { ...twoGateways(), allowSandboxInProduction: true },
    env: { NODE_ENV: 'production' },
  })
})
afterAll(() => live.close())

const run = (...argv: string[]) => runInTerminal(paymentsCommand, [...argv, '--provider', live.provider.key], live.app)
const optionOf = ({ paymentOptions }: Provider) => paymentOptions.find(({ gateway }) => gateway === 'sandbox')?.uuid

/** The gateways' options offered to a customer, and an order with the sandbox's option. */
async function orderBySandbox(provider: Provider) {
  const buyer = await buildBuyer(live, { provider })
  await buyer.add()
  const { newCheckout, ordering } = await prepareOrder(buyer, 'invoice')
  const { checkoutUuid } = newCheckout
  const { deliveryOptionUuid } = ordering
  const { paymentOptions } = await buyer.client.call(checkout.paymentOptions, { checkoutUuid, deliveryOptionUuid })
  const bySandbox = { ...ordering, paymentOptionUuid: optionOf(provider) ?? '', totalPrice: ordering.totalPrice + 25 }
  return {
    shown: paymentOptions.map(({ uuid }) => uuid),
    ordered: await buyer.client.send(checkout.transaction, bySandbox),
  }
}

it('does not offer payment without money, and refuses it if it is sent anyway', async () => {
  const { shown, ordered } = await orderBySandbox(live.provider)
  expect(shown).toEqual([live.provider.paymentOptions[0]?.uuid])
  expect([ordered.status, ordered.body]).toEqual([400, expect.objectContaining({ reason: 'checkout.payment_option' })])
  expect(await sandboxSessions(live.app, live.provider.key).find({}).toArray()).toEqual([])
})

it('offers it if the provider’s document allows it', async () => {
  const { shown, ordered } = await orderBySandbox(live.other)
  expect([shown, ordered.status]).toEqual([live.other.paymentOptions.map(({ uuid }) => uuid), 200])
})

it('blocks payment on a page that was opened while the document allowed it', async () => {
  const { key } = live.other
  const { href } = await sandbox.open(aPayment(), { app: live.app, provider: live.other, config: {} })
  const path = new URL(href ?? '').pathname
  const { allowSandboxInProduction: _, ...document } = live.other
  await saveProvider(live.app, document)
  try {
    for (const word of ['pay', 'decline']) {
      expect((await live.client().fetch({ method: 'POST', path: `${path}/${word}` })).status).toBe(404)
    }
    const session = { _id: path.split('/').at(-1) ?? '' }
    expect(await sandboxSessions(live.app, key).findOne(session)).toMatchObject({ state: 'open' })
    const late = await sandbox.open(aPayment(), { app: live.app, provider: document, config: {} })
    expect(late).toMatchObject({ href: null, report: { state: 'declined' } })
  } finally {
    await saveProvider(live.app, live.other)
  }
})

it('tells the operator which settings are missing, and offers no payment method', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-offer-'))
  const file = join(folder, 'options.json')
  const { paymentOptions } = twoGateways()
  await writeFile(file, JSON.stringify({ paymentOptions }))
  const offered = await run('offer', file)
  await rm(folder, { recursive: true })
  expect(offered).toMatchObject({
    code: 1,
    problem: expect.stringMatching(/paymentOptions\.1\.gateway: .*takes no money/),
  })
  expect((await findProvider(live.app, live.provider.key))?.paymentOptions).toMatchObject([
    { uuid: live.provider.paymentOptions[0]?.uuid },
    { uuid: optionOf(live.provider) },
  ])
  expect((await run('show')).out).toContain('allowSandboxInProduction')
  expect(await run('check', 'sandbox')).toMatchObject({
    code: 1,
    problem: expect.stringContaining('allowSandboxInProduction'),
  })
})

it('names the shops that have it when the server starts', async () => {
  const { dataDir, secret = '', mongodbUrl } = live.app.env
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      SECRET: secret,
      PORT: '0',
      ADMIN_PORT: '0',
      ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
    },
  })
  const ended = once(server, 'exit')
  let out = ''
  server.stdout.on('data', (chunk) => {
    out += chunk
  })
  await expect.poll(() => out, { timeout: 60_000 }).toContain('the shop is open')
  server.kill('SIGTERM')
  await ended
  const lines = out.split('\n').filter((line) => line.includes('takes no money'))
  expect(lines.map((line) => (JSON.parse(line) as { provider: string }).provider)).toEqual([live.provider.key])
})
