import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { type Answer, buildFixture, serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'
import { here } from '../vite.shared.ts'
import { expectKeysInside } from './testing/keyboard.ts'

// The shop's dialogs on a page with modal windows of its own: those of two libraries, which trap the focus by script, and the
// browser's.

const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })
const libraries = join(here, '../../examples/host-site/node_modules')
const files: Record<string, [type: string, file: string]> = {
  '/bootstrap.css': ['text/css', 'bootstrap/dist/css/bootstrap.min.css'],
  '/bootstrap.js': ['text/javascript', 'bootstrap/dist/js/bootstrap.bundle.min.js'],
  '/micromodal.js': ['text/javascript', 'micromodal/dist/micromodal.min.js'],
}

/** A modal window of the host's with a field, a button and the given content; `openTheirs()` opens it. */
const theirs: Record<string, (content: string) => string> = {
  Micromodal: (
    content,
  ) => `<style>.micro { display: none } .micro.is-open { display: block; position: fixed; inset: 0; z-index: 9999; background: white }</style>
    <div id="theirs" class="micro" aria-hidden="true"><div tabindex="-1"><div role="dialog" aria-modal="true" aria-label="Theirs">${content}</div></div></div>
    <script src="/micromodal.js"></script><script>openTheirs = () => MicroModal.show('theirs')</script>`,
  Bootstrap: (
    content,
  ) => `<link rel="stylesheet" href="/bootstrap.css"><div id="theirs" class="modal" tabindex="-1" aria-label="Theirs">
    <div class="modal-dialog"><div class="modal-content">${content}</div></div></div>
    <script src="/bootstrap.js"></script><script>openTheirs = () => bootstrap.Modal.getOrCreateInstance('#theirs').show()</script>`,
  'the browser': (content) =>
    `<dialog id="theirs" aria-label="Theirs">${content}</dialog><script>openTheirs = () => theirs.showModal()</script>`,
}

const widget = '<pk-layers provider="brightside"></pk-layers>'
const content = (more: string) => `<label>Your wish <input></label> <button type="button">Send</button>${more}`

const hostPage = (library: string, where: string) => `<!doctype html><meta name="viewport" content="width=device-width">
  <title>Host</title><script type="module" src="/page.js"></script>
  <button type="button" onclick="openTheirs()">Open theirs</button>${where === 'inside' ? '' : widget}
  ${theirs[library]?.(content(where === 'inside' ? widget : '')) ?? ''}`

function answer(url: URL): Answer | undefined {
  const [type, file] = files[url.pathname] ?? []
  if (type && file) return { type, body: readFileSync(join(libraries, file)) }
  const { searchParams } = url
  if (url.pathname === '/host')
    return { type: 'text/html', body: hostPage(searchParams.get('library') ?? '', searchParams.get('where') ?? '') }
  if (url.pathname !== '/api/webshop/settings') return undefined
  return { type: 'application/json', body: JSON.stringify(aProviderSettings(searchParams.get('provider') ?? '')) }
}

describe.each(Object.keys(theirs))('next to a modal window of %s', (library) => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof serveFixture>>
  let page: Page
  beforeAll(async () => {
    const [started, built] = await Promise.all([
      launchBrowser(),
      buildFixture('src/testing/pages/layersElement.ts', 'preact'),
    ])
    browser = started
    server = await serveFixture(built, answer)
  })
  afterAll(() => Promise.all([browser.close(), server.close()]))
  beforeEach(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 800, height: 600 } })
    page.setDefaultTimeout(30_000)
    return () => page.close()
  })

  const open = (where: 'inside' | 'beside') =>
    page.goto(`${server.origin}/host?${new URLSearchParams({ library, where })}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const ours = () => page.getByRole('dialog', { name: 'Terms of purchase' })
  const isTheirsOpen = () => page.locator('#theirs').isVisible()
  const isFocused = (what: ReturnType<typeof button>) => what.evaluate((node) => node.matches(':focus'))
  const isInTheirs = () => page.locator('#theirs').evaluate((node) => node.contains(document.activeElement))

  it('a dialog that opens inside it receives the keys, and Escape closes one at a time', async () => {
    await open('inside')
    await button('Open theirs').click()
    await eventually(isTheirsOpen).toBe(true)
    await button('Open the dialog').click()
    await ours().waitFor()
    await expectKeysInside(ours())
    await page.keyboard.press('Escape')
    await ours().waitFor({ state: 'detached' })
    expect(await isTheirsOpen()).toBe(true)
    await eventually(() => isFocused(button('Open the dialog'))).toBe(true)
    await page.keyboard.press('Escape')
    await eventually(isTheirsOpen).toBe(false)
  })

  it('a dialog of the shop that was opened before it keeps its keys, as the window does, and the page is restored afterwards', async () => {
    await open('beside')
    const before = await page.evaluate('[document.documentElement, document.body].map((one) => one.style.cssText)')
    await button('Open the dialog').click()
    await ours().waitFor()
    await page.evaluate('openTheirs()')
    await eventually(isTheirsOpen).toBe(true)
    // the browser's last modal is on top; a script's modal is below anything that the browser shows
    const isOnTop = library === 'the browser'
    expect(await isInTheirs()).toBe(isOnTop)
    if (!isOnTop) await expectKeysInside(ours())
    await page.keyboard.press('Escape')
    if (isOnTop) {
      await eventually(isTheirsOpen).toBe(false)
      expect(await ours().count()).toBe(1)
      await expectKeysInside(ours())
      await page.keyboard.press('Escape')
      await ours().waitFor({ state: 'detached' })
    } else {
      await ours().waitFor({ state: 'detached' })
      expect(await isTheirsOpen()).toBe(true)
      await page.keyboard.press('Tab')
      await eventually(isInTheirs).toBe(true)
      await page.keyboard.press('Escape')
      await eventually(isTheirsOpen).toBe(false)
    }
    await eventually(() =>
      page.evaluate('[document.documentElement, document.body].map((one) => one.style.cssText)'),
    ).toEqual(before)
  })
})
