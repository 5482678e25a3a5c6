import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../../../vite.fixture.ts'
import { aProviderSettings } from '../../../vite.settings.ts'

const PAGE = 'src/testing/pages/textsWithGaps.tsx'
const gaps = {
  de: [
    'Close',
    'This is required!',
    'You are acting as {name}. What you change is recorded with your name.',
    'The pictures of {names}',
  ],
}
let browser: Browser
let server: Awaited<ReturnType<typeof serveFixture>>
let page: Page
beforeAll(async () => {
  const [started, files] = await Promise.all([launchBrowser(), buildFixture(PAGE, 'preact', gaps)])
  browser = started
  server = await serveFixture(files, ({ pathname }) => {
    if (pathname === '/api/webshop/settings')
      return { type: 'application/json', body: JSON.stringify(aProviderSettings('brightside')) }
    const body = `<!doctype html><html lang="de"><title>Host</title><div id="site"></div>
      <pk-texts provider="brightside"></pk-texts><script type="module" src="/page.js"></script>`
    return pathname === '/host' ? { type: 'text/html', body } : undefined
  })
  page = await (await browser.newContext({ locale: 'de' })).newPage()
  await page.goto(`${server.origin}/host`)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const speakIn = (language: string) =>
  page.evaluate((detail) => document.dispatchEvent(new CustomEvent('lang', { detail })), language)

describe.each(['#site', 'pk-texts'])('a German page without some texts, in %s', (place) => {
  const root = () => page.locator(`${place} .pk-root`)
  const english = () =>
    root()
      .locator('[data-case]')
      .evaluateAll((all) =>
        all
          // a text next to something else has an element of its own
          .filter((one) => one.matches('[lang=en]') || one.querySelector(':scope > span[lang=en]'))
          .map((one) => one.getAttribute('data-case')),
      )
  const eventually = () => expect.poll(english, { timeout: 30_000 })
  const expected = [
    'with a name',
    'names at the end',
    'label alone',
    'next to an icon',
    'mixed with an element',
    'label of English content',
    'picture',
    'tooltip',
    'placeholder',
    'label with a sign',
    'label with a translated note',
  ]

  it('[LOC-2] tells a screen reader which of its texts are English, and nothing else', async () => {
    await eventually().toEqual(expected)
    expect(await root().getAttribute('lang')).toBe('de')
    await root().locator('button').dispatchEvent('click')
    await eventually().toEqual(expected.toSpliced(3, 0, 'changing'))
    await root().locator('button').dispatchEvent('click')
    await eventually().toEqual(expected)
  })

  it('[LOC-2] leaves a field to what somebody types into it', async () => {
    await root().locator('[data-case=placeholder]').fill('Straße')
    await eventually().toEqual(expected.filter((one) => one !== 'placeholder'))
    await root().locator('[data-case=placeholder]').fill('')
    await eventually().toEqual(expected)
  })

  it('[LOC-2] marks what its language lacks after each change of language', async () => {
    await speakIn('en')
    await expect.poll(() => root().getAttribute('lang'), { timeout: 30_000 }).toBe('en')
    await eventually().toEqual([])
    await speakIn('de')
    await expect.poll(() => root().getAttribute('lang'), { timeout: 30_000 }).toBe('de')
    await eventually().toEqual(expected)
  })
})

it.each([
  ['en', false],
  ['de', true],
])('[LOC-2] a page in %s has code for it, because its language lacks texts: %s', async (language, isFetched) => {
  const opened = await (await browser.newContext({ locale: language })).newPage()
  const scripts: Promise<string>[] = []
  opened.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await opened.goto(`${server.origin}/host`)
  await opened.locator('#site [data-case]').first().waitFor()
  expect((await Promise.all(scripts)).some((script) => script.includes('markEnglish'))).toBe(isFetched)
})
