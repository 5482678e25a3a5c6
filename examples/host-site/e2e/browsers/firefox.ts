import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { firefox, type Page } from 'playwright-core'
import type { Driver } from './visitor.ts'

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

/** Firefox reports that a page's policy refuses an icon which only the browser requests. */
const OWN_REQUEST = /\/favicon\.ico/

function listenTo(page: Page, troubles: string[]): Page {
  const note = (text: string) => OWN_REQUEST.test(text) || troubles.push(text)
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  return page
}
