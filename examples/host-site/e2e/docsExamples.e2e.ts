import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type DocsExample, docsExamples } from '../../../scripts/docsExamples.ts'
import { barePage, hearConsole, pageWith } from './docsExamples/readersPage.ts'
import { makeProject, type ReadersProject } from './docsExamples/readersProject.ts'
import { enterAndRegister } from './enterAndRegister.ts'
import { type ServedResponse, serveSite } from './isolation/serve.ts'
import { shop as world } from './methodInputs.ts'
import { type Person, withComputer } from './person.ts'
import type { World } from './world.ts'

// Every block of HTML and of script in the docs, copied into a page as a reader does it: it does what the text next to it says, and the
// console has nothing to say.

const execute = promisify(execFile)
const { port, examplePort } = inject('house')
const site = `http://studio.localhost:${examplePort}`
/** What a visitor sees of the whole shop, of the code entry, of a list and of the cart. */
const headings = /^Hi! Did you receive a code|^Cards$|Sign in/
const hello = 'Hi! Did you receive a code from us?'
const accent = 'rgb(10, 119, 85)'

const files: Record<string, ServedResponse> = {}
const undo: Array<() => Promise<unknown>> = []
/** Somebody who opens the page for the first time, and a parent with all pictures of a child in the cart. */
let visitor: Person
let parent: Person
let account: World['customer']
/** What the ellipses of blocks stand for. */
const fillIns: Record<string, string> = {}

const html = (code: string, headers: Record<string, string> = {}): ServedResponse => ({
  type: 'text/html',
  body: pageWith(code, world),
  headers,
})

const bare = (body: string): ServedResponse => ({ type: 'text/html', body: barePage(body) })

beforeAll(async () => {
  undo.push(await serveSite(examplePort, ({ pathname }) => files[pathname] ?? html('')))
  visitor = await personOf({ by: 'somebody new' })
  parent = await personOf({ by: 'somebody new' })
  const { page, sees } = parent
  files['/'] = html('<pk-shop></pk-shop>')
  await page.goto(site)
  account = await fillCart(parent)
  await page.goto(`${site}/#/products/cards`)
  const [, product, template] =
    /([^/]+)\/([^/]+)$/.exec((await sees('link', new RegExp(world.card)).getAttribute('href')) ?? '') ?? []
  Object.assign(fillIns, { 'product="…"': `product="${product}"`, 'template="…"': `template="${template}"` })
  const { version, integrity } = await (await fetch(`http://localhost:${port}/v1/version.json`)).json()
  Object.assign(fillIns, { '0.1.0': version, 'sha384-…': integrity })
})
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

type Stage = {
  /** Who opens the page; otherwise a visitor. */
  by?: 'parent' | 'somebody new'
  /** What else is on the page, before or after the block. */
  before?: string
  after?: string
  headers?: Record<string, string>
  /** Its ellipses, and what replaces them. */
  fill?: Record<string, string>
  expectIt(person: Person): Promise<void>
}

const seesHello = ({ sees }: Person) => sees('heading', hello).waitFor()
const seesGerman = ({ sees }: Person) => sees('heading', /^Hallo!/).waitFor()
async function seesAccent(person: Person): Promise<void> {
  const button = person.sees('button', /Continue|Weiter/)
  await person.write('Code', 'ABCDEF')
  await expect.poll(() => button.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(accent)
}
/** As a new customer, with all pictures of a child in the cart. */
async function fillCart(person: Person): Promise<World['customer']> {
  const { page, sees, press } = person
  const made = await enterAndRegister(person, { ...world.digital, phone: world.phone })
  await page.goto(`${page.url().replace(/#.*/, '')}#/my-account/picture-sets`)
  await press(sees('link', /^View/))
  await press(sees('button', 'Buy digital portraits'))
  await sees('link', 'Go to the cart').waitFor()
  return made
}

/** From the checkout on. */
async function orderByInvoice({ page, sees, press, write }: Person): Promise<void> {
  await write('Full name', 'Anna Carter')
  await press(sees('button', 'Next'))
  await press(page.getByRole('radio', { name: /Invoice/ }))
  await write('Phone number', world.phone)
  await press(sees('button', 'Next'))
  await press(page.getByRole('checkbox', { name: /terms of purchase/ }))
  await press(page.getByRole('checkbox', { name: /right of withdrawal/ }))
  await press(sees('button', /^Buy now/))
}

const wholeShop: Stage = { expectIt: seesHello }

const stages: Record<string, Stage> = {
  'README.md, Put it on a page: html': wholeShop,
  'docs/README.md, Portraitkit: html': wholeShop,
  "docs/guide/embedding.md, The shop on somebody's page: html": wholeShop,
  "docs/guide/quick-start.md, 2. See it on somebody's page: html": wholeShop,
  'docs/guide/quick-start.md, 3. Put it on your own page: html': wholeShop,
  'docs/guide/quick-start.md, 4. Make it yours: html': {
    async expectIt(person) {
      await seesGerman(person)
      await seesAccent(person)
    },
  },
  'packages/widgets/README.md, As custom elements: html': wholeShop,
  'docs/guide/theming.md, The theme object: html': { expectIt: seesAccent },
  "docs/guide/embedding.md, The shop on somebody's page: html 2": {
    after: '<pk-code-entry></pk-code-entry>',
    expectIt: seesHello,
  },
  'docs/guide/content-security-policy.md, With a nonce: html': {
    after: '<pk-code-entry></pk-code-entry>',
    fill: { 'nonce="…"': 'nonce="5tudio"' },
    headers: {
      'content-security-policy': `script-src 'nonce-5tudio'; connect-src ${world.shop}; img-src ${world.shop} data: blob:; font-src ${world.shop}; style-src 'none'; default-src 'none'`,
    },
    expectIt: seesHello,
  },
  'docs/guide/embedding.md, Room, before and after: html': {
    after: '<pk-shop></pk-shop><p>below</p>',
    async expectIt(person) {
      await seesHello(person)
      const page = await person.context.newPage()
      await page.route('**/loader.js', (route) => route.abort())
      await page.goto(person.page.url())
      const below = await page.getByText('below').boundingBox()
      expect(below?.y).toBeGreaterThan(page.viewportSize()?.height ?? Number.NaN)
      await page.close()
    },
  },
  'docs/guide/options.md, For the whole page: html': {
    after: '<pk-code-entry></pk-code-entry>',
    expectIt: seesGerman,
  },
  'docs/guide/options.md, Attributes and properties: html': {
    by: 'parent',
    expectIt: ({ sees }) => sees('button', 'Edit text').waitFor(),
  },
  'docs/guide/options.md, Attributes and properties: js': {
    by: 'parent',
    before: '<pk-editor product="…" template="…"></pk-editor>',
    async expectIt({ page, sees }) {
      await sees('button', 'Edit text').waitFor()
      expect(await page.locator('pk-editor').evaluate((each) => Reflect.get(each, 'allowTemplateChange'))).toBe(true)
    },
  },
  'docs/guide/routes.md, A page with its own views: html': {
    by: 'parent',
    async expectIt({ page, sees, press }) {
      await press(sees('button', /^Checkout/))
      await page.waitForURL(`${site}/pay.html`)
    },
  },
  "docs/guide/routes.md, Links of the page's own: js": {
    by: 'parent',
    before: '<a id="orders">Orders</a><button id="cart">Basket</button><pk-shop></pk-shop>',
    async expectIt({ page, sees, press }) {
      await press(sees('link', 'Orders'))
      await sees('heading', 'No orders yet').waitFor()
      await press(sees('button', 'Basket'))
      await sees('heading', 'Shopping cart').waitFor()
      expect(page.url()).toBe(`${site}/page.html#/shopping-cart`)
    },
  },
  'docs/guide/embedding.md, One view or all of them: js': {
    by: 'parent',
    before: '<pk-shop></pk-shop>',
    async expectIt({ page, sees, press }) {
      await press(sees('link', /^Cart|cart/))
      await page.waitForURL(`${site}/basket.html`)
    },
  },
  'docs/guide/events.md, Events: js': {
    by: 'parent',
    before: '<p>In the basket: <b id="basket"></b></p><pk-code-entry></pk-code-entry>',
    async expectIt({ page }) {
      await page.getByText('In the basket: 1').waitFor()
    },
  },
  'docs/guide/routes.md, A page with its own views: js': {
    by: 'somebody new',
    before: '<pk-checkout></pk-checkout>',
    async expectIt(person) {
      await person.page.goto(site)
      await fillCart(person)
      await person.page.goto(`${site}/page.html`)
      await orderByInvoice(person)
      await person.page.waitForURL(/\/thanks\.html\?order=[0-9a-f-]{36}$/)
    },
  },
  'examples/wordpress/README.md, The shop on a WordPress site: js': {
    by: 'somebody new',
    before: '<pk-shop></pk-shop>',
    async expectIt(person) {
      const { logged } = hearConsole(person.page)
      await fillCart(person)
      await person.press(person.sees('link', 'Go to the cart'))
      await person.press(person.sees('button', /^Checkout/))
      await orderByInvoice(person)
      await person.sees('heading', 'Thank you for your order!').waitFor()
      await expect.poll(() => logged.join()).toMatch(/^[0-9a-f-]{36} [1-9]\d+$/)
    },
  },
  'docs/guide/analytics.md, Analytics: js': {
    by: 'parent',
    before: '<script>var facts = []; function send(fact) { facts.push(fact.event) }</script><pk-shop></pk-shop>',
    async expectIt({ page, sees, press, write }) {
      await press(sees('button', 'Log out'))
      await press(sees('link', 'Log in'))
      await write('Email address', account.email)
      await write('Password', account.password)
      await press(sees('button', 'Sign in'))
      await expect.poll(() => page.evaluate('facts')).toContain('login')
    },
  },
}

/** The page that a reader makes of a block. */
function readersPage(
  { code, language }: DocsExample,
  { before = '', after = '', headers = {}, fill: own }: Stage,
): ServedResponse {
  const block = language === 'js' ? `<script type="module">${code}</script>` : code
  const fill = (text: string) =>
    Object.entries({ ...fillIns, ...own }).reduce((all, [gap, value]) => all.replaceAll(gap, value), text)
  return html(fill(`${before}${block}${after}`), headers)
}

async function open({ page }: Person, file: ServedResponse): Promise<void> {
  files['/page.html'] = file
  await page.goto(`${site}/page.html`)
}

async function personOf({ by }: Pick<Stage, 'by'>): Promise<Person> {
  if (by === 'parent') return parent
  if (by === undefined) return visitor
  const somebody = await withComputer({ reducedMotion: 'reduce' })
  undo.push(somebody.leave)
  return somebody
}

const examples = docsExamples(['html', 'js'])

describe('a block of the docs on a page', () => {
  it.each(examples)('$name', async (example) => {
    const stage = stages[example.name]
    expect(stage, 'has no stage').toBeDefined()
    if (!stage) return
    const person = await personOf(stage)
    const { complaints, stop } = hearConsole(person.page)
    await open(person, readersPage(example, stage))
    await stage.expectIt(person)
    stop()
    expect(complaints).toEqual([])
  })
})

const scripts = docsExamples(['ts', 'tsx'])
const ofPages = scripts.filter(({ file, language }) => language === 'tsx' || file.startsWith('packages/widgets'))
const ofDatabase = scripts.filter(({ file }) => file.startsWith('packages/local-mongo'))
// the files of an example, which is built and run as a whole
const ofExample = scripts.filter(({ file, code }) => file.endsWith('headless.md') && /'\.\/|import\.meta/.test(code))
const ofNode = scripts.filter((each) => ![ofPages, ofDatabase, ofExample].some((others) => others.includes(each)))

describe('a block of TypeScript in the docs', () => {
  let project: ReadersProject<DocsExample>
  beforeAll(async () => {
    // a program does not know the host names of a browser
    const inNode = { provider: world.provider, shop: `http://localhost:${port}`, account }
    project = await makeProject([...ofPages, ...ofNode], (example) => (ofNode.includes(example) ? inNode : world))
    undo.push(project.remove)
    Object.assign(files, await project.buildPages())
  })

  it('has no errors', async () => {
    expect(await project.typeErrors()).toEqual([])
  })

  it.each(ofPages)('is a view on a page: $name', async (example) => {
    const { complaints, stop } = hearConsole(visitor.page)
    const script = `<script type="module" src="/${project.nameOf(example)}.js"></script>`
    files['/page.html'] = bare(`<div id="app"></div>${example.language === 'ts' ? '<pk-shop></pk-shop>' : ''}${script}`)
    await visitor.page.goto(`${site}/page.html`)
    await visitor.page.getByRole('heading', { name: headings }).first().waitFor()
    stop()
    expect(complaints).toEqual([])
  })

  it.each(ofNode)('runs in Node: $name', async (example) => {
    expect(await project.run(example)).not.toMatch(/error/i)
  })

  it.each(ofDatabase)('runs in Node: $name', async ({ code }) => {
    const folder = await mkdtemp(join(tmpdir(), 'pk-reader-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const database = join(import.meta.dirname, '../../../packages/local-mongo')
    await mkdir(join(folder, 'node_modules/@portraitkit'), { recursive: true })
    await symlink(database, join(folder, 'node_modules/@portraitkit/local-mongo'))
    await symlink(join(database, 'node_modules/mongodb'), join(folder, 'node_modules/mongodb'))
    await writeFile(join(folder, 'notes.mjs'), code)
    const { stdout } = await execute(process.execPath, ['notes.mjs'], { cwd: folder })
    expect(stdout).toContain("text: 'The door is blue'")
  })
})
