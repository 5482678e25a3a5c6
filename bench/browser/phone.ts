import type { Browser, Page } from 'playwright-core'

/** How much slower than this machine's the processor of a cheap phone is assumed to be. */
export const SLOW = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

/** The suffix of a figure's name that was measured with a slower processor. */
export const throttleNote = (rate: number) => (rate === 1 ? '' : `, the processor ${rate} times slower`)

/** An empty page in a new browser on a phone, with these cookies. Close its context afterwards. */
export async function openPhone(
  browser: Browser,
  origin: string,
  cookies: readonly [string, string][],
  rate: number,
): Promise<Page> {
  const context = await browser.newContext(PHONE)
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  await throttle(page, rate)
  return page
}

export async function throttle(page: Page, rate: number): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate })
}
