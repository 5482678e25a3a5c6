import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../scripts/browser.ts'
import { buildBundle, staleBundles } from '../scripts/bundles.ts'
import { openPhone, SLOW, throttle, throttleNote } from './browser/phone.ts'
import { readScriptTagViews } from './bytes/views.ts'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { percentile } from './calls/load.ts'
import { type FilledEditor, fillEditor } from './editor/fillEditor.ts'
import { markFrames, workOfFrames } from './editor/frames.ts'
import type { Extent, Figure } from './figures.ts'

const READY_GOAL = 1500
const FRAME_GOAL = 16.7
const SLOW_FRAME_GOAL = 33
const BYTES_GOAL = 60

type Shop = FilledEditor & { browser: Browser; origin: string }

/**
 * The editor in Chromium, in the reference shop of a server in production mode: the time until a card can be touched, the
 * page's work for each frame while a picture of 24 megapixels is dragged and zoomed and a text is typed, and the code that it
 * adds.
 */
export async function benchEditor({ scale }: Extent): Promise<Figure[]> {
  const root = join(import.meta.dirname, '..')
  for (const bundle of staleBundles(root)) await buildBundle(root, bundle)
  const folder = await mkdtemp(join(tmpdir(), 'pk-editor-'))
  const children: ChildProcess[] = []
  const browser = await launchBrowser()
  try {
    const secret = randomBytes(32).toString('hex')
    const filled = await fillEditor(folder, secret)
    const port = await startChild(children, SERVER, [], { DATA_DIR: folder, SECRET: secret, NODE_ENV: 'production' })
    const shop: Shop = { ...filled, browser, origin: `http://${filled.host}:${port}` }
    const visits = Math.max(1, Math.round(7 * scale))
    return [
      await measureReady(shop, SLOW, visits, READY_GOAL),
      await measureReady(shop, 1, visits),
      ...(await measureFrames(shop, 1, FRAME_GOAL)),
      ...(await measureFrames(shop, SLOW, SLOW_FRAME_GOAL)),
      await addedBytes(join(root, 'packages/widgets/dist/cdn')),
    ]
  } finally {
    await browser.close()
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first visit of a browser with an empty cache: from the address to a card whose slots can be touched. */
async function measureReady(shop: Shop, rate: number, visits: number, goal?: number): Promise<Figure> {
  const usable: number[] = []
  const whole: number[] = []
  // the first one finds the server's caches cold
  for (let visit = 0; visit <= visits; visit++) {
    const page = await openPhone(shop.browser, shop.origin, shop.cookies, rate)
    await page.goto(shop.origin + shop.path, { waitUntil: 'commit' })
    const times = await page.evaluate(untilReady)
    if (visit > 0) {
      usable.push(times.usable)
      whole.push(times.whole)
    }
    await page.context().close()
  }
  const value = percentile(usable, 50)
  return {
    name: `median until a card can be touched, first visit${throttleNote(rate)}`,
    value,
    unit: 'ms',
    beside: `its pictures are there ${percentile(whole, 50).toFixed(0)} ms`,
    ...(goal === undefined ? {} : { goal: `under ${goal} ms`, met: value < goal }),
  }
}

/** In the page: the times at which the slots and their pictures were there, since the navigation began. */
function untilReady(): Promise<{ usable: number; whole: number }> {
  return new Promise((resolve) => {
    let usable = 0
    const look = () => {
      if (usable === 0 && document.querySelector('.pk-editor [data-slot-button]')) usable = performance.now()
      const pictures = [...document.querySelectorAll('.pk-canvas image')].map(
        (image) => image.getAttribute('href') ?? '',
      )
      const came = (address: string) =>
        performance.getEntriesByName(new URL(address, location.href).href).some((entry) => entry.duration > 0)
      if (usable > 0 && pictures.length > 0 && pictures.every(came)) resolve({ usable, whole: performance.now() })
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function measureFrames(shop: Shop, rate: number, goal: number): Promise<Figure[]> {
  const page = await openPhone(shop.browser, shop.origin, shop.cookies, 1)
  await page.goto(shop.origin + shop.path)
  await page.locator('[data-slot-button="front.large"]').click()
  const stage = page.getByRole('application')
  await page.locator('.pk-crop-window img').waitFor()
  await page.waitForLoadState('networkidle')
  await throttle(page, rate)
  await markFrames(page)
  const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const figure = async (what: string, act: () => Promise<void>): Promise<Figure> => {
    const value = await workOfFrames(shop.browser, page, act)
    return {
      name: `p95 of a frame while ${what}, a picture of 24 megapixels${throttleNote(rate)}`,
      value,
      unit: 'ms',
      goal: `under ${goal} ms`,
      met: value < goal,
    }
  }
  await page.mouse.move(middleX, middleY)
  const zooming = await figure('zooming', async () => {
    for (let turn = 0; turn < 150; turn++) {
      await page.mouse.wheel(0, turn % 60 < 30 ? -20 : 20)
      await page.waitForTimeout(8)
    }
    await page.waitForTimeout(400)
  })
  await page.mouse.wheel(0, -400)
  await page.waitForTimeout(400)
  const dragging = await figure('dragging', async () => {
    await page.mouse.down()
    for (let step = 0; step < 200; step++) {
      await page.mouse.move(middleX + 60 * Math.sin(step / 15), middleY + 40 * Math.cos(step / 15))
      await page.waitForTimeout(8)
    }
    await page.mouse.up()
    await page.waitForTimeout(100)
  })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('[data-slot-button="front.greeting"]').click()
  const field = page.getByRole('textbox')
  // the fonts come with the first keystroke
  await field.fill('So long, and')
  await page.waitForLoadState('networkidle')
  await field.press('End')
  const typing = await figure('typing', async () => {
    await page.keyboard.type(' thanks for all the pictures of a lovely year at school', { delay: 40 })
    await page.waitForTimeout(100)
  })
  await page.context().close()
  return [dragging, zooming, typing].map((one, index) =>
    index < 2 ? one : { ...one, name: `p95 of a frame while typing${throttleNote(rate)}` },
  )
}

/** With the script tag: what is fetched for the editor if the shop and its list of cards are loaded already. */
async function addedBytes(folder: string): Promise<Figure> {
  const { views } = await readScriptTagViews(folder)
  const filesOf = (tag: string) => views.find(({ name }) => name === tag)?.files ?? new Map<string, number>()
  const before = new Set(['pk-shop', 'pk-template-list'].flatMap((tag) => [...filesOf(tag).keys()]))
  const files = [...filesOf('pk-editor')].filter(([file]) => !before.has(file))
  const value = files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000
  return {
    name: 'code that the editor adds to a shop and its list of cards',
    value,
    unit: 'kB',
    beside: `${files.length} files; fontkit and fonts come when text is edited`,
    goal: `at most ${BYTES_GOAL} kB`,
    met: value <= BYTES_GOAL,
  }
}
