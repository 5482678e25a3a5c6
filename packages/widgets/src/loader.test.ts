import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readScriptTagViews } from '../../../bench/bytes/views.ts'
import { launchBrowser } from '../../../scripts/browser.ts'
import { findOversized, kilobytesOf, languageAllowance, OF_GAPS, scriptTagLimits } from '../sizeLimits.ts'
import { serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'
import { here } from '../vite.shared.ts'

/** The languages with texts. */
const TEXTS = readdirSync(join(here, '../../texts')).map((file) => file.replace('.po', ''))

/** Whether a language lacks a text: its catalogue is shorter than the English one without the empty ones. */
function hasGaps(language: string): boolean {
  const count = (of: string) => {
    const catalogue = readFileSync(join(here, `../../texts/${of}.po`), 'utf8')
    return catalogue
      .split(/\n{2,}/)
      .filter((entry) => /^msgid "(?!"\n)/m.test(entry) && !/^msgstr ""(?!\n")/m.test(entry)).length
  }
  return count(language) < count('en')
}

/** Timeouts for a busy machine. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

const page = (policy: string, body: string, attributes = '') => ({
  type: 'text/html',
  headers: { 'content-security-policy': policy },
  body: `<!doctype html><title>Host</title><script type="module" src="/v1/loader.js" ${attributes}></script><main>${body}</main>`,
})
/** The permissions of a strict host: scripts from the shop or with its nonce, no strings turned into code. */
const policies: Record<string, string> = {
  self: "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; require-trusted-types-for 'script'",
  nonce: "default-src 'none'; script-src 'nonce-abc'; connect-src 'self'; img-src 'self' data:; font-src 'self'",
}

describe('the script tag', () => {
  let folder: string
  let browser: Browser
  let server: Awaited<ReturnType<typeof serveFixture>>
  const files = new Map<string, string>()
  let requests: string[] = []
  /** The languages in which settings were requested, and how many of the next answers fail or never arrive. */
  const settings = { languages: [] as (string | undefined)[], failing: 0, hanging: 0 }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pk-cdn-'))
    const configFile = join(here, 'vite.cdn.ts')
    ;[browser] = await Promise.all([launchBrowser(), build({ configFile, root: here, build: { outDir: folder } })])
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('.js')) files.set(`/v1/${name}`, await readFile(join(folder, name), 'utf8'))
    server = await serveFixture(files, (url, { headers }) => {
      if (url.pathname === '/api/webshop/settings') {
        settings.languages.push(headers['accept-language'])
        if (settings.hanging-- > 0) return 'none'
        if (settings.failing-- > 0) return undefined
        return {
          type: 'application/json',
          body: JSON.stringify(aProviderSettings(url.searchParams.get('provider') ?? '')),
        }
      }
      if (url.pathname === '/api/webshop/session') return { type: 'application/json', body: '{"user":null}' }
      if (url.pathname !== '/host') return undefined
      const nonce = url.searchParams.get('policy') === 'nonce' ? 'nonce="abc"' : ''
      const policy = policies[url.searchParams.get('policy') ?? 'self'] ?? ''
      const attributes = url.searchParams.get('script') ?? 'data-provider="brightside"'
      return page(policy, url.searchParams.get('body') ?? '', `${attributes} ${nonce}`)
    })
  })
  afterAll(async () => {
    await Promise.all([browser.close(), server.close(), rm(folder, { recursive: true, force: true })])
  })

  async function open(body: string, policy = 'self'): Promise<{ host: Page; problems: string[] }> {
    // The answers to this page: an earlier page may still have requests under way, and a lost connection answers nothing.
    const paths: string[] = []
    requests = paths
    Object.assign(settings, { languages: [], failing: 0, hanging: 0 })
    const host = await browser.newPage()
    host.on('response', (answer) => paths.push(new URL(answer.url()).pathname))
    await host.addInitScript(
      `addEventListener('pk-error', ({ detail }) => { globalThis.told = detail.reason + ' ' + detail.message })`,
    )
    const problems: string[] = []
    host.on('pageerror', (error) => problems.push(error.message))
    host.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await host.goto(`${server.origin}/host?policy=${policy}&body=${encodeURIComponent(body)}`)
    return { host, problems }
  }
  const heading = (host: Page, nth = 0) => host.locator('pk-code-entry h1').nth(nth)

  it('[EMB-2] weighs less than 2.75 kB and starts an element, with each of its chunks checked', async () => {
    expect(gzipSync(files.get('/v1/loader.js') ?? '', { level: 9 }).length).toBeLessThan(2750)
    const { host, problems } = await open('<pk-code-entry></pk-code-entry>')
    await heading(host).waitFor()
    const chunks = requests.filter((path) => path.startsWith('/v1/c/'))
    const links = await host
      .locator('link[rel=modulepreload]')
      .evaluateAll((all) =>
        all.map((link) => [new URL((link as HTMLLinkElement).href).pathname, (link as HTMLLinkElement).integrity]),
      )
    expect(links.map(([path]) => path)).toEqual(expect.arrayContaining(chunks))
    expect(chunks.length).toBeGreaterThan(2)
    expect(links.every(([, integrity]) => integrity?.startsWith('sha256-'))).toBe(true)
    expect(chunks).toHaveLength(new Set(chunks).size)
    expect(problems).toEqual([])
    await host.close()
  })

  it('tells the page’s developer of misspelt settings and unknown tags, once, and has a doctor', async () => {
    const host = await browser.newPage()
    const warnings: string[] = []
    host.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    const script = 'data-provider="brightside" data-lagn="de" data-mode="drak" data-cfasync="false" data-map="7"'
    const body = '<pk-code-entry></pk-code-entry><pk-kart></pk-kart><pk-kart></pk-kart><pk-map></pk-map>'
    await host.addInitScript(`customElements.define('pk-map', class extends HTMLElement {})`)
    await host.goto(`${server.origin}/host?${new URLSearchParams({ body, script })}`)
    await heading(host).waitFor()
    const sentences = [
      'data-lagn on the script does nothing; did you mean data-lang?',
      'data-mode="drak" on the script does nothing; use one of page, system, light, dark',
      'pk-kart is not an element of the shop; did you mean pk-cart?',
    ]
    await eventually(() => warnings.toSorted()).toEqual(sentences.map((sentence) => `Portraitkit: ${sentence}`))
    const found = await host.evaluate('Portraitkit.doctor()')
    expect(found).toEqual(expect.arrayContaining(sentences))
    expect(requests.some((path) => path.includes('undefined'))).toBe(false)
    await host.close()
  })

  it('is not affected by names on the page that the document also has', async () => {
    const named = ['scripts', 'fonts', 'forms', 'navigation'].map(
      (name) => `<form name="${name}"></form><img name="${name}">`,
    )
    const { host } = await open(`${named.join('')}<pk-code-entry></pk-code-entry>`)
    await heading(host).waitFor()
    expect(await host.evaluate('globalThis.told')).toBeUndefined()
    await host.close()
  })

  it('fetches no more before any of its elements can be used than the limits allow', async () => {
    const { loader, views } = await readScriptTagViews(folder)
    const sizes = { ...kilobytesOf(views), 'loader.js': loader / 1000 }
    expect(findOversized(sizes, scriptTagLimits, languageAllowance(TEXTS.length))).toEqual([])
  })

  it.each(TEXTS)('fetches no more in %s than the limit before a code can be typed', async (language) => {
    const { views } = await readScriptTagViews(folder, language)
    const gaps = hasGaps(language) ? OF_GAPS : 0
    const limit = (scriptTagLimits['pk-code-entry'] ?? 0) + languageAllowance(TEXTS.length) + gaps
    expect(kilobytesOf(views)['pk-code-entry']).toBeLessThanOrEqual(limit)
  })

  it('adds no library’s globals to the page: zod keeps its settings to itself', () => {
    expect([...files.values()].filter((code) => /globalThis\)?\.__zod/.test(code))).toEqual([])
  })

  it('requests the settings once, while the code is loading, in the element’s language', async () => {
    const { host, problems } = await open('<pk-code-entry lang="de-CH"></pk-code-entry>')
    await heading(host).waitFor()
    expect(settings.languages).toEqual(['de'])
    expect(requests.indexOf('/api/webshop/settings')).toBeLessThan(
      requests.findLastIndex((path) => path.startsWith('/v1/c/')),
    )
    expect(problems).toEqual([])
    await host.close()
  })

  it('requests in the language of the browser, not of the page around it, and accepts a trailing slash in the address', async () => {
    const { host, problems } = await open('<p>Nothing here</p>')
    await host.evaluate(`{
      document.documentElement.lang = 'de'
      const element = document.createElement('pk-code-entry')
      element.setAttribute('api', location.origin + '/')
      document.querySelector('main').append(element)
    }`)
    await heading(host).waitFor()
    expect([settings.languages, problems]).toEqual([['en'], []])
    await host.close()
  })

  it('requests again if the early answer is invalid, or for another shop than the tag’s', async () => {
    const { host } = await open('<p>Nothing here</p>')
    settings.failing = 1
    await host.evaluate(`document.querySelector('main').append(document.createElement('pk-code-entry'))`)
    await heading(host).waitFor()
    expect(settings.languages).toHaveLength(2)
    await host.evaluate(`{
      const other = Object.assign(document.createElement('pk-login'), { provider: 'nordlys' })
      document.querySelector('main').append(other)
    }`)
    await host.locator('pk-login h1').waitFor()
    expect(settings.languages).toHaveLength(3)
    await host.close()
  })

  it('requests again if the early answer does not arrive', async () => {
    const { host } = await open('<p>Nothing here</p>')
    settings.hanging = 1
    await host.evaluate(`document.querySelector('main').append(document.createElement('pk-code-entry'))`)
    await heading(host).waitFor()
    expect(settings.languages).toHaveLength(2)
    await host.close()
  })

  it('shows the first view of the shop without the list of lazy chunks', async () => {
    const [, later = ''] = /"later":"([\w-]{16})/.exec(files.get('/v1/loader.js') ?? '') ?? []
    const name = `/v1/c/${later}.js`
    const list = files.get(name) ?? ''
    expect(list).toMatch(/^export default \{"\d/)
    files.delete(name)
    const { host } = await open('<pk-shop></pk-shop>')
    await host.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(requests).toContain(name)
    files.set(name, list)
    await host.close()
  })

  describe('texts', () => {
    const contentOf = (path: string) => files.get(path) ?? ''
    const inEnglish = (path: string) => contentOf(path).includes('Not received a code?')

    it('are fetched in the language of the page only, while the code is loading, and for a dialog when it opens', async () => {
      const { host, problems } = await open('<pk-code-entry lang="de-CH"></pk-code-entry>')
      await host.getByRole('heading', { name: 'Hallo! Haben Sie einen Code von uns bekommen?' }).waitFor()
      const texts = requests.findIndex((path) => contentOf(path).includes('Haben Sie einen Code von uns bekommen?'))
      expect(texts).toBeGreaterThan(0)
      await host.getByRole('button', { name: 'Keinen Code bekommen?' }).click()
      await host
        .getByRole('dialog', { name: 'Keinen Code bekommen?' })
        .getByText('Die Codes kommen einige Tage')
        .waitFor()
      expect(requests.filter(inEnglish)).toEqual([])
      expect(problems).toEqual([])
      await host.close()
    })

    it('that were changed are refused, and English is shown instead', async () => {
      const [name = '', code = ''] = [...files].find(([, text]) => text.includes('Haben Sie einen Code von uns')) ?? []
      files.set(name, `${code};globalThis.stolen = true`)
      const { host } = await open('<pk-code-entry lang="de"></pk-code-entry>')
      await host.getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
      expect(await host.evaluate('globalThis.stolen')).toBe(undefined)
      files.set(name, code)
      await host.close()
    })

    it('that cannot be fetched at all leave a button that tries again', async () => {
      const texts = [...files].filter(([, text]) => /Haben Sie einen Code von uns|Did you receive a code/.test(text))
      for (const [name] of texts) files.delete(name)
      const { host } = await open('<pk-code-entry lang="de"></pk-code-entry>')
      const again = host.getByRole('button', { name: 'Try again' })
      await again.waitFor()
      for (const [name, text] of texts) files.set(name, text)
      await again.click()
      await host.getByRole('heading', { name: 'Hallo! Haben Sie einen Code von uns bekommen?' }).waitFor()
      await host.close()
    })
  })

  it('hints Chromium to compile at once what is shown first, and nothing else', () => {
    const hinted = [...files].filter(([, code]) => code.startsWith('//# allFunctionsCalledOnLoad\n'))
    const isHinted = (mark: string) => hinted.some(([, code]) => code.includes(mark))
    expect(['pk-entry-who-name', 'createElementNS'].map(isHinted)).toEqual([true, true])
    expect(hinted.length).toBeLessThan(files.size - 10)
    const [fontkit] = [...files.values()].toSorted((one, other) => other.length - one.length)
    expect(fontkit).not.toMatch(/^\/\/#/)
  })

  it('works on a host that allows scripts only by nonce', async () => {
    const { host, problems } = await open('<pk-code-entry></pk-code-entry>', 'nonce')
    await heading(host).waitFor()
    expect(problems).toEqual([])
    await host.close()
  })

  it('fetches nothing for a page without elements, and finds those added later, also in shadow roots', async () => {
    const { host } = await open('<p>Nothing here</p><x-card></x-card>')
    await host.waitForTimeout(150)
    expect(requests.filter((path) => path.startsWith('/v1/'))).toEqual(['/v1/loader.js'])
    await host.evaluate(`customElements.define('x-card', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'open' }).append(document.createElement('pk-code-entry')) }
    })`)
    await heading(host).waitFor()
    await host.evaluate(`(() => {
      const outer = document.createElement('section')
      outer.attachShadow({ mode: 'open' }).append(document.createElement('div'))
      document.querySelector('main').append(outer)
      outer.shadowRoot.firstChild.append(document.createElement('pk-login'))
    })()`)
    await host.locator('pk-login h1').waitFor()
    await host.close()
  })

  it.each(['open', 'closed'] as const)('finds elements in a shadow root that is attached later: %s', async (mode) => {
    const { host } = await open('<section id="later"></section>')
    await host.waitForTimeout(150)
    await host.evaluate(`(() => {
      const root = document.getElementById('later').attachShadow({ mode: '${mode}' })
      setTimeout(() => root.append(document.createElement('pk-code-entry')), 50)
      globalThis.textOfLater = () => root.querySelector('pk-code-entry')?.shadowRoot?.querySelector('h1')?.textContent
    })()`)
    await eventually(() => host.evaluate('textOfLater()')).toBe('Hi! Did you receive a code from us?')
    await host.close()
  })

  it('fetches what a lost connection prevented, checked as always, without a reload', async () => {
    const { host, problems } = await open('<pk-shop></pk-shop>')
    await host.getByRole('heading', { level: 1 }).waitFor()
    await host.evaluate('globalThis.stays = true')
    await host.context().setOffline(true)
    await host.getByRole('link', { name: 'Log in' }).click()
    await host.getByText('There is no connection to the internet.').waitFor()
    await host.context().setOffline(false)
    requests.length = 0
    await host.getByRole('button', { name: 'Try again' }).click()
    await host.getByRole('main').getByLabel('Password', { exact: true }).waitFor()
    expect(await host.evaluate('globalThis.stays')).toBe(true)
    // records the answers first: more may arrive while the links are read
    const chunks = requests.filter((path) => path.startsWith('/v1/c/'))
    expect(chunks).not.toEqual([])
    const links = host.locator('link[rel=modulepreload]')
    const hrefs = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLLinkElement).href).pathname))
    expect(hrefs).toEqual(expect.arrayContaining(chunks))
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await host.close()
  })

  it('requests a chunk again that did not arrive, with its integrity, before the page hears of it', async () => {
    const [name = '', code = ''] = [...files].find(([, text]) => text.includes('pk-entry-who-name')) ?? []
    files.delete(name)
    const { host, problems } = await open('<pk-code-entry></pk-code-entry>')
    await eventually(() => requests).toContain(name)
    files.set(name, code)
    await heading(host).waitFor()
    expect(requests.filter((path) => path === name)).toHaveLength(2)
    const link = host.locator(`link[href$="${name}"]`)
    expect(await link.evaluateAll((all) => all.map((one) => (one as HTMLLinkElement).integrity.slice(0, 7)))).toEqual([
      'sha256-',
    ])
    expect(await host.evaluate('globalThis.told')).toBeUndefined()
    expect(problems.filter((text) => !text.includes('404'))).toEqual([])
    await host.close()
  })

  it('says in each element that its code is missing, in its language, until a button has fetched it', async () => {
    const [name = '', code = ''] = [...files].find(([, text]) => text.includes('pk-entry-who-name')) ?? []
    files.delete(name)
    const body = '<pk-code-entry></pk-code-entry><section><pk-code-entry lang="nb-NO"></pk-code-entry></section>'
    const { host, problems } = await open(body)
    const [first, second] = [host.locator('pk-code-entry').nth(0), host.locator('pk-code-entry').nth(1)]
    await first.getByText('Something went wrong here.').waitFor()
    await second.getByRole('alert').getByText('Noe gikk galt.').waitFor()
    expect(await second.getByRole('alert').getAttribute('lang')).toBe('nb')
    // still missing
    await first.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => problems.filter((text) => text.startsWith('pk-code-entry: ')).length).toBe(2)
    await second.getByRole('button', { name: 'Prøv igjen' }).waitFor()
    expect(await host.getByRole('alert').count()).toBe(2)
    files.set(name, code)
    await second.getByRole('button', { name: 'Prøv igjen' }).click()
    await Promise.all([heading(host).waitFor(), heading(host, 1).waitFor()])
    const left = () => host.locator('pk-code-entry').evaluateAll((all) => all.map((one) => one.childElementCount))
    await eventually(left).toEqual([0, 0])
    await host.close()
  })

  it.each(['the element itself', 'what is common to all'])(
    'refuses a changed chunk, reports it, and runs none of it: %s',
    async (which) => {
      const mark = which === 'the element itself' ? 'pk-entry-who-name' : 'createElementNS'
      const [name = '', code = ''] = [...files].find(([, text]) => text.includes(mark)) ?? []
      files.set(name, `${code};globalThis.stolen = true`)
      const { host } = await open('<pk-code-entry></pk-code-entry>')
      await eventually(() => host.evaluate('globalThis.told')).toMatch(
        /^loader.failed pk-code-entry: .* has the wrong content$/,
      )
      expect(await host.evaluate('globalThis.stolen')).toBe(undefined)
      files.set(name, code)
      await host.evaluate(`document.querySelector('main').append(document.createElement('p'))`)
      expect(await host.locator('p').count()).toBe(1)
      await host.close()
    },
  )

  it('refuses a changed lazy chunk, and leaves the previous view in place', async () => {
    const [name = '', code = ''] = [...files].find(([, text]) => text.includes('aria-modal')) ?? []
    files.set(name, `${code};globalThis.stolen = true`)
    const { host, problems } = await open('<pk-code-entry></pk-code-entry>')
    await host.getByRole('button', { name: 'Not received a code?' }).click()
    await eventually(() => host.evaluate('globalThis.told')).toMatch(/^surface.unfetched .* has the wrong content$/)
    expect(await host.evaluate('globalThis.stolen')).toBe(undefined)
    expect(await heading(host).count()).toBe(1)
    expect(problems.filter((text) => !text.includes('integrity'))).toEqual([])
    files.set(name, code)
    await host.close()
  })
})
