import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBuyer } from '../../server/src/testing/buildBuyer.ts'
import type { Engine } from '../vite.fixture.ts'
import { openShopInBrowser, type ShopInBrowser } from './testing/shopInBrowser.ts'

// A page that shows and removes a surface again and again, as a site of one page does, does not fill up.

const isLong = process.env.PROOFS === 'long'
const MOUNTS = isLong ? 500 : 50
/** Until then something is made for the first time: styles, caches of the shop, compiled code. */
const FIRST_MOUNTS = 50
/** A surface that is still held takes at least 13 kB; what the browser records of a mount, such as its requests, at most 2. */
const KB_PER_MOUNT = 8
/** Each surface on one of the engines; in the long form on both. */
const TAGS: Record<Engine, string[]> = {
  react: ['pk-code-entry', 'pk-picture-set'],
  preact: ['pk-shop', 'pk-cart'],
}
const all = Object.values(TAGS).flat()

type PageMemory = { listeners: number; nodes: number; kilobytes: number }

async function memoryOf(page: Page, session: CDPSession): Promise<PageMemory> {
  // Chromium caches computed styles, and with them the trees that drawings are in, until the page is shown on another medium.
  for (const media of ['print', 'screen'] as const) await page.emulateMedia({ media })
  // What the first collection finalizes is freed by the next one.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    listeners: metricOf('JSEventListeners'),
    nodes: metricOf('Nodes'),
    kilobytes: Math.round(metricOf('JSHeapUsedSize') / 1024),
  }
}

/** Shows an element until its content is there, and removes it, so many times. */
function showAndRemove(page: Page, tag: string, times: number): Promise<void> {
  return page.evaluate(
    async ([name, count]) => {
      const main = document.querySelector('main, body')
      const provider = document.querySelector('[provider]')?.getAttribute('provider') ?? ''
      const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      for (let time = 0; time < count; time += 1) {
        const element = document.createElement(name)
        element.setAttribute('provider', provider)
        main?.append(element)
        while (!element.shadowRoot?.querySelector('.pk-frame > :not(.pk-root-waiting)')) await nextFrame()
        element.remove()
        await nextFrame()
      }
    },
    [tag, times] as const,
  )
}

describe.each(Object.keys(TAGS) as Engine[])('on %s', (engine) => {
  let shop: ShopInBrowser
  beforeAll(async () => {
    shop = await openShopInBrowser({}, { engine })
  })
  afterAll(() => shop.close())

  it.each(isLong ? all : TAGS[engine])(
    `${MOUNTS} mounts of %s hold no listener, node or memory after their removal`,
    async (tag) => {
      const customer = await buildBuyer(shop.server)
      await customer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await customer.line()] })
      const page = await shop.visit('/', { customer, tags: [tag] })
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable')
      await showAndRemove(page, tag, FIRST_MOUNTS)
      const before = await memoryOf(page, session)
      await showAndRemove(page, tag, MOUNTS)
      const after = await memoryOf(page, session)
      expect(after.listeners - before.listeners).toBeLessThanOrEqual(2)
      expect(after.nodes - before.nodes).toBeLessThan(MOUNTS)
      expect(after.kilobytes - before.kilobytes).toBeLessThan(MOUNTS * KB_PER_MOUNT)
      await shop.leave()
    },
  )
})
