import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { barePage, hearConsole } from './docsExamples/readersPage.ts'
import { makeProject } from './docsExamples/readersProject.ts'
import { enterAndRegister } from './enterAndRegister.ts'
import { type ServedResponse, serveSite } from './isolation/serve.ts'
import { shop as world } from './methodInputs.ts'
import { withComputer } from './person.ts'

// Two versions of the shop on one page: the script tag of the shop's server, and a newer npm package with other texts in the page's
// own bundle, which has its own React and its own core.

const { examplePort } = inject('house')
const site = `http://studio.localhost:${examplePort}`
const files: Record<string, ServedResponse> = {}
const undo: Array<() => Promise<unknown>> = []

const blocks = [
  {
    language: 'tsx',
    code: `
      import { Root } from '@portraitkit/widgets'
      import { Cart } from '@portraitkit/widgets/cart'

      export const Basket = () => (
        <Root api="https://shop.example.com" provider="brightside" routes={{ '*': '#' }}>
          <Cart />
        </Root>
      )`,
  },
  {
    language: 'ts',
    code: `
      import { registerAll } from '@portraitkit/widgets/elements'

      await registerAll(['pk-login'], { api: 'https://shop.example.com', provider: 'brightside' })`,
  },
] as const

beforeAll(async () => {
  const newer = {
    name: 'a-newer-version',
    transform: (code: string) =>
      code.replaceAll(/(["'`])0\.1\.0\1/g, '"7.0.0"').replaceAll('Shopping cart', 'Shopping cart of version 7'),
  }
  const project = await makeProject(blocks, () => world, [newer])
  undo.push(project.remove)
  Object.assign(files, await project.buildPages())
  undo.push(await serveSite(examplePort, ({ pathname }) => files[pathname]))
  const script = (src: string) => `<script type="module" src="${src}"></script>`
  const loader = `<script type="module" src="${world.shop}/v1/loader.js" data-provider="${world.provider}"></script>`
  const page = (body: string): ServedResponse => ({ type: 'text/html', body: barePage(body, loader) })
  files['/'] = page('<pk-shop></pk-shop>')
  const [cart, login] = blocks.map((block) => script(`/${project.nameOf(block)}.js`))
  const count = `var counts = []
    document.addEventListener('pk-cart-count', ({ detail, target }) => counts.push(target.localName + ' ' + detail.count))`
  const counter = `<script>${count}</script>`
  files['/both.html'] = page(`${counter}<pk-login routes='{"*": "#"}'></pk-login><div id="app"></div>${cart}${login}`)
})
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

it('[EMB-1, EMB-3] two versions live on one page: one session, one cart, and the elements of the one that came first', async () => {
  const parent = await withComputer({ reducedMotion: 'reduce' })
  undo.push(parent.leave)
  const { page, sees, press, write } = parent
  await page.goto(site)
  const account = await enterAndRegister(parent, { ...world.digital, phone: world.phone })
  await page.goto(`${site}/#/my-account/picture-sets`)
  await press(sees('link', /^View/))
  await press(sees('button', 'Buy digital portraits'))
  await sees('link', 'Go to the cart').waitFor()
  await press(sees('button', 'Log out'))
  await sees('link', 'Log in').waitFor()

  const { complaints } = hearConsole(page)
  await page.goto(`${site}/both.html`)
  await sees('heading', 'Sign in').waitFor()
  // the older version's element signs in, and the newer version's view has the cart
  await write('Email address', account.email)
  await write('Password', account.password)
  await press(sees('button', 'Sign in'))
  await sees('heading', 'Shopping cart of version 7').waitFor()
  const counts = () => page.evaluate('counts')
  await expect.poll(counts).toEqual(expect.arrayContaining(['div 1', 'pk-login 1']))
  // what the newer one deletes, the older one knows
  await press(sees('button', /^Delete/))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect.poll(counts).toEqual(expect.arrayContaining(['div 0', 'pk-login 0']))
  expect(complaints).toEqual([
    'Portraitkit: <pk-login> of version 7.0.0 is not used: Portraitkit 0.1.0 has already defined it',
  ])
})
