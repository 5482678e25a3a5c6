import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'

export const newAddress = () => `parent-${crypto.randomUUID().slice(0, 8)}@example.com`

/** A person with a phone or a computer, who uses only visible names, touch and keys. */
export type Person = {
  page: Page
  context: BrowserContext
  /** Finds by role and visible name, as a person reads it. */
  sees(role: Parameters<Page['getByRole']>[0], name: string | RegExp): Locator
  press(what: Locator): Promise<void>
  write(label: string | RegExp, text: string): Promise<void>
  /** Errors of the page that a person does not see: script errors and failed requests. */
  troubles: string[]
  leave(): Promise<void>
}

/** The people of one file share a browser process, but nothing in it. */
let browser: Promise<Browser> | undefined
afterAll(async () => await (await browser)?.close())

async function person(device: BrowserContextOptions, press: Person['press']): Promise<Person> {
  browser ??= launchBrowser()
  const context = await (await browser).newContext({ locale: 'en-US', ...device })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  return {
    page,
    context,
    troubles,
    sees: (role, name) => page.getByRole(role, { name }).first(),
    press,
    leave: () => context.close(),
    async write(label, text) {
      const field = page.getByLabel(label).first()
      await press(field)
      await field.fill(text)
    },
  }
}

/** A parent with a phone: 390 px wide, with touch. */
export function withPhone(more: BrowserContextOptions = {}): Promise<Person> {
  const viewport = { width: 390, height: 844 }
  const phone = { viewport, deviceScaleFactor: 3, hasTouch: true, isMobile: true, ...more }
  return person(phone, (what) => what.tap())
}

/** A parent with a phone and reduced motion: for journeys that are not about motion. */
export const withCalmPhone = () => withPhone({ reducedMotion: 'reduce' })

/** A parent at a computer: 1280 px wide. */
export function withComputer(more: BrowserContextOptions = {}): Promise<Person> {
  return person({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2, ...more }, (what) => what.click())
}

/** Two fingers that move apart on an element: zooms in. */
export async function pinchOut({ page, context }: Person, over: Locator, factor: number): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('There is nothing to pinch')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = await context.newCDPSession(page)
  const at = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ]
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(30) })
  for (let step = 1; step <= 12; step++) {
    const apart = 30 + (30 * (factor - 1) * step) / 12
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(apart) })
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await fingers.detach()
}

/** One finger that drags an element sideways. */
export async function drag({ page, context }: Person, over: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('There is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const finger = await context.newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let step = 1; step <= 10; step++) {
    const to = { x: x + (by.x * step) / 10, y: y + (by.y * step) / 10 }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] })
  }
  // The finger rests before it is lifted; after a fling the browser would take the next tap as a stop.
  await page.waitForTimeout(150)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

/** Presses Tab until an element has the focus, as a person without a mouse does. */
export async function tabTo({ page }: Person, what: Locator): Promise<void> {
  await what.waitFor()
  const focused = what.and(page.locator(':focus'))
  for (let step = 0; step < 80; step++) {
    if (await focused.count()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${what}`)
}

/** Reaches a control with Tab and presses Enter once it is enabled: nobody presses a busy button. */
export async function pressByKeys(person: Person, what: Locator): Promise<void> {
  await what.waitFor()
  for (let look = 0; look < 100 && !(await what.isEnabled()); look++) await person.page.waitForTimeout(100)
  await tabTo(person, what)
  await person.page.keyboard.press('Enter')
}

/** Reaches a field with Tab and replaces its content. */
export async function typeByKeys(person: Person, label: string | RegExp, text: string): Promise<void> {
  await tabTo(person, person.page.getByLabel(label).first())
  await person.page.keyboard.press('Control+A')
  await person.page.keyboard.type(text)
}
