import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { buildFixture, type Engine, serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'
import { listedSurfaces } from '../vite.shared.ts'
import { registerAll } from './register.ts'
import { surfaces } from './surfaces.ts'

/** Timeouts for a busy machine. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

it('[EMB-1] every surface of the list is a component, and the builds find each of them', async () => {
  const loaded = await Promise.all(
    Object.entries(surfaces).map(async ([tag, { load }]) => [tag, typeof (await load())]),
  )
  expect(loaded.filter(([, kind]) => kind !== 'function')).toEqual([])
  expect(listedSurfaces().map(({ tag }) => tag)).toEqual(Object.keys(surfaces))
})

it('an unknown tag is refused by its name', async () => {
  await expect(registerAll(['pk-cart', 'pk-kart'])).rejects.toThrow('Portraitkit has no element pk-kart')
})

describe.each<Engine>(['react', 'preact'])('all elements on one page, on %s', (engine) => {
  let server: Awaited<ReturnType<typeof serveFixture>>
  beforeAll(async () => {
    const files = await buildFixture('src/register.ts', engine)
    server = await serveFixture(files, (url) => {
      if (url.pathname === '/host')
        return { type: 'text/html', body: '<!doctype html><title>Host</title><main></main>' }
      if (url.pathname === '/api/webshop/session') return { type: 'application/json', body: '{"user":null}' }
      if (url.pathname !== '/api/webshop/settings') return undefined
      const settings = aProviderSettings(url.searchParams.get('provider') ?? '')
      return { type: 'application/json', body: JSON.stringify(settings) }
    })
  })
  afterAll(() => server.close())

  it('[EMB-1] each show content or a message, even if all their calls fail', async () => {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${server.origin}/host`)
    await page.evaluate((tags) => {
      const seen = globalThis as unknown as { broken: string[] }
      seen.broken = []
      document.addEventListener('pk-navigate', (event) => event.preventDefault())
      document.addEventListener('pk-error', (event) => {
        const { reason, message } = (event as CustomEvent<{ reason: string; message: string }>).detail
        if (reason === 'surface.failed') seen.broken.push(message)
      })
      for (const tag of tags) {
        const element = document.createElement(tag)
        element.setAttribute('provider', 'brightside')
        const line = tag === 'pk-line-editor' ? ['order-line'] : []
        for (const needed of ['product', 'template', 'picture-set', 'order', 'package', ...line])
          element.setAttribute(needed, '00000000-0000-4000-8000-000000000001')
        document.querySelector('main')?.append(element)
      }
    }, Object.keys(surfaces))
    await page.evaluate(`import('/page.js').then((script) => script.registerAll())`)
    const silent = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main > *')]
          .filter((element) => !element.shadowRoot?.querySelector('.pk-frame > :not(.pk-root-waiting)'))
          .map((element) => element.localName)
          // they only show something to customers with an unfinished card or an offer of a catalogue
          .filter((tag) => tag !== 'pk-continue-card' && tag !== 'pk-catalogue-offer'),
      )
    await eventually(silent).toEqual([])
    expect(await page.evaluate('broken')).toEqual([])
    expect(problems).toEqual([])
    await page.close()
  })
})
