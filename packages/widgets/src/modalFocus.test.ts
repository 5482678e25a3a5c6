import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { buildFixture, type Engine, serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'

/** Timeouts for a busy machine. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A host page with links around its elements, long enough to scroll, with a transform that would capture fixed elements. */
const hostPage = (
  elements: string,
) => `<!doctype html><meta name="viewport" content="width=device-width"><title>Host</title>
  <style>body { margin: 0; min-height: 4000px } main { transform: translateZ(0); overflow: hidden }</style>
  <script type="module" src="/page.js"></script>
  <a href="#before">Before</a><main>${elements}</main><a href="#after">After</a>`

const one = '<pk-layers provider="brightside"></pk-layers>'

describe.each<Engine>(['react', 'preact'])('inside a shadow root on %s', (engine) => {
  let server: Awaited<ReturnType<typeof serveFixture>>
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 800, height: 600 } })
    const files = await buildFixture('src/testing/pages/layersElement.ts', engine)
    server = await serveFixture(files, (url) => {
      if (url.pathname === '/host') return { type: 'text/html', body: hostPage(url.searchParams.get('elements') ?? '') }
      if (url.pathname !== '/api/webshop/settings') return undefined
      const settings = aProviderSettings(url.searchParams.get('provider') ?? '')
      return { type: 'application/json', body: JSON.stringify(settings) }
    })
  })
  afterAll(() => server.close())

  async function open(elements = one, on = page): Promise<void> {
    await on.goto(`${server.origin}/host?elements=${encodeURIComponent(elements)}`)
    await on.getByRole('button', { name: 'Open the dialog' }).first().waitFor()
  }

  /** The focused element, through every shadow root, by its visible name. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      const label = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : undefined
      return label ?? active?.getAttribute('aria-label') ?? active?.textContent ?? ''
    })

  /** What a screen reader finds on the page, by the browser's own accessibility tree. */
  async function namesForReaders(page: Page): Promise<unknown[]> {
    const devtools = await page.context().newCDPSession(page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    return nodes.filter((node) => !node.ignored).map((node) => node.name?.value)
  }

  async function press(page: Page, ...keys: string[]): Promise<string[]> {
    const seen: string[] = []
    for (const key of keys) {
      await page.keyboard.press(key)
      seen.push(await focused(page))
    }
    return seen
  }

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Terms of purchase' })

  async function openDialog(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Open the dialog' }).first().click()
    await dialog(page).waitFor()
  }

  it('stays modal when its element is moved to another place', async () => {
    await open()
    await openDialog(page)
    const isModal = () => dialog(page).evaluate((node) => node.matches(':modal'))
    expect(await isModal()).toBe(true)
    await page.evaluate(() => document.body.append(document.querySelector('pk-layers') ?? ''))
    await eventually(isModal).toBe(true)
    await page.keyboard.press('Tab')
    expect(await dialog(page).evaluate((node) => node.contains((node.getRootNode() as ShadowRoot).activeElement))).toBe(
      true,
    )
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('a dialog takes the focus, keeps Tab inside in both directions, and restores the focus', async () => {
    await open()
    await openDialog(page)
    expect(await focused(page)).toBe('Your name')
    expect(await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')).toEqual([
      'Your city',
      'Ask something',
      'Agree',
      'Close',
      'Your name',
      'Your city',
    ])
    expect(await press(page, 'Shift+Tab', 'Shift+Tab', 'Shift+Tab')).toEqual(['Your name', 'Close', 'Agree'])
    await page.keyboard.press('Escape')
    await eventually(() => focused(page)).toBe('Open the dialog')
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('the page behind a dialog is unreachable, does not scroll, and is left unchanged', async () => {
    await open()
    const before = await page.evaluate('document.documentElement.outerHTML')
    await openDialog(page)
    // If scripts focus something behind the dialog, as many pages do, the browser refuses.
    await page.evaluate(`document.querySelector('a').focus()`)
    expect(await focused(page)).toBe('Your name')
    expect(await namesForReaders(page)).toContain('Agree')
    expect(await namesForReaders(page)).not.toContain('Open the dialog')
    expect(await namesForReaders(page)).not.toContain('Before')
    const body = dialog(page).locator('.pk-dialog-body')
    const box = await body.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 80)
    const top = await page.evaluate('scrollY')
    await page.mouse.wheel(0, 300)
    await eventually(() => body.evaluate((node) => node.scrollTop)).toBeGreaterThan(100)
    await page.mouse.wheel(0, 5000)
    await page.mouse.move(5, 5)
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(120)
    expect(await page.evaluate('scrollY')).toBe(top)
    // This browser stops the page from scrolling by `overscroll-behavior` alone; others need a style on the page.
    expect(await page.evaluate('getComputedStyle(document.documentElement).overflow')).toBe('hidden')
    await page.mouse.click(5, 5)
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate('document.documentElement.outerHTML')).toBe(before)
  })

  it('a dialog covers the window even if an ancestor would contain it', async () => {
    await open()
    await page.evaluate('scrollTo(0, 300)')
    await openDialog(page)
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 800, height: 600 })
  })

  it('of two dialogs the upper one receives the keys, and Escape closes one at a time', async () => {
    await open()
    await openDialog(page)
    await dialog(page).getByRole('button', { name: 'Ask something' }).click()
    const inner = page.getByRole('dialog', { name: 'Delete product?' })
    await inner.waitFor()
    expect(await focused(page)).toBe('Cancel')
    expect(await press(page, 'Tab', 'Tab', 'Tab')).toEqual(['Delete', 'Close', 'Cancel'])
    await page.keyboard.press('Escape')
    await inner.waitFor({ state: 'detached' })
    expect(await dialog(page).count()).toBe(1)
    await eventually(() => focused(page)).toBe('Ask something')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe('Open the dialog')
  })

  it('two elements each have their own dialog, and one may open over the other', async () => {
    await open(one + one.replace('brightside', 'nordlys'))
    const [first, second] = [page.locator('pk-layers').nth(0), page.locator('pk-layers').nth(1)]
    await second.getByRole('button', { name: 'Open the dialog' }).click()
    await second.getByRole('dialog').waitFor()
    expect(await focused(page)).toBe('Your name')
    await page.keyboard.press('Escape')
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await first.getByRole('button', { name: 'Open the dialog' }).click()
    await first.getByRole('dialog').waitFor()
    await second
      .getByRole('button', { name: 'Delete', exact: true, includeHidden: true })
      .last()
      .evaluate((node: HTMLElement) => node.click())
    await second.getByRole('dialog', { name: 'Delete product?' }).waitFor()
    expect(await focused(page)).toBe('Cancel')
    await page.keyboard.press('Escape')
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe('Your name')
    await page.keyboard.press('Escape')
    await eventually(() => focused(page)).toBe('Open the dialog')
    expect(await page.evaluate('document.documentElement.hasAttribute("style")')).toBe(false)
  })

  it('a dialog is opened by a tap, scrolled by a swipe without the page behind it, and closed by a tap outside', async () => {
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
    const page = await browser.newPage({ reducedMotion: 'reduce', ...phone })
    await open(one, page)
    await page.getByRole('button', { name: 'Open the dialog' }).tap()
    await dialog(page).waitFor()
    const top = await page.evaluate('scrollY')
    const body = dialog(page).locator('.pk-dialog-body')
    const devtools = await page.context().newCDPSession(page)
    const swipe = async (y: number) => {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 190, y }] })
      for (const moved of [20, 60, 120, 200, 260]) {
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 190, y: y - moved }] })
        await page.waitForTimeout(16)
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    // On a busy machine a finger that rests before it moves is a long press: whoever sees nothing move swipes again.
    const swipeAndLook = async () => {
      await swipe(500)
      return body.evaluate((node) => node.scrollTop)
    }
    await eventually(swipeAndLook).toBeGreaterThan(100)
    await swipe(40)
    expect(await dialog(page).count()).toBe(1)
    expect(await page.evaluate('scrollY')).toBe(top)
    await page.touchscreen.tap(190, 20)
    await dialog(page).waitFor({ state: 'detached' })
    await page.close()
  })

  it('tabs are reached by arrows, Home and End, in a cycle', async () => {
    await open()
    await page.getByRole('tab', { name: 'Image inbox' }).focus()
    expect(await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End')).toEqual([
      'Edit image',
      'Backgrounds',
      'Image inbox',
      'Backgrounds',
      'Image inbox',
      'Backgrounds',
    ])
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Backgrounds')
    expect(await page.getByRole('tabpanel').textContent()).toBe('Backgrounds')
  })

  it('Tab reaches the selected tab, and selects no other', async () => {
    await open()
    await page.getByRole('tab', { name: 'Image inbox' }).click()
    expect(await press(page, 'Shift+Tab', 'Tab')).toEqual(['Before', 'Image inbox'])
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Image inbox')
  })
})
