import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { firefox, type Page } from 'playwright-core'
import type { Driver, Point } from './visitor.ts'

/** Debian's package. */
const PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The path of a Firefox on this machine. */
export const firefoxPath = (): string | undefined => PROGRAMS.find(existsSync)

/** A new window of Firefox, driven by WebDriver BiDi, in a session of its own. */
export async function openFirefox(
  executablePath: string,
  viewport: { width: number; height: number },
): Promise<Driver> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, timeout: 120_000 })
  const context = await browser.newContext({ locale: 'en-US', viewport })
  context.setDefaultTimeout(60_000)
  const troubles: string[] = []
  const first = await context.newPage()
  let page = listenTo(first, troubles)
  return {
    troubles,
    evaluate: (expression) => page.evaluate(expression),
    goto: async (address) => {
      await page.goto(address)
    },
    reload: async () => {
      await page.reload()
    },
    async back() {
      // A page from the browser's cache is not loaded again: the driver then waits in vain, and what follows waits for what it needs.
      await page.goBack({ waitUntil: 'commit', timeout: 5000 }).catch(() => undefined)
    },
    address: async () => page.url(),
    click: ({ x, y }) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 10 })
      await page.mouse.up()
    },
    pinch: (middle, from, to) => moveFingers(page, middle, from, to),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name),
    async openTab() {
      page = listenTo(await context.newPage(), troubles)
    },
    async closeTab() {
      await page.close()
      page = first
    },
    async download(action) {
      const start = page.waitForEvent('download')
      await action()
      const download = await start
      return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
    },
    screenshot: () => page.screenshot(),
    print: () => page.pdf(),
    quit: () => browser.close(),
  }
}

type BidiSession = { sessionId: string; send(method: string, params: object): Promise<unknown> }
type DrivenPage = { _connection: { toImpl(page: Page): { delegate: { _session: BidiSession } } } }

/** By WebDriver BiDi itself: Playwright has one finger only. */
async function moveFingers(page: Page, { x, y }: Point, from: number, to: number): Promise<void> {
  const session = (page as unknown as DrivenPage)._connection.toImpl(page).delegate._session
  const finger = (id: string, side: number) => {
    const at = (apart: number) => ({ type: 'pointerMove', x: Math.round(x + (side * apart) / 2), y })
    const press = { type: 'pointerDown', button: 0 }
    const moves = [at((from + to) / 2), at(to)].map((move) => ({ ...move, duration: 100 }))
    const actions = [at(from), press, ...moves, { type: 'pointerUp', button: 0 }]
    return { type: 'pointer', id, parameters: { pointerType: 'touch' }, actions }
  }
  const actions = [finger('left finger', -1), finger('right finger', 1)]
  await session.send('input.performActions', { context: session.sessionId, actions })
}

/** Firefox reports that a page's policy refuses an icon which only the browser requests. */
const OWN_REQUEST = /\/favicon\.ico/

function listenTo(page: Page, troubles: string[]): Page {
  const note = (text: string) => OWN_REQUEST.test(text) || troubles.push(text)
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  return page
}
