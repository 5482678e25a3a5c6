import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { enterAndRegister } from './enterAndRegister.ts'
import { needPhp } from './hosts/php.ts'
import { buildExample, copyExample, manifestOf, removeFolder, type ServedExample, serve } from './hosts/site.ts'
import { type Person, withComputer } from './person.ts'
import type { World } from './world.ts'

// The examples as integrators use them: copied, installed with the packed package, built, and served on the photographer's own
// site.

const isLong = process.env.PROOFS === 'long'
const house = inject('house')
const world = house.worlds.at(-1) as World
const { examplePort: port } = house
const site = `http://studio.localhost:${port}`
const undo: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

type Host = {
  name: string
  headline: string
  /** Where its commands serve: options of Vite or of Next. */
  at: string[]
  env: NodeJS.ProcessEnv
  isLong?: boolean
  /** Its pages are rendered on a server. */
  isRendered?: boolean
}
const viteOptions = ['--', '--host', '127.0.0.1', '--strictPort', '--port', `${port}`]
const hosts: Host[] = [
  {
    name: 'react',
    headline: 'The whole class, and each one of them.',
    at: viteOptions,
    env: { VITE_SHOP_API: world.shop, VITE_SHOP_PROVIDER: world.provider },
  },
  {
    name: 'vue',
    headline: 'Eleven players.',
    at: viteOptions,
    env: { VITE_SHOP_API: world.shop, VITE_SHOP_PROVIDER: world.provider },
    isLong: true,
  },
  {
    name: 'next',
    headline: 'A north window, a chair, and your child.',
    at: ['--', '--hostname', '127.0.0.1', '--port', `${port}`],
    env: { NEXT_PUBLIC_SHOP_API: world.shop, NEXT_PUBLIC_SHOP_PROVIDER: world.provider },
    isLong: true,
    isRendered: true,
  },
]

async function aCustomer(): Promise<Person> {
  const person = await withComputer({ reducedMotion: 'reduce' })
  undo.push(person.leave)
  return person
}

/** Rendered on the server, with the place of the shop and its styles, and without an error. */
async function expectRendered({ output }: ServedExample, headline: string): Promise<void> {
  for (const path of ['/', '/pictures/shopping-cart']) {
    const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    expect(html).toMatch(/<div class="pk-root"[^>]*><div class="pk-frame"><div class="pk-root-waiting"/)
    if (path === '/') expect(html).toContain(headline)
    const [, sheet] = html.match(/<link rel="stylesheet" href="([^"]+)"/) ?? []
    const css = await (await fetch(`http://127.0.0.1:${port}${sheet}`)).text()
    expect(css).toContain('.pk-root-waiting')
  }
  expect(output()).not.toMatch(/error/i)
}

/** From the code on the front page to the list of cards and back, and a card into the cart that the page's header counts. */
async function shopAndReturn(parent: Person, pictures: RegExp): Promise<void> {
  const { page, sees, press } = parent
  await enterAndRegister(parent, world)
  expect(page.url()).toMatch(pictures)
  await press(sees('button', 'See the products'))
  await press(sees('link', /^Cards A picture/))
  const card = sees('link', new RegExp(world.card))
  await card.waitFor()
  const list = page.url()
  await page.goBack()
  await sees('link', /^Cards A picture/).waitFor()
  await page.goBack()
  await sees('heading', `The pictures of ${world.subject}`).waitFor()

  await page.goto(list)
  await press(card)
  await press(sees('button', /^Buy/))
  await press(sees('button', /Add to cart/))
  await sees('heading', 'Shopping cart').waitFor()
  await sees('link', /^Basket \(?1\)?$/).waitFor()
  await page.reload()
  await sees('heading', 'Shopping cart').waitFor()
  await sees('link', /^Basket \(?1\)?$/).waitFor()
}

describe('an example, in an empty folder, with the package as it is published', () => {
  it.each(hosts.filter((host) => isLong || !host.isLong))(
    '[EMB-1, EMB-2, EMB-3, EMB-5, EMB-7] has the shop on a site made with $name: types, build, front page, deep links and Back',
    async ({ name, headline, env, at, isRendered }) => {
      const { folder, commands } = await buildExample(name, env)
      undo.push(() => removeFolder(folder))
      const copies = globSync('**/node_modules/react/package.json', { cwd: folder })
      expect(copies, 'React is there once').toEqual(['node_modules/react/package.json'])
      const { dependencies } = await manifestOf(join(import.meta.dirname, '../..', name))
      const { version } = await manifestOf(join(folder, 'node_modules/@portraitkit/widgets'))
      expect(dependencies['@portraitkit/widgets']).toBe(version)

      const served = await serve(port, [...commands.serve, ...at], { cwd: folder, env })
      undo.push(served.stop)
      if (isRendered) await expectRendered(served, headline)

      const parent = await aCustomer()
      const { page, sees, press, troubles } = parent
      await page.goto(site)
      await sees('heading', headline).waitFor()
      await shopAndReturn(parent, new RegExp(`^${site}/pictures/new-picture-set$`))
      // From one of the site's own pages, with the browser's Back into the shop.
      await press(sees('link', 'Your pictures'))
      await sees('heading', 'My picture sets').waitFor()
      await press(page.getByRole('banner').getByRole('link').first())
      await sees('heading', headline).waitFor()
      await page.goBack()
      await sees('heading', 'My picture sets').waitFor()
      expect(troubles).toEqual([])

      await served.stop()
      const development = await serve(port, [...commands.dev, ...at], { cwd: folder, env })
      undo.push(development.stop)
      await page.goto(site)
      await sees('heading', headline).waitFor()
    },
  )
})

/** In the block editor: a list of cards. The saved content is rendered on a page of the stand-in. */
async function makeBlock({ page, write }: Person, saved: RegExp): Promise<void> {
  await page.goto(`${site}/wp-admin/post-new.php`)
  await page.getByText('Picture shop: The whole shop').waitFor()
  await page.getByLabel('View').selectOption('Cards, calendars or gifts')
  await page.getByText('Picture shop: Cards, calendars or gifts').waitFor()
  await write('Options', 'type="cards"')
  await page.keyboard.press('Tab')
  await page.getByText(saved).waitFor()
}

if (isLong) {
  describe('the plugin for WordPress', () => {
    it('[EMB-2, EMB-3] gets its shop on the settings page, puts it on pages by shortcode and by block, and allows nothing else on them', async () => {
      await needPhp()
      const folder = await copyExample('wordpress')
      undo.push(() => removeFolder(folder))
      const env = { PLUGIN: join(folder, 'portraitkit'), OPTIONS: join(folder, 'options.json') }
      const standIn = join(import.meta.dirname, 'hosts/wordpress.php')
      const { stop } = await serve(port, ['php', '-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, standIn], {
        cwd: folder,
        env,
      })
      undo.push(stop)
      const parent = await aCustomer()
      const { page, sees, press, write, troubles } = parent
      const save = async (fields: Record<string, string>) => {
        await page.goto(`${site}/wp-admin/options-general.php?page=portraitkit`)
        for (const [label, text] of Object.entries(fields)) await write(label, text)
        await page.getByLabel('Page of the shop').selectOption('Pictures')
        await press(sees('button', 'Save Changes'))
        await page.getByRole('status').filter({ hasText: /./ }).waitFor()
      }

      await page.goto(`${site}/pictures/`)
      expect(await page.getByText('The shop needs its address').count()).toBe(0)
      await page.goto(`${site}/wp-admin/plugins.php`)
      await press(sees('link', 'Settings'))
      await page.getByLabel('Address of the shop').waitFor()
      const theme = '{"radius": 3, "type": {"heading": "\'Georgia\'"}}'
      await save({ 'Address of the shop': `${world.shop}/`, 'Key of the shop': `"><b>${world.provider}`, Theme: theme })
      expect(await page.getByLabel('Key of the shop').inputValue()).toBe(`b${world.provider}`)
      await save({ 'Key of the shop': world.provider, Theme: '</textarea><b>' })
      await page.getByText('The theme is not the JSON of an object').waitFor()
      expect(await page.getByLabel('Theme').inputValue()).toBe(theme)
      expect(await page.getByLabel('Address of the shop').inputValue()).toBe(world.shop)

      await page.goto(`${site}/cards/`)
      await sees('link', new RegExp(world.card)).waitFor()
      const html = await (await fetch(`http://127.0.0.1:${port}/cards/`)).text()
      expect(html).toContain('<pk-template-list type="cards" title="&quot;&gt;&lt;b&gt;" provider=')
      expect(html).not.toMatch(/onclick|display:none|elsewhere|<b>/)
      await makeBlock(parent, /wp:portraitkit\/shop \{"view":"template-list","options":"type=/)
      await page.goto(`${site}/block/`)
      await sees('link', new RegExp(world.card)).waitFor()
      const block = await (await fetch(`http://127.0.0.1:${port}/block/`)).text()
      expect(block).toContain('<pk-template-list type="cards" provider=')
      expect(block).not.toContain('onclick')

      await page.goto(site)
      await sees('heading', 'Old Mill Photography').waitFor()
      await shopAndReturn(parent, new RegExp(`^${site}/pictures/#/new-picture-set$`))
      expect(troubles).toEqual([])
    })
  })
}
