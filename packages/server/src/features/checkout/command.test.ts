import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProvider } from '../../platform/provider/collection.ts'
import { twoGateways } from '../../testing/buildCheckout.ts'
import { type LocalStripe, startStripe } from '../../testing/stripe/buildStripe.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { paymentsCommand } from './command.ts'

let shop: TestServer
let stripe: LocalStripe
let folder: string
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
  stripe = await startStripe()
  folder = await mkdtemp(join(tmpdir(), 'pk-keys-'))
})
afterAll(async () => {
  await stripe.close()
  await shop.close()
  await rm(folder, { recursive: true })
})

const run = (...argv: string[]) => runInTerminal(paymentsCommand, [...argv, '--provider', shop.provider.key], shop.app)
const stored = async () => findProvider(shop.app, shop.provider.key)

async function set(field: string, text: string) {
  const file = join(folder, field)
  await writeFile(file, `${text}\n`)
  return run('set', 'stripe', field, '--from', file)
}

describe('the keys of a gateway', () => {
  it('are read from files, stored sealed and not shown by any command; the gateway is asked whether it accepts them', async () => {
    const before = await run('show')
    expect(before.out).toContain('stripe: not offered')
    expect(before.out).toContain('secretKey is missing')
    expect(before.out).toContain(`/payments/${shop.provider.key}/stripe/webhook`)
    expect(await run('check', 'stripe')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('secretKey is missing'),
    })
    for (const [field, text] of [
      ['secretKey', stripe.secretKey],
      ['webhookSecret', `${stripe.webhookSecret} whsec_next`],
      ['apiBase', stripe.url],
    ] as const) {
      expect(await set(field, text)).toMatchObject({ code: 0, out: `stripe: ${field} is set.` })
    }
    const after = await run('show')
    expect(after.out).toContain('secretKey is set')
    expect(await run('check', 'stripe')).toMatchObject({
      code: 0,
      out: 'Stripe accepts the key, in test mode: no money is moved.',
    })
    for (const text of [after.out, JSON.stringify(await stored())]) {
      expect(text).not.toContain(stripe.secretKey)
      expect(text).not.toContain('whsec_next')
    }
    expect((await stored())?.paymentOptions).toHaveLength(2)
    expect((await run('unset', 'stripe', 'webhookSecret')).code).toBe(0)
    expect((await run('check', 'stripe')).problem).toContain('webhookSecret is missing')
  })

  it('are refused without being shown if they are invalid or the gateway rejects them', async () => {
    const refused = await set('secretKey', 'pk_live_Visible')
    expect(refused).toMatchObject({ code: 1, problem: expect.stringContaining('secretKey must be a key that begins') })
    expect(refused.problem).not.toContain('Visible')
    await set('webhookSecret', stripe.webhookSecret)
    await set('apiBase', stripe.url)
    await set('secretKey', 'sk_test_Wrong')
    const check = await run('check', 'stripe')
    expect(check).toMatchObject({ code: 1, problem: expect.stringContaining('stripe did not accept the keys') })
    expect(check.problem).not.toContain('Wrong')
  })
})

describe('the payment options', () => {
  it('are read from a file', async () => {
    const [option] = twoGateways().paymentOptions
    const file = join(folder, 'options.json')
    const offer = async (paymentOptions: unknown) => {
      await writeFile(file, JSON.stringify({ paymentOptions }))
      return run('offer', file)
    }
    expect(await offer([{ ...option, gateway: 'stripe', title: { en: 'Card' } }])).toMatchObject({ code: 0 })
    expect((await stored())?.paymentOptions).toMatchObject([{ gateway: 'stripe', title: { en: 'Card' } }])
    expect((await run('show')).out).toContain('stripe: offered as "Card"')
    for (const [wrong, field] of [
      [[{ ...option, gateway: 'cash' }], 'paymentOptions.0.gateway'],
      [[{ ...option, fee: -1 }], 'paymentOptions.0.fee'],
      [undefined, 'paymentOptions'],
    ] as const) {
      expect(await offer(wrong)).toMatchObject({ code: 1, problem: expect.stringContaining(field) })
    }
    expect((await stored())?.paymentOptions).toHaveLength(1)
    const { out } = await run('show', '--json')
    expect(JSON.parse(out)).toEqual({ paymentOptions: (await stored())?.paymentOptions })
    expect(await offer(JSON.parse(out).paymentOptions)).toMatchObject({ code: 0, out: expect.stringContaining(': 1.') })
  })

  it('refuse invalid arguments', async () => {
    for (const argv of [
      ['lost'],
      ['show', 'more'],
      ['set'],
      ['set', 'cash', 'key'],
      ['set', 'stripe'],
      ['set', 'stripe', 'key'],
    ]) {
      expect((await run(...argv)).code, argv.join(' ')).toBe(2)
    }
    expect((await run('set', 'stripe', 'secretKey')).problem).toContain('--from')
    expect((await run('set', 'stripe', 'secretKey', '--from', join(folder, 'none'))).code).toBe(1)
    expect((await run('set', 'invoice', 'key')).problem).toContain('needs no keys')
    expect((await run('check', 'invoice')).code).toBe(0)
  })
})
