import type { RouteName } from '@portraitkit/core/routes.ts'
import type { Browser, ConsoleMessage, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { buildFixture, type Engine, serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'
import type { SurfaceMethods } from './elementTypes.ts'

/** Timeouts for a busy machine. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

/** The permissions of a strict page: no inline style or script, no eval, no strings turned into code. */
const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

type SurfaceElement = HTMLElement & SurfaceMethods

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe.each<Engine>(['react', 'preact'])('an element on %s', (engine) => {
  let server: Awaited<ReturnType<typeof serveFixture>>
  let page: Page
  let requests: string[] = []
  let problems: string[] = []
  beforeAll(async () => {
    page = await browser.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.text().includes('Content Security') && problems.push(message.text()))
    const files = await buildFixture('src/testing/pages/probeElement.tsx', engine)
    server = await serveFixture(files, (url) => {
      requests.push(url.pathname)
      if (url.pathname.startsWith('/host')) {
        const headers = { 'content-security-policy': strictPolicy }
        return { type: 'text/html', body: '<!doctype html><title>Host</title><body><main></main>', headers }
      }
      if (url.pathname !== '/api/webshop/settings') return undefined
      const settings = aProviderSettings(url.searchParams.get('provider') ?? '')
      return { type: 'application/json', body: JSON.stringify(settings) }
    })
  })
  afterAll(() => server.close())

  /** A host page with the given markup; the element is defined after `before` has run. */
  async function open(markup: string, before: string = ''): Promise<void> {
    await page.goto(`${server.origin}/host`)
    requests = []
    problems = []
    await fill(page, markup)
    if (before) await page.evaluate(before)
    await page.evaluate(`import('/page.js').then((script) => script.define())`)
  }

  const probe = () => page.locator('pk-probe').first()
  const probeState = async () => JSON.parse((await probe().locator('output').textContent()) ?? '')

  it('reads attributes by their type and resets a removed one', async () => {
    await open('<pk-probe provider="brightside" label="Emma" size="3" open items=\'{"a":[1]}\'></pk-probe>')
    await eventually(() => probeState()).toMatchObject({ label: 'Emma', size: 3, open: true, items: { a: [1] } })
    await probe().evaluate((element) => {
      element.removeAttribute('label')
      element.removeAttribute('open')
      element.setAttribute('size', 'many')
      element.setAttribute('items', '{not json')
    })
    await eventually(() => probeState()).toEqual({ language: 'en', shop: 'brightside' })
    await probe().evaluate((element) => element.setAttribute('open', 'false'))
    await eventually(() => probeState()).toMatchObject({ open: false })
    expect(problems).toEqual([])
  })

  it('keeps properties by identity, including functions, also if they were set before the element was defined', async () => {
    await open(
      '<pk-probe provider="brightside"></pk-probe>',
      `window.given = { name: 'Emma', draw() {} };
       window.probe = document.querySelector('pk-probe');
       probe.items = given;
       probe.onPick = (items) => { window.same = items === given };`,
    )
    await probe().getByText('Pick').click()
    expect(await page.evaluate('window.same')).toBe(true)
    expect(await page.evaluate('probe.items === given')).toBe(true)
    expect(await page.evaluate('probe.getAttributeNames()')).toEqual(['provider'])
    await page.evaluate('window.given = [1]; probe.items = given; window.same = false')
    await probe().getByText('Pick').click()
    expect(await page.evaluate('window.same')).toBe(true)
    expect(problems).toEqual([])
  })

  it('treats a text set as a property like an attribute, as frameworks’ templates write it', async () => {
    await open('<pk-probe provider="brightside"></pk-probe>', `document.querySelector('pk-probe').items = '{"a":[1]}'`)
    await probe().evaluate((element) => Object.assign(element, { open: '', size: '3', label: 'true' }))
    await eventually(() => probeState()).toMatchObject({ label: 'true', size: 3, open: true, items: { a: [1] } })
    expect(problems).toEqual([])
  })

  it('warns the developer once of an unknown option, and shows the rest', async () => {
    const warned: string[] = []
    const hear = (message: ConsoleMessage) => message.type() === 'warning' && warned.push(message.text())
    page.on('console', hear)
    const wrong = `lable="Emma" label="Ida" shape="oval" size="two" class="a" data-x="1" aria-label="b" id="c" tabindex="0"`
    const theme = `theme='{"radios":1,"radius":40,"space":"wide","background":"beam","colours":{"light":{"accent":"red"}},"type":"Inter","fonts":["Inter"],"logo":{"height":0,"shapes":[{"d":"M0 0","fill":"paper"}]}}' routes='{"basket":"/b","*":"/photos"}'`
    await open(
      `<pk-probe provider="brightside" ${wrong} ${theme}></pk-probe><pk-probe provider="brightside" ${wrong}></pk-probe>`,
    )
    await eventually(() => probeState()).toEqual({ label: 'Ida', language: 'en', shop: 'brightside' })
    await eventually(() => warned.length).toBe(13)
    expect(warned.toSorted()).toEqual([
      expect.stringMatching(/^Portraitkit: basket is not a view of the shop; use one of frontpage, /),
      'Portraitkit: lable is not an attribute of <pk-probe>; did you mean label?',
      'Portraitkit: shape="oval" is not valid for <pk-probe>; use one of round, square',
      'Portraitkit: size="two" is not valid for <pk-probe>; use a number',
      'Portraitkit: theme.background is "beam", but must be one of plain, glow, aurora',
      'Portraitkit: theme.colours.light.accent is "red", but must be a colour, written #rrggbb',
      'Portraitkit: theme.fonts[0] is "Inter", but needs family, src, weight',
      'Portraitkit: theme.logo.height is 0, but must be greater than 0',
      'Portraitkit: theme.logo.shapes[0].fill is "paper", but must be one of ink, soft, accent, accentInk, or a colour',
      'Portraitkit: theme.radios is not a part of a look; did you mean theme.radius?',
      'Portraitkit: theme.radius is 40, but must be between 0 and 28',
      'Portraitkit: theme.space is "wide", but must be a number',
      'Portraitkit: theme.type is "Inter", but must be an object',
    ])
    page.off('console', hear)
  })

  it('warns of an invalid list of font families, and continues without a font whose address is invalid', async () => {
    const warned: string[] = []
    const hear = (message: ConsoleMessage) => message.type() === 'warning' && warned.push(message.text())
    page.on('console', hear)
    const theme = {
      type: { body: '"Open Sans', heading: 'Georgia,' },
      fonts: [{ family: 'pk-x', src: 'http://[', weight: '400' }],
    }
    await open(`<pk-probe provider="brightside" label="Ida" theme='${JSON.stringify(theme)}'></pk-probe>`)
    await eventually(() => probeState()).toMatchObject({ label: 'Ida' })
    await eventually(() => warned.toSorted()).toEqual([
      'Portraitkit: theme.fonts[0].src is "http://[", but must be an address',
      'Portraitkit: theme.type.body is "\\"Open Sans", but must be a list of font families, such as "Open Sans", serif',
      'Portraitkit: theme.type.heading is "Georgia,", but must be a list of font families, such as "Open Sans", serif',
    ])
    page.off('console', hear)
  })

  it('warns of malformed JSON, as an attribute and as a property', async () => {
    const errors: string[] = []
    const hear = (message: ConsoleMessage) => message.type() === 'error' && errors.push(message.text())
    page.on('console', hear)
    await open(`<pk-probe provider="brightside" label="Ida" items="{bad"></pk-probe>`)
    await eventually(() => probeState()).toMatchObject({ label: 'Ida' })
    await probe().evaluate((element) => Object.assign(element, { items: '[worse' }))
    const wrong = 'Portraitkit: items of <pk-probe> is not valid JSON and is ignored: '
    await eventually(() => errors).toEqual([`${wrong}{bad`, `${wrong}[worse`])
    page.off('console', hear)
  })

  it('warns of a pair of colours with too little contrast, in the provider’s look', async () => {
    const warnings: string[] = []
    const hear = (message: ConsoleMessage) =>
      message.text().includes('ink on sunken (light)') && warnings.push(message.text())
    page.on('console', hear)
    await open(`<pk-probe provider="brightside" theme='{"colours":{"light":{"ink":"#777777"}}}'></pk-probe>`)
    // on the neutral ground used until the provider's is known it would be 3.9
    await eventually(() => warnings).toEqual(['Portraitkit: ink on sunken (light) has a contrast of 4.0, not 4.5'])
    page.off('console', hear)
  })

  it('belongs to the version that was loaded first, and warns of the other one', async () => {
    const warned = page.waitForEvent('console', (message) => message.text().includes('is not used'))
    await open(
      '<pk-probe provider="brightside"></pk-probe>',
      `customElements.define('pk-probe', class extends HTMLElement {
         static portraitkit = '9.9.9'
         connectedCallback() { this.textContent = 'An older shop' }
       })`,
    )
    await probe().getByText('An older shop').waitFor()
    expect((await warned).text()).toMatch(
      /^Portraitkit: <pk-probe> of version \d+\.\d+\.\d+ is not used: Portraitkit 9\.9\.9 has already defined it$/,
    )
  })

  it('keeps its state when it is moved, and releases it when it is removed', async () => {
    await open('<pk-probe provider="brightside"></pk-probe><aside></aside>')
    await probe().getByText('Count 0').click()
    await page.evaluate(`document.querySelector('aside').append(document.querySelector('pk-probe'))`)
    await probe().getByText('Count 1').click()
    await page.evaluate(`document.querySelector('main').moveBefore(document.querySelector('pk-probe'), null)`)
    await probe().getByText('Count 2').waitFor()
    expect(await page.evaluate('mounted')).toBe(1)
    await page.evaluate(`window.gone = document.querySelector('pk-probe'); gone.remove()`)
    await eventually(() => page.evaluate('mounted')).toBe(0)
    await page.evaluate(`document.querySelector('main').append(gone)`)
    await probe().getByText('Count 0').waitFor()
  })

  it('leaves a small notice and pk-error if a surface breaks, and the page keeps working', async () => {
    await open(
      '<pk-probe provider="brightside" broken></pk-probe><pk-probe provider="brightside"></pk-probe><pk-probe></pk-probe>',
      `window.heard = []; document.addEventListener('pk-error', (event) => heard.push(event.detail.message))`,
    )
    await probe().getByRole('alert').waitFor()
    await page.locator('pk-probe').nth(1).getByText('Count 0').click()
    await page.locator('pk-probe').nth(2).getByRole('alert').waitFor()
    expect(await page.evaluate('heard.toSorted()')).toEqual([
      expect.stringContaining('<pk-probe>: the option provider is missing'),
      '<pk-probe>: the probe broke',
    ])
    const again = probe().getByRole('button', { name: 'Try again' })
    await again.click()
    await eventually(() => page.evaluate('heard.length')).toBe(3)
    await again.waitFor()
    // other options make it try again by themselves
    await probe().evaluate((element) => element.removeAttribute('broken'))
    await probe().getByText('Count 0').waitFor()
    expect(problems).toEqual([])
  })

  it('asks the page before it navigates, and uses the page’s addresses', async () => {
    await open(
      `<pk-probe provider="brightside" routes='{"receipt":"/host/thanks?order=:orderUuid"}'></pk-probe>`,
      `window.heard = []; document.addEventListener('pk-navigate', (event) => {
         heard.push([event.target.localName, event.bubbles, event.composed, event.cancelable, event.detail]);
         if (heard.length === 1) event.preventDefault()
       })`,
    )
    const order = '00000000-0000-4000-8000-000000000001'
    await probe().getByText('Go').click()
    const detail = { name: 'receipt', params: { orderUuid: order }, href: `/host/thanks?order=${order}` }
    expect(await page.evaluate('heard')).toEqual([['pk-probe', true, true, true, detail]])
    expect(page.url()).toBe(`${server.origin}/host`)
    await probe().getByText('Go').click()
    await page.waitForURL(`${server.origin}${detail.href}`)
  })

  it('navigates to a view, and returns its address, on the page’s request', async () => {
    await open(`<pk-probe provider="brightside" routes='{"receipt":"/host/thanks?order=:orderUuid"}'></pk-probe>`)
    const order = { orderUuid: '00000000-0000-4000-8000-000000000002' }
    const href = await probe().evaluate((element, given) => (element as SurfaceElement).hrefOf('receipt', given), order)
    expect(href).toBe(`/host/thanks?order=${order.orderUuid}`)
    await probe().evaluate((element, given) => void (element as SurfaceElement).navigate('receipt', given), order)
    await page.waitForURL(`${server.origin}${href}`)
  })

  it('keeps the port and the time in an address of the page', async () => {
    const thanks = 'http://localhost:5173/thanks?at=12:30&order=:orderUuid'
    await open(`<pk-probe provider="brightside" routes='{"receipt":"${thanks}"}'></pk-probe>`)
    const hrefOf = (element: HTMLElement) => (element as SurfaceElement).hrefOf('receipt', { orderUuid: 'a b' })
    expect(await probe().evaluate(hrefOf)).toBe('http://localhost:5173/thanks?at=12:30&order=a%20b')
    const unknown = (element: HTMLElement) =>
      (element as SurfaceElement).hrefOf('nonsense' as RouteName).catch((error: Error) => error.message)
    expect(await probe().evaluate(unknown)).toBe('There is no view nonsense')
  })

  it('ignores an invalid address, and uses the browser’s language if the page names none', async () => {
    const routes = {
      privacypolicy: 'java\tscript:alert(1)//',
      contactus: 'javas:x\tcript:1,alert(1)//',
      receipt: 'java:orderUuid\t:1,alert(1)//',
      login: 5,
      '*': ' JavaScript:alert(1)//',
    }
    await open('<pk-probe provider="brightside" lang="€"></pk-probe>')
    await probe().evaluate((element, given) => Object.assign(element, { routes: given }), routes)
    const hrefOf = (name: string) =>
      probe().evaluate((element: HTMLElement, view) => (element as SurfaceElement).hrefOf(view as RouteName), name)
    await eventually(() => hrefOf('login')).toBe('5')
    expect(await hrefOf('privacypolicy')).toBe('/privacy-policy?provider=brightside')
    expect(await hrefOf('contactus')).toBe('/contact-us?provider=brightside')
    const orderUuid = 'script'
    const receipt = await probe().evaluate((element, given) => (element as SurfaceElement).hrefOf('receipt', given), {
      orderUuid,
    })
    expect(receipt).toBe('/shopping-cart/checkout/payment/receipt/script?provider=brightside')
    expect(await hrefOf('shoppingcart')).toBe('/shopping-cart?provider=brightside')
  })

  it('uses the browser’s language if a template of the page has left its language empty', async () => {
    const german = await browser.newPage({ locale: 'de-DE' })
    await german.goto(`${server.origin}/host`)
    await fill(german, '<pk-probe provider="brightside" lang=""></pk-probe>')
    await german.evaluate(`import('/page.js').then((script) => script.define())`)
    await german.locator('pk-probe output').waitFor()
    const output = await german.locator('pk-probe output').textContent()
    expect(JSON.parse(output ?? '')).toMatchObject({ language: 'de' })
    await german.close()
  })

  it('first shows the options set right after it was added, and tries again with other options after an error', async () => {
    await open(
      '',
      `window.heard = []; document.addEventListener('pk-error', ({ detail }) => heard.push(detail.message))`,
    )
    await page.evaluate(() => {
      const element = document.createElement('pk-probe') as HTMLElement & Record<string, unknown>
      document.querySelector('main')?.append(element)
      Object.assign(element, { provider: 'brightside', label: 'Late' })
    })
    await probe().getByText('Count 0').waitFor()
    expect(await probeState()).toMatchObject({ label: 'Late' })
    expect(await page.evaluate('heard')).toEqual([])

    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('pk-probe')))
    const second = page.locator('pk-probe').nth(1)
    await second.getByText('Something went wrong here.').waitFor()
    await second.evaluate((element) => element.setAttribute('provider', 'brightside'))
    await second.getByText('Count 0').waitFor()
    expect(await page.evaluate('heard')).toEqual([expect.stringContaining('the option provider is missing')])
  })

  it('reports in its language that the shop cannot be reached, notifies the page, and accepts a trailing slash in its address', async () => {
    const heard = `window.heard = []; document.addEventListener('pk-error', ({ detail }) => heard.push(detail.reason))`
    await open('<pk-probe provider="brightside" lang="de" api="http://localhost:9"></pk-probe>', heard)
    await probe().getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    expect(await page.evaluate('heard')).toEqual(['network'])
    await open(`<pk-probe provider="brightside" api="${server.origin}/"></pk-probe>`)
    await probe().getByText('Count 0').waitFor()
    expect(requests).toContain('/api/webshop/settings')
  })

  it('has every view below the address that the page sets for all others', async () => {
    await open(`<pk-probe provider="brightside" routes='{"login":"/in","*":"/photos.html#"}'></pk-probe>`)
    const hrefOf = (name: RouteName) =>
      probe().evaluate((element, view) => (element as SurfaceElement).hrefOf(view), name)
    expect(await hrefOf('login')).toBe('/in')
    expect(await hrefOf('shoppingcart')).toBe('/photos.html#/shopping-cart')
  })

  it('shares one shop per provider, and keeps two shops and two languages apart', async () => {
    await open(
      `<pk-probe provider="brightside"></pk-probe><pk-probe provider="brightside"></pk-probe>
       <pk-probe provider="nordlys" lang="de"></pk-probe>`,
    )
    await page.locator('pk-probe').nth(2).getByText('Count 0').waitFor()
    const all = await page.locator('pk-probe output').allTextContents()
    expect(all.map((text) => JSON.parse(text).shop)).toEqual(['brightside', 'brightside', 'nordlys'])
    expect(requests.filter((path) => path === '/api/webshop/settings')).toHaveLength(2)
    const radius = (nth: number) =>
      page
        .locator('pk-probe button')
        .nth(nth)
        .evaluate((button) => getComputedStyle(button).borderRadius)
    expect([await radius(0), await radius(6)]).toEqual(['16px', '0px'])
  })

  it('[EMB-4] is not affected by the page and leaves nothing on it, under a strict policy', async () => {
    await open(
      '<pk-probe provider="brightside"></pk-probe>',
      `const sheet = new CSSStyleSheet();
       sheet.replaceSync('html{font-size:62.5%;text-transform:uppercase!important;letter-spacing:9px!important;font-family:fantasy!important} *{all:unset;box-sizing:content-box!important} button,.pk-button{background:red!important;display:none!important}');
       document.adoptedStyleSheets = [sheet];
       window.before = document.documentElement.outerHTML; window.names = Object.getOwnPropertyNames(window).sort().join()`,
    )
    const button = probe().getByRole('button', { name: 'Count' })
    await button.click()
    const style = await button.evaluate((node) => {
      const { backgroundColor, boxSizing, fontSize, textTransform, letterSpacing } = getComputedStyle(node)
      return { backgroundColor, boxSizing, fontSize, textTransform, letterSpacing }
    })
    expect(style).toEqual({
      backgroundColor: 'rgb(255, 255, 255)',
      boxSizing: 'border-box',
      fontSize: '17px',
      textTransform: 'none',
      letterSpacing: 'normal',
    })
    expect(await page.evaluate('document.documentElement.outerHTML === before')).toBe(true)
    expect(await page.evaluate('document.adoptedStyleSheets.length')).toBe(1)
    const leaked = await page.evaluate(
      `Object.getOwnPropertyNames(window).filter((name) => !names.split(',').includes(name) && !['names', 'mounted'].includes(name))`,
    )
    expect(leaked).toEqual([])
    expect(problems).toEqual([])
  })

  it('keeps what is typed in it from the page’s hotkeys, and leaves the page its shortcuts, Tab and Escape', async () => {
    const listen = `globalThis.heard = []
      for (const name of ['keydown', 'keypress', 'keyup'])
        document.addEventListener(name, ({ key }) => heard.push(name + ' ' + key))`
    await open('<pk-probe provider="brightside"></pk-probe>', listen)
    await probe().getByText('Pick').focus()
    for (const key of ['s', '/', 'Control+k', 'Control+Alt+q', 'Escape', 'Tab']) await page.keyboard.press(key)
    const heard = async () => ((await page.evaluate('heard')) as string[]).filter((key) => !/Control|Alt/.test(key))
    await eventually(heard).toEqual([
      'keydown k',
      'keyup k',
      'keydown Escape',
      'keyup Escape',
      'keydown Tab',
      'keyup Tab',
    ])
  })

  it('lets the page set a token, on the element and through an attribute', async () => {
    await open(`<pk-probe provider="brightside" theme='{"radius":3}' mode="dark"></pk-probe>`)
    const look = () =>
      probe()
        .getByText('Count 0')
        .evaluate((node) => [getComputedStyle(node).borderRadius, getComputedStyle(node).color])
    await eventually(look).toEqual(['3px', 'rgb(250, 241, 227)'])
    await probe().evaluate((element: HTMLElement) => element.style.setProperty('--pk-radius', '21px'))
    await eventually(look).toEqual(['21px', 'rgb(250, 241, 227)'])
  })
})

it('is imported on a server without side effects', async () => {
  await expect(import('./register.ts')).resolves.toHaveProperty('register')
})

/** Adds elements by DOM methods, because the page forbids markup from strings. */
async function fill(page: Page, markup: string): Promise<void> {
  const elements = [...markup.matchAll(/<([a-z-]+)((?:\s[\w-]+(?:=(?:"[^"]*"|'[^']*'))?)*)>/g)].map(
    ([, tag = '', rest = '']) => ({
      tag,
      attributes: [...rest.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)].map(
        ([, name = '', double, single]) => [name, double ?? single ?? ''] as const,
      ),
    }),
  )
  await page.evaluate((given) => {
    for (const { tag, attributes } of given) {
      const element = document.createElement(tag)
      for (const [name, value] of attributes) element.setAttribute(name, value)
      document.querySelector('main')?.append(element)
    }
  }, elements)
}
