import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildBuyer } from '../packages/server/src/testing/buildBuyer.ts'
import { twoGateways } from '../packages/server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../packages/server/src/testing/buildCustomer.ts'
import { startTestServer } from '../packages/server/src/testing/testServer.ts'
import { launchBrowser } from '../scripts/browser.ts'
import { buildBundle, staleBundles } from '../scripts/bundles.ts'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { percentile } from './calls/load.ts'
import { checkoutOnPhone } from './checkout/onPhone.ts'
import { createShopper, type Shop, type Shopper } from './checkout/shopper.ts'
import type { Extent, Figure } from './figures.ts'

const CUSTOMERS = 200
const P99_GOAL = 300
/**
 * The average pause between two calls of one customer: the whole purchase takes half a minute, which is faster than people are.
 */
const PAUSE_MS = 3000
const LINES = 100
const QUANTITY_GOAL = 30

/**
 * Signed-in customers who all buy at the same time, half of them by invoice and half on the sandbox's page, from the first line
 * to the receipt, at a server in production mode on the local database. First with the pauses of hurried people, then without.
 * Any failure ends the bench. Then the quantity of a line in a large cart, and the page on a phone.
 */
export async function benchCheckout({ scale }: Extent): Promise<Figure[]> {
  const root = join(import.meta.dirname, '..')
  for (const bundle of staleBundles(root)) await buildBundle(root, bundle)
  const folder = await mkdtemp(join(tmpdir(), 'pk-checkout-'))
  const children: ChildProcess[] = []
  const browser = await launchBrowser()
  const agent = new Agent({ keepAlive: true, maxSockets: CUSTOMERS })
  try {
    const secret = randomBytes(32).toString('hex')
    const { cookies, phone, ...filled } = await fillShop(folder, secret, Math.max(10, Math.round(CUSTOMERS * scale)))
    const env = { DATA_DIR: folder, SECRET: secret, NODE_ENV: 'production', LOG_LEVEL: 'silent' }
    const shop: Shop = { ...filled, agent, port: await startChild(children, SERVER, [], env) }
    const latencies = new Map<string, number[]>()
    const clock = (call: string, ms: number) => latencies.set(call, [...(latencies.get(call) ?? []), ms])
    const shoppers = cookies.map((cookie) => createShopper(shop, cookie, clock))
    await everybodyBuys(shoppers.slice(0, 20), 1, async () => {})
    latencies.clear()
    const calm = await everybodyBuys(shoppers, Math.max(1, Math.round(2 * scale)), () =>
      sleep(2 * PAUSE_MS * Math.random()),
    )
    const figures = [rateFigure('three seconds between their calls', shoppers.length, calm), ...callFigures(latencies)]
    latencies.clear()
    const hurried = await everybodyBuys(shoppers, Math.max(1, Math.round(3 * scale)), async () => {})
    const all = [...latencies.values()].flat()
    figures.push(rateFigure('no pause at all', shoppers.length, hurried))
    figures.push({ name: 'the same without a pause: median of all calls', value: percentile(all, 50), unit: 'ms' })
    figures.push({ name: 'the same without a pause: p99 of all calls', value: percentile(all, 99), unit: 'ms' })
    figures.push(...(await largeCart(shop, cookies[0] ?? '', Math.max(10, Math.round(100 * scale)))))
    const origin = `http://${phone.host}:${shop.port}`
    const visits = Math.max(1, Math.round(7 * scale))
    figures.push(...(await checkoutOnPhone(browser, { origin, cookies: phone.cookies }, visits)))
    return figures
  } finally {
    await browser.close()
    agent.destroy()
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillShop(folder: string, secret: string, customers: number) {
  const server = await startTestServer({
    folder,
    env: { SECRET: secret },
    provider: { ...twoGateways(), allowSandboxInProduction: true },
  })
  try {
    const seller = await buildBuyer(server)
    const cookies: string[] = []
    while (cookies.length < customers) {
      const { client } = await buildCustomer(server, { subjects: [seller.set.subject.uuid] })
      cookies.push([...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const { key, hosts, paymentOptions } = server.provider
    await seller.add()
    return {
      cookies,
      phone: { host: hosts[0] as string, cookies: [...seller.client.cookies] },
      provider: key,
      line: await seller.line(),
      paymentOptions: paymentOptions.map(({ uuid }) => uuid),
    }
  } finally {
    await server.close()
  }
}

/** Each customer buys this number of times, one after the other; all at the same time. Returns purchases per second. */
async function everybodyBuys(shoppers: readonly Shopper[], times: number, pause: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await Promise.all(
    shoppers.map(async (shopper, index) => {
      await pause()
      for (let time = 0; time < times; time++) {
        await shopper.fill(1)
        await pause()
        await shopper.order((index + time) % 2, pause)
      }
    }),
  )
  return (shoppers.length * times) / ((performance.now() - began) / 1000)
}

function rateFigure(pausing: string, customers: number, value: number): Figure {
  return { name: `${customers} customers buy at once, with ${pausing}`, value, unit: 'purchases/s' }
}

function callFigures(latencies: ReadonlyMap<string, number[]>): Figure[] {
  return [...latencies].map(([call, all]) => {
    const p99 = percentile(all, 99)
    const beside = `median ${percentile(all, 50).toFixed(1)} ms`
    const goal = `under ${P99_GOAL} ms`
    return { name: `p99 of ${call}`, value: p99, unit: 'ms', beside, goal, met: p99 < P99_GOAL }
  })
}

async function largeCart(shop: Shop, cookie: string, times: number): Promise<Figure[]> {
  const latencies = new Map<string, number[]>()
  const of = (call: string) => latencies.get(call) ?? []
  const shopper = createShopper(shop, cookie, (call, ms) => latencies.set(call, [...of(call), ms]))
  await shopper.fill(LINES / 2)
  const { orderLines } = await shopper.fill(LINES / 2)
  for (let time = 0; time < times + 10; time++) {
    const { uuid = '' } = orderLines[(time * 37) % LINES] ?? {}
    await shopper.changeQuantity(uuid, 1 + (time % 20))
  }
  await shopper.order(0, async () => {})
  // the first ones run on cold caches
  const value = percentile(of('cart.updateLine').slice(10), 50)
  const cart = `a cart of ${LINES} lines`
  const goal = `under ${QUANTITY_GOAL} ms`
  return [
    { name: `median of a change of quantity in ${cart}`, value, unit: 'ms', goal, met: value < QUANTITY_GOAL },
    { name: `checkout.transaction of ${cart}`, value: percentile(of('checkout.transaction'), 50), unit: 'ms' },
  ]
}
