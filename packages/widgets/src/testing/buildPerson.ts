import type { Layer, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, type it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { buildFixture, type Engine } from '../../vite.fixture.ts'

// Shared by the tests of the editor: the sources in a real browser, against a real server.

export type World = {
  server: TestServer
  browser: Browser
  set: BuiltPictureSet
  /** Two pages; the second has a slot that accepts no picture of the set. */
  card: BuiltTemplate
  /** One page with one picture and one text. */
  single: BuiltTemplate
  origin: string
  /** A new guardian of the set, or of these subjects. */
  guardian: (subjects?: string[]) => Promise<BuiltCustomer>
}

/** Starts server and browser before the tests of a file, stops them after it. */
export function withWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    world.server = await startTestServer()
    world.browser = await launchBrowser()
    const { app, provider } = world.server
    world.origin = `http://${provider.hosts[0]}:${world.server.port}`
    world.guardian = (subjects = [world.set.subject.uuid]) => buildCustomer(world.server, { subjects })
    world.set = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter' } })
    world.card = await buildTemplate(app, provider, {
      definition: { parts: [front(), inside()] },
      product: { minorderpartquantity: 2 },
    })
    world.single = await buildTemplate(app, provider, {
      definition: { parts: [{ ...front(), layers: only(front().layers, ['large', 'name']) }] },
    })
  })
  afterAll(async () => {
    await world.browser?.close()
    await world.server?.close()
  })
  return world
}

/** The first page of the templates: two portraits, a name, a greeting and a fixed picture. */
export function front() {
  const [part] = aTemplate().parts
  if (!part) throw new Error('The template has no part')
  const names = { en: 'Portrait' }
  const layers = part.layers.map((layer): Layer => (layer.kind === 'image' ? { ...layer, names } : layer))
  const fixed: Layer = { kind: 'image', id: 'fixed', box: { x: 2, y: 2, width: 5, height: 5 }, disableEdit: true }
  return { ...part, layers: [...layers, fixed] }
}

/** A page without text and with a slot that accepts only sibling pictures, of which there are none. */
export function inside() {
  const layer: Layer = {
    kind: 'image',
    id: 'siblings',
    box: { x: 20, y: 20, width: 110, height: 80 },
    rules: { pictureTypes: ['MGP'] },
  }
  return { id: 'inside', descriptions: { en: 'Inside' }, layers: [layer] }
}

/** A template of one page with these layers. */
export function withLayers({ server }: World, layers: Layer[], type: TemplateDefinition['type'] = 'CARDS') {
  const parts = [{ ...front(), layers }]
  return buildTemplate(server.app, server.provider, { definition: { parts, type } })
}

export const only = (layers: Layer[], ids: string[]) =>
  layers.filter((layer) => 'id' in layer && ids.includes(layer.id))

/** With a long timeout, because the machine may be busy. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000, interval: 40 })

export type Device = BrowserContextOptions
export const phone: Device = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const smallPhone: Device = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
export const computer: Device = { viewport: { width: 1280, height: 900 } }
/** The long form of the proofs: everything on everything. */
export const isLong = process.env.PROOFS === 'long'
type DeviceSetup = [Engine, string, Device]
const touchPhone: DeviceSetup = ['preact', 'by touch on a phone', phone]
const mouseComputer: DeviceSetup = ['react', 'at a computer', computer]
/** Both engines, both layouts, touch and mouse: for behaviour that differs between them. */
export const bothDevices: DeviceSetup[] = [touchPhone, mouseComputer]
/** Like `bothDevices`, in the long form of the proofs; in the short one only the phone. */
export const testedDevices: DeviceSetup[] = isLong ? bothDevices : [touchPhone]

/** Somebody with the editor open. */
export type Person = Awaited<ReturnType<typeof aPerson>>

/** A person with a device, on an engine. Behaviour that depends on neither is tested `once`. */
export function withPerson(world: World, engine: Engine, device: Device) {
  let scripts: Map<string, string>
  beforeAll(async () => {
    scripts = await scriptsFor(engine)
  })
  const isPhone = device.hasTouch === true

  /** Opens a template in the editor for a new guardian of the set. */
  async function edit(template = world.single, change: Device = {}): Promise<Person & { customer: BuiltCustomer }> {
    const customer = await world.guardian()
    const person = await aPerson(world, scripts, { ...device, ...change }, customer)
    await person.go(template)
    return { ...person, customer }
  }

  return {
    isPhone,
    /** `it` on one of the two devices only. */
    onlyOnce: (given: typeof it) => (isPhone ? given : nothing),
    /** `it` for behaviour that is alike on both devices: the second one follows in the long form. */
    alike: (given: typeof it) => (isPhone || isLong ? given : nothing),
    come: (customer?: BuiltCustomer, change: Device = {}) =>
      aPerson(world, scripts, { ...device, ...change }, customer),
    edit,
    /** Like `edit`, with the only picture being edited. */
    async editPicture(template = world.single) {
      const person = await edit(template)
      await person.knowHint()
      await person.press('Change photos')
      await person.page.getByRole('application').waitFor()
      await person.page.locator('.pk-crop-window img').waitFor()
      return person
    },
  }
}

const scriptsOf = new Map<Engine, Promise<Map<string, string>>>()

/** The page's scripts, built once for all tests of a file. */
function scriptsFor(engine: Engine): Promise<Map<string, string>> {
  const known = scriptsOf.get(engine) ?? buildFixture('src/testing/pages/editorPage.tsx', engine)
  scriptsOf.set(engine, known)
  return known
}

const nothing = (() => undefined) as unknown as typeof it

/** The real server answers everything except the page and its scripts, which are built from the sources. */
async function aPerson(
  world: World,
  scripts: ReadonlyMap<string, string>,
  device: Device,
  customer: BuiltCustomer | undefined,
) {
  const page = await shopPage(world, scripts, device, customer)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const pressElement = (what: Locator) => (device.hasTouch ? what.tap() : what.click())
  const press = (what: string | RegExp | Locator) =>
    pressElement(typeof what === 'string' || what instanceof RegExp ? button(what) : what)
  return {
    page,
    button,
    press,
    /** Changes the only text of a card. */
    async write(text: string) {
      await press('Edit text')
      await page.getByRole('textbox').fill(text)
      await press('Done')
    },
    /**
     * Waits until a screen that was closed has taken its entry off the history: until then the browser would cancel a navigation to
     * somewhere else, which nobody can type that fast.
     */
    leftScreen: () => page.waitForFunction(() => !history.state?.pkEditorScreen),
    heading: () => page.locator('h1').textContent(),
    /** The crop and everything else in the slot, as the page shows it. */
    picture: () => page.locator('.pk-crop-window img').getAttribute('style'),
    announces: (text: string | RegExp) => page.locator('.pk-unseen', { hasText: text }).waitFor({ state: 'attached' }),
    /** The current path of the page. */
    path: () => new URL(page.url()).pathname,
    /** Marks this session's hint on how to move and zoom as seen. */
    knowHint: () =>
      page.evaluate((provider) => sessionStorage.setItem(`pk-pinch-hint-${provider}`, '1'), world.server.provider.key),
    /** Selects the shop's picture set. */
    remember: (subject: string) =>
      page.addInitScript(
        ([key, value]) => sessionStorage.setItem(key as string, value as string),
        [`pk-1--${world.server.provider.key}`, JSON.stringify({ subject })],
      ),
    /** Opens a template in the shop, or in a standalone editor with these options. */
    async go({ product, definition }: BuiltTemplate, options?: object) {
      const all = { product: product.uuid, template: definition.uuid, ...options }
      const query = options ? `?options=${encodeURIComponent(JSON.stringify(all))}` : ''
      await page.goto(`${world.origin}/products/cards/${product.uuid}/${definition.uuid}${query}`)
      await page.getByRole('img', { name: /^Your (?:card|calendar|gift)/ }).waitFor()
    },
    async closed() {
      await page.close()
      await page.context().close()
    },
  }
}

async function shopPage(
  { browser, server, origin }: World,
  scripts: ReadonlyMap<string, string>,
  device: Device,
  customer?: BuiltCustomer,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...device })
  const cookies = [...(customer?.client.cookies ?? [])]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })))
  await context.route(
    (url) =>
      url.origin === origin && (scripts.has(url.pathname) || /^\/(?:products|shopping-cart|login)/.test(url.pathname)),
    (route) => {
      const script = scripts.get(new URL(route.request().url()).pathname)
      const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><style>body{margin:0}</style>
        <div id="shop" data-provider="${server.provider.key}"></div><script type="module" src="/page.js"></script></html>`
      return script === undefined
        ? route.fulfill({ contentType: 'text/html', body: html })
        : route.fulfill({ contentType: 'text/javascript', body: script })
    },
  )
  return context.newPage()
}

export async function boxOf(what: Locator) {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is not there')
  return box
}

export async function middleOf(page: Page) {
  const { x, y, width, height } = await boxOf(page.getByRole('application'))
  return { x: x + width / 2, y: y + height / 2 }
}

/** Fingers on the picture, each from a point to a point relative to its middle. */
export async function touch(page: Page, from: [number, number][], to: [number, number][]): Promise<void> {
  const middle = await middleOf(page)
  const fingers = await page.context().newCDPSession(page)
  const steps = 6
  const at = (share: number) =>
    from.map(([x, y], id) => {
      const [goalX, goalY] = to[id] ?? [x, y]
      return { x: middle.x + x + (goalX - x) * share, y: middle.y + y + (goalY - y) * share, id }
    })
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step += 1) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await fingers.detach()
}
