import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../scripts/browser.ts'
import { buildBundle, staleBundles } from '../scripts/bundles.ts'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { percentile } from './calls/load.ts'
import { markFrames, workOfEachFrame } from './editor/frames.ts'
import type { Extent, Figure } from './figures.ts'
import { type FilledList, fillList } from './templateList/fillList.ts'

const TEMPLATES = 200
const MANY_TEMPLATES = 2000
const FIRST_ROW_GOAL = 1000
const FRAME_GOAL = 50
const SLOW = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

type Shop = FilledList & { browser: Browser; origin: string }

/**
 * A list of cards in Chromium, in the reference shop of a server in production mode, each with the customer's photograph in it:
 * the time until the first row is there with its pictures, and the page's work for each frame while the whole list is scrolled.
 */
export async function benchTemplateListPage({ scale }: Extent): Promise<Figure[]> {
  const root = join(import.meta.dirname, '..')
  for (const bundle of staleBundles(root)) await buildBundle(root, bundle)
  const visits = Math.max(1, Math.round(7 * scale))
  const small = await measureInShop(TEMPLATES, async (shop) => [
    await measureFirstRow(shop, visits, FIRST_ROW_GOAL),
    ...(await measureScrolling(shop)),
  ])
  const large = await measureInShop(MANY_TEMPLATES, async (shop) => [await measureFirstRow(shop, visits)])
  return [...small, ...large]
}

async function measureInShop(templates: number, measure: (shop: Shop) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-list-'))
  const children: ChildProcess[] = []
  const browser = await launchBrowser()
  try {
    const secret = randomBytes(32).toString('hex')
    const filled = await fillList(folder, secret, templates)
    const port = await startChild(children, SERVER, [], { DATA_DIR: folder, SECRET: secret, NODE_ENV: 'production' })
    return await measure({ ...filled, browser, origin: `http://${filled.host}:${port}` })
  } finally {
    await browser.close()
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

/** A customer who has been in the shop opens its list: from the address to a first row with its pictures. */
async function measureFirstRow(shop: Shop, visits: number, goal?: number): Promise<Figure> {
  const times: number[] = []
  const elements: number[] = []
  for (let visit = 0; visit <= visits; visit++) {
    const page = await openVisitor(shop)
    await page.goto(shop.origin + shop.start)
    await page.waitForLoadState('networkidle')
    await throttle(page)
    await page.goto(shop.origin + shop.path, { waitUntil: 'commit' })
    const time = await page.evaluate(untilFirstRow)
    // the first one finds the server's caches cold
    if (visit > 0) times.push(time)
    elements.push(await page.locator('*').count())
    await page.context().close()
  }
  const value = percentile(times, 50)
  return {
    name: `median until the first row of ${shop.templates.toLocaleString('en-US')} cards is painted with its pictures, the processor ${SLOW} times slower`,
    value,
    unit: 'ms',
    beside: `${percentile(elements, 50).toLocaleString('en-US')} elements in the page`,
    ...(goal === undefined ? {} : { goal: `under ${goal} ms`, met: value < goal }),
  }
}

/** In the page: the time at which the pictures of the first two cards had been painted, since the navigation began. */
function untilFirstRow(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const row = [...document.querySelectorAll('.pk-list > li')].slice(0, 2)
      const slots = row.map((tile) => [...tile.querySelectorAll('[data-slot]')])
      const isShown =
        slots.length === 2 &&
        slots.every((each) => each.length > 0 && each.every((slot) => slot.getAttribute('data-state') === 'shown'))
      // painted with the frame after
      requestAnimationFrame(isShown ? () => resolve(performance.now()) : look)
    }
    look()
  })
}

/** A thumb scrolls down the list and up again, and every picture arrives. */
async function measureScrolling(shop: Shop): Promise<Figure[]> {
  const page = await openVisitor(shop)
  await page.goto(shop.origin + shop.path)
  await page.waitForLoadState('networkidle')
  await throttle(page)
  await markFrames(page)
  await page.mouse.move(PHONE.viewport.width / 2, PHONE.viewport.height / 2)
  const frames = await workOfEachFrame(shop.browser, page, async () => {
    await push(page, 90)
    // a picture that was scrolled past before it arrived is there on the way back
    await push(page, -90)
  })
  const count = await page.locator('.pk-list [data-slot][data-state="shown"]').count()
  const expected = shop.templates * shop.slots
  const value = Math.max(...frames)
  await page.context().close()
  return [
    {
      name: `longest frame while ${shop.templates} cards are scrolled, the processor ${SLOW} times slower`,
      value,
      unit: 'ms',
      beside: `p95 ${percentile(frames, 95).toFixed(1)} ms of ${frames.length} frames`,
      goal: `under ${FRAME_GOAL} ms`,
      met: value < FRAME_GOAL,
    },
    {
      name: 'pictures on them that had come and were decoded',
      value: count,
      unit: 'pictures',
      beside: `${shop.slots} on each card`,
      goal: `all ${expected}`,
      met: count === expected,
    },
  ]
}

async function push(page: Page, pixels: number): Promise<void> {
  for (let before = -1; ; ) {
    for (let turn = 0; turn < 10; turn++) {
      await page.mouse.wheel(0, pixels)
      await page.waitForTimeout(16)
    }
    const top = await page.evaluate(() => scrollY)
    if (top === before) return
    before = top
  }
}

async function openVisitor({ browser, origin, cookies }: Shop): Promise<Page> {
  const context = await browser.newContext(PHONE)
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })))
  return await context.newPage()
}

async function throttle(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
}
