import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ModuleDocument, savePage } from '../../../server/src/features/content/collection.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { saveOwnPicture } from '../../../server/src/platform/provider/ownPictures.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// The provider's pages as visitors see them: the sources in a real browser, against a real server.

let shop: ShopInBrowser
let server: TestServer
let picture: string
let page: Page

beforeAll(async () => {
  shop = await openShopInBrowser(
    { provider: { privacyPolicy: { en: 'We keep little.\n\nWe tell <nobody>.' } } },
    { page: 'src/testing/pages/editorPage.tsx' },
  )
  server = shop.server
  const red =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#b4432f"/></svg>'
  picture = await saveOwnPicture(server.app, server.provider.key, Buffer.from(red))
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

async function open(path: string, device: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>) {
  page = await shop.visit(path, { width: 1280, device, ...(before && { before }) })
}

const write = (id: string, modules: ModuleDocument[]) =>
  savePage(server.app, server.provider.key, { id, modules: { en: modules } })

describe('the provider’s own pages', () => {
  it('[PUB-1] contact-us shows name, address, email link and phone to any visitor', async () => {
    await open('/contact-us', phone)
    await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
    const { name, contactInfo } = server.provider
    const words = await page.getByRole('main').textContent()
    for (const word of [name, ...Object.values(contactInfo)]) expect(words).toContain(word)
    for (const part of ['main', 'contentinfo'] as const)
      expect(await page.getByRole(part).textContent()).toContain('New York, NY 10001')
    await eventually(() => page.title()).toBe(`Contact us – ${name}`)
    const link = page.getByRole('main').getByRole('link', { name: contactInfo.email })
    expect(await link.getAttribute('href')).toBe(`mailto:${contactInfo.email}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  it('[PUB-2] privacy-policy shows the text with its line breaks, as text', async () => {
    await open('/privacy-policy')
    const text = page.getByText('We keep little.')
    await text.waitFor()
    expect(await text.allInnerTexts()).toEqual(['We keep little.\n\nWe tell <nobody>.'])
  })

  it('[PUB-2] privacy-policy of a shop without one shows a message and links to the contact details', async () => {
    await saveProvider(server.app, { ...server.provider, privacyPolicy: null })
    await open('/privacy-policy')
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
    await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
    await page.getByLabel('Language').selectOption('de')
    await eventually(() => page.title()).toBe(`Kontakt – ${server.provider.name}`)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await saveProvider(server.app, server.provider)
  })
})

describe('a page of modules', () => {
  it('[PUB-3] shows each module, and a comment for an unknown one', async () => {
    await write('about', [
      { id: '1', type: 'Title', text: 'About us' },
      { id: '2', type: 'Paragraph', text: 'First line\nSecond line' },
      { id: '3', type: 'Paragraph', html: '<p>With <b>weight</b></p>' },
      { id: '4', type: 'Image', src: picture, alt: 'Red', link: { href: 'https://example.com/', newWindow: true } },
      {
        id: '5',
        type: 'RichText',
        html: `<h3>Rich</h3><img src="${picture}" alt="Rich red"><a href="/login">Way in</a>`,
      },
      { id: '6', type: 'Countdown--><b>x</b>' },
      { id: '7', type: 'PromoteCategory' },
    ])
    await open('/pages/about')
    await page.getByRole('heading', { name: 'About us', level: 1 }).waitFor()
    const main = page.getByRole('main')
    expect(await main.locator('.pk-rich').first().locator('p').allInnerTexts()).toEqual(['First line', 'Second line'])
    expect(await main.locator('b').allInnerTexts()).toEqual(['weight'])
    const link = main.getByRole('link', { name: 'Red', exact: true })
    expect(await link.evaluate((one: HTMLAnchorElement) => [one.href, one.target, one.rel])).toEqual([
      'https://example.com/',
      '_blank',
      'noopener noreferrer',
    ])
    for (const name of ['Red', 'Rich red']) {
      const image = main.getByRole('img', { name, exact: true })
      await image.scrollIntoViewIfNeeded()
      await eventually(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(800)
    }
    const comments = await main.evaluate((node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_COMMENT)
      const found = []
      while (walker.nextNode()) found.push(walker.currentNode.nodeValue)
      return found
    })
    expect(comments).toEqual([' Countdown--><b>x</b> '])
    await main.getByRole('link', { name: 'Way in' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe('/login')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
  })

  it("[PUB-3] shows 'Page not found' if it is missing, 'Loading' while it loads, and a retry if it failed", async () => {
    await open('/pages/nothing')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()

    await write('slow', [{ id: '1', type: 'Title', text: 'At last' }])
    const gate = Promise.withResolvers<void>()
    let broken = true
    await open('/pages/slow', {}, (to) =>
      to.route('**/legacy-pages/**', async (route) => {
        await gate.promise
        return broken
          ? route.fulfill({ status: 500, body: '{"error":"Broken","reason":"server.failed"}' })
          : route.continue()
      }),
    )
    await page.getByText('Loading', { exact: true }).waitFor()
    gate.resolve()
    await page.getByText('This page could not be loaded.').waitFor()
    broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'At last' }).waitFor()
  })
})

describe('a slider', () => {
  const slide = (name: string, more = {}) => ({ id: name, image: { src: picture, alt: name }, title: name, ...more })
  const slides = () => [
    slide('One', { text: 'The first', button: { label: 'Sign in here', href: '/login' } }),
    slide('Two', { duration: 2 }),
    slide('Three'),
  ]
  const visibleTitle = () => page.locator('.pk-slide[data-shown] h2').textContent()
  const slider = () => page.getByRole('region', { name: 'Pictures one after another' })
  const openSlider = async (options: BrowserContextOptions = {}) => {
    await write('slides', [{ id: '1', type: 'Slider', slides: slides() }])
    await open('/pages/slides', { reducedMotion: 'no-preference', ...options }, (to) => to.clock.install())
    await slider().waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.getByRole('button', { name: 'Show picture 1 of 3' }).click()
    await page.getByRole('button', { name: 'Show picture 1 of 3' }).blur()
    await page.mouse.move(5, 5)
  }

  it('[PUB-4] advances after 5 seconds or its duration, in a cycle, fading within 500 ms', async () => {
    await openSlider()
    expect(
      await page
        .locator('.pk-slide')
        .first()
        .evaluate((one) => getComputedStyle(one).transitionDuration),
    ).toMatch(/^0\.5s/)
    expect(await visibleTitle()).toBe('One')
    for (const [before, name] of [
      [5000, 'Two'],
      [2000, 'Three'],
      [5000, 'One'],
    ] as const) {
      const now = await visibleTitle()
      await page.clock.runFor(before - 300)
      expect(await visibleTitle()).toBe(now)
      await page.clock.runFor(320)
      await eventually(visibleTitle).toBe(name)
    }
  })

  it('[PUB-4] is called a carousel of slides in the visitor’s language', async () => {
    await write('slides', [{ id: '1', type: 'Slider', slides: slides() }])
    for (const [locale, kinds] of [
      ['en', 'carousel,slide'],
      ['de', 'Karussell,Folie'],
    ] as const) {
      await open('/pages/slides', { locale })
      const named = page.locator('[aria-roledescription]')
      await named.first().waitFor()
      expect(await named.evaluateAll((all) => [...new Set(all.map((one) => one.ariaRoleDescription))].join())).toBe(
        kinds,
      )
    }
  })

  it('[PUB-4] pauses under the mouse, with the focus inside, and on request', async () => {
    await openSlider()
    const stays = async () => {
      const now = await visibleTitle()
      await page.clock.runFor(11_000)
      expect(await visibleTitle()).toBe(now)
    }
    await slider().hover()
    await stays()
    await page.mouse.move(5, 5)
    await page.getByRole('link', { name: 'Sign in here' }).focus()
    await stays()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play' }).evaluate((one: HTMLElement) => one.blur())
    await page.mouse.move(5, 5)
    await stays()
    await page.getByRole('button', { name: 'Play' }).press('Enter')
    await page.getByRole('button', { name: 'Pause' }).evaluate((one: HTMLElement) => one.blur())
    await page.clock.runFor(5100)
    await eventually(visibleTitle).toBe('Two')
  })

  it('[PUB-4] pauses while the page is hidden', async () => {
    await openSlider()
    const turnPage = (state: string) =>
      page.evaluate(
        (to) => Object.defineProperty(document, 'visibilityState', { value: to, configurable: true }),
        state,
      )
    await turnPage('hidden')
    await page.clock.runFor(11_000)
    expect(await visibleTitle()).toBe('One')
    await turnPage('visible')
    await page.clock.runFor(5000)
    await eventually(visibleTitle).toBe('Two')
  })

  it('[PUB-4] does not advance by itself with reduced motion', async () => {
    await openSlider({ reducedMotion: 'reduce' })
    await page.clock.runFor(20_000)
    expect(await visibleTitle()).toBe('One')
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1)
  })

  it('[PUB-4] has dots, a title, a text and a linked button', async () => {
    await openSlider()
    await page.getByRole('button', { name: 'Show picture 3 of 3' }).click()
    await eventually(visibleTitle).toBe('Three')
    expect(await page.getByRole('button', { name: 'Show picture 3 of 3' }).getAttribute('aria-current')).toBe('true')
    // a hidden slide cannot be reached
    await eventually(() => page.getByRole('link', { name: 'Sign in here' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show picture 1 of 3' }).click()
    await page.getByText('The first').waitFor()
    await page.getByRole('link', { name: 'Sign in here' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe('/login')
  })

  it('[PUB-4] reacts to a swipe of 20 units on a phone, not to a shorter or a vertical one', async () => {
    await openSlider(phone)
    const box = await slider().boundingBox()
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 60]
    const fingers = await page.context().newCDPSession(page)
    const swipe = async (dx: number, dy: number) => {
      await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx, y: y + dy }] })
      await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(-18, 0)
    await swipe(-30, 60)
    expect(await visibleTitle()).toBe('One')
    await swipe(-22, 0)
    await eventually(visibleTitle).toBe('Two')
    await swipe(22, 0)
    await eventually(visibleTitle).toBe('One')
    await swipe(40, 0)
    await eventually(visibleTitle).toBe('Three')
  })
})
