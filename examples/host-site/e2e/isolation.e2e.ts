import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fillCart } from './checkoutSteps.ts'
import { type Host, openPages, type Way, type Widget } from './isolation/pages.ts'
import { differingPixels, pictureOf } from './isolation/pixels.ts'
import { shop } from './methodInputs.ts'
import { type Person, withComputer } from './person.ts'

// Widgets on a page that interferes with them in every possible way, compared pixel by pixel with the same widgets on an
// otherwise empty page: by the script tag, on React, and, to prove that the page is hostile enough, without a shadow root. The
// long form compares all of them on a phone and a computer, the short one three on a phone.

const isLong = process.env.PROOFS === 'long'
const { port, examplePort } = inject('house')
const api = `http://localhost:${port}`

type ShownWidget = Widget & {
  name: string
  /** What is visible once it has loaded. */
  text: string
  /** The button that opens a dialog over it. */
  opens?: string
  isShort?: boolean
}
const forVisitors: ShownWidget[] = [
  { name: 'code entry', tag: 'pk-code-entry', text: 'Hi! Did you receive a code from us?' },
  { name: 'login', tag: 'pk-login', text: 'Forgot your password?' },
  {
    name: 'a dialog',
    tag: 'pk-code-entry',
    text: 'Hi! Did you receive a code from us?',
    opens: 'Not received a code?',
    isShort: true,
  },
]
const forCustomers: ShownWidget[] = [
  { name: 'template list', tag: 'pk-template-list', options: { type: 'cards' }, text: shop.card },
  { name: 'cart with lines', tag: 'pk-cart', text: 'Total', isShort: true },
  { name: 'checkout', tag: 'pk-checkout', text: 'How would you like to get it?', isShort: true },
  // of the card in the list
  { name: 'editor', tag: 'pk-editor', text: 'Edit text' },
]
const sampleOf = (all: ShownWidget[]) => all.filter(({ isShort }) => isLong || isShort)

describe.each(isLong ? [390, 1280] : [390])('at %i px', (width) => {
  let person: Person
  let site: Awaited<ReturnType<typeof openPages>>
  beforeAll(async () => {
    const screen = { viewport: { width, height: 1600 }, deviceScaleFactor: 1 }
    person = await withComputer({ ...screen, reducedMotion: 'reduce' })
    site = await openPages(examplePort, { api, provider: shop.provider })
  })
  afterAll(async () => {
    await person?.leave()
    await site?.close()
  })

  async function show(host: Host, way: Way, { text, opens, ...widget }: ShownWidget): Promise<Buffer> {
    const { page, press } = person
    await page.goto(site.at(host, way, widget))
    await page.getByText(text).first().waitFor({ state: 'attached' })
    // the hostile page hides everything that it can reach
    if (opens && way !== 'no shadow root') {
      await press(page.getByRole('button', { name: opens }))
      // A key pressed before the field has the focus would not leave the field, and the error of an empty field would be
      // missing.
      await page.getByRole('dialog').locator('input:focus').waitFor()
      // Until a key is pressed, the browser guesses whether to draw a focus ring.
      await page.keyboard.press('Tab')
    }
    return pictureOf(page)
  }

  async function expectIsolated(widget: ShownWidget): Promise<void> {
    const plain = await show('bare', 'script tag', widget)
    expect(await differingPixels(plain, await show('hostile', 'script tag', widget)), 'on the hostile page').toBe(0)
    expect(await differingPixels(plain, await show('bare', 'react', widget)), 'on React').toBe(0)
    expect(await differingPixels(plain, await show('hostile', 'react', widget)), 'on React, hostile page').toBe(0)
    const open = await show('bare', 'no shadow root', widget)
    const reached = await show('hostile', 'no shadow root', widget)
    // the smallest form is a few lines on a phone
    expect(await differingPixels(open, reached), 'what the page does without a shadow root').toBeGreaterThan(20_000)
  }

  it.each(sampleOf(forVisitors))(
    '[EMB-4] $name has the same pixels on a bare page, on a hostile page and on React',
    expectIsolated,
  )

  it('[EMB-4] the page’s own content has the same pixels with and without a widget, also after a dialog', async () => {
    const { page } = person
    const own = page.locator('.own')
    await page.goto(site.at('hostile'))
    const before = await pictureOf(page, own)
    const [, , dialog] = forVisitors as [ShownWidget, ShownWidget, ShownWidget]
    await show('hostile', 'script tag', dialog)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // the browser rounds some edges differently on each rendering; the difference is invisible
    expect(await differingPixels(before, await pictureOf(page, own))).toBeLessThan(100)
    expect(await own.getByText('Hamnskolan').isVisible()).toBe(true)
  })

  describe('of a customer', () => {
    let design: Record<string, string> = {}
    beforeAll(async () => {
      const { page, press, sees } = person
      await page.goto(site.origin)
      await fillCart({ ...person, choose: press, tick: press }, 'by post')
      await page.goto(site.at('bare', 'script tag', forCustomers[0]))
      const href = await sees('link', new RegExp(`^${shop.card}`)).getAttribute('href')
      const [template = '', product = ''] = new URL(href ?? '', site.origin).pathname.split('/').reverse()
      design = { product, template }
    })

    it.each(sampleOf(forCustomers))(
      '[EMB-4] $name has the same pixels on a bare page, on a hostile page and on React',
      async (widget) => expectIsolated(widget.tag === 'pk-editor' ? { ...widget, options: design } : widget),
    )
  })
})
