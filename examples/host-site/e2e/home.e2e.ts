import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { mailTo } from './mailbox.ts'
import { newAddress, type Person, withCalmPhone, withPhone } from './person.ts'
import { inTurn, type World } from './world.ts'

const house = inject('house')
const worlds = inTurn(house.worlds)
const isLong = process.env.PROOFS === 'long'
let parent: Person
beforeEach(async () => {
  parent = await withCalmPhone()
})
afterEach(() => parent.leave())

/** Where a parent finds the shop: on its own site, or in one tag on the photographer's. */
type Site = { at: string; address: (world: World, path: string) => string }
const sites: Site[] = [
  { at: 'the shop’s own site', address: ({ shop }, path) => `${shop}${path}` },
  { at: 'the photographer’s own page', address: ({ studio }, path) => `${studio}/#${path}` },
]

const picturesOf = ({ page }: Person, name: string) => page.getByRole('img', { name: new RegExp(`of ${name}`) }).first()

async function register(world: World, email: string): Promise<void> {
  const { sees, press, write } = parent
  await write('Email address', email)
  await press(sees('button', 'Continue'))
  await sees('heading', 'Create a free user account').waitFor()
  await write('Phone number', world.phone)
  await write('Choose a password', 'a long password')
  await press(sees('button', 'Create user'))
}

async function signIn(address: string, { email, password }: World['customer']): Promise<void> {
  const { page, sees, press, write } = parent
  await page.goto(address)
  await write('Email address', email)
  await write('Password', password)
  await press(sees('button', 'Sign in'))
}

describe('arriving through the link on a letter', () => {
  it.each(worlds())(
    '[ENT-6, ENT-12, AUT-4] a new customer types no code, and the email address once, in $title',
    async (world) => {
      const { page, sees, press } = parent
      await page.goto(`${world.shop}/c/${world.code}`)
      expect(await page.getByLabel('Code').first().inputValue()).toBe(world.code)
      await press(sees('button', 'Continue'))
      await sees('heading', new RegExp(`The pictures of ${world.subject}`)).waitFor()
      await register(world, newAddress())
      await picturesOf(parent, world.subject).waitFor()
      expect(new URL(page.url()).pathname).toBe('/new-picture-set')
      expect(page.url()).not.toContain(world.code)
    },
  )
})

// the demo world's first shop is the default
it.each(house.worlds.slice(1))(
  '[LOC-1] the neutral address shows the shop that it names, $title, on every page and after a reload',
  async ({ provider, customer, code }) => {
    const { page, sees, press } = parent
    const at = (path: string) => `http://localhost:${house.port}${path}?provider=${provider}`
    await signIn(at('/my-account/picture-sets'), customer)
    await sees('heading', 'My picture sets').waitFor()
    await page.reload()
    await sees('heading', 'My picture sets').waitFor()
    await press(sees('button', 'Menu'))
    await press(sees('link', 'My account'))
    await sees('heading', 'My account').waitFor()
    expect(new URL(page.url()).searchParams.get('provider')).toBe(provider)
    await page.goto(at(`/c/${code}`))
    expect(await page.getByLabel('Code').first().inputValue()).toBe(code)
  },
)

it('[LOC-2] the shop’s own site says in a language of the shop that the shop cannot be reached', async () => {
  const reader = await withPhone({ locale: 'es-ES' })
  const { page } = reader
  await page.route('**/api/webshop/settings*', (route) => route.abort())
  await page.goto(`http://localhost:${house.port}/shopping-cart?provider=brightside`)
  await page.getByText('No se puede acceder a la tienda en este momento. Vuelva a intentarlo enseguida.').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  await reader.leave()
})

describe.each(sites)('a lost connection on $at', ({ address }) => {
  it.each(worlds())('is reported when a page is opened, and "Try again" opens it, in $title', async (world) => {
    const { page, sees, press, context } = parent
    await page.goto(address(world, '/enter-code'))
    await page.getByLabel('Code').first().waitFor()
    await context.setOffline(true)
    await press(sees('link', 'Already have an account? Sign in'))
    await page.getByText('There is no connection to the internet.').waitFor()
    await context.setOffline(false)
    await press(sees('button', 'Try again'))
    await page.getByRole('main').getByLabel('Password', { exact: true }).waitFor()
  })
})

describe.each(sites)('signing out on $at', ({ address }) => {
  it.each(worlds())('[AUT-13] takes effect in every open tab of $title', async (world) => {
    const { page, sees, press, context } = parent
    const account = address(world, '/my-account/picture-sets')
    await signIn(account, world.customer)
    const sets = (where: typeof page) => where.getByRole('heading', { name: 'My picture sets' }).first()
    await sets(page).waitFor()
    const second = await context.newPage()
    await second.goto(account)
    await sets(second).waitFor()
    // a background tab hardly runs timers
    await page.bringToFront()
    await press(sees('button', 'Menu'))
    await press(sees('button', 'Log out'))
    await second
      .getByText(/^Sign in/)
      .first()
      .waitFor()
    expect(await second.getByRole('img', { name: /^Picture/ }).count()).toBe(0)
    // a customer who returns is signed in on both
    await signIn(account, world.customer)
    await sets(page).waitFor()
    await second.bringToFront()
    await second.getByRole('button', { name: 'Menu' }).click()
    await second.getByRole('button', { name: 'Log out' }).click()
    await page
      .getByText(/^Sign in/)
      .first()
      .waitFor()
    await second.goto(account)
    await second.getByLabel('Password').first().waitFor()
  })
})

describe('sharing in the demo world', () => {
  const [world] = house.worlds as [World]
  // the subjects of the customer's pictures
  const name = 'Noah Carter'

  /** Signs the customer in at an address, and opens the dialog that shares pictures. */
  async function openSharing(account: string) {
    await signIn(account, world.customer)
    const { page, sees, press } = parent
    await sees('heading', 'My picture sets').waitFor()
    await press(sees('button', 'Menu'))
    await press(sees('button', 'Family and friends'))
    await press(sees('button', 'Share pictures'))
    return page.getByRole('dialog', { name: 'Share picture sets' })
  }

  // the photographer's own page has more elements before it
  it.each(isLong ? sites : sites.slice(-1))(
    '[MNU-4, SHR-1] on $at sends a grandmother an email, whose link opens exactly these pictures until the sharing is ended',
    async ({ address }) => {
      const { press, write } = parent
      const grandmother = newAddress()
      const account = address(world, '/my-account/picture-sets')
      const dialog = await openSharing(account)
      await press(dialog.getByText(name).first())
      await press(dialog.getByRole('button', { name: /^Continue with 1/ }))
      await write('Email address', grandmother)
      await press(dialog.getByRole('button', { name: 'Share with 1 person' }))
      await dialog.getByText(grandmother).first().waitFor()
      const mail = await mailTo(house, grandmother, /have been shared with you/)
      expect(mail.subject).toContain(name)
      await parent.leave()
      parent = await withCalmPhone()
      await parent.page.goto(mail.links[0] ?? '')
      await parent.press(parent.sees('button', 'Continue'))
      await register(world, grandmother)
      await picturesOf(parent, name).waitFor()
      await parent.page.goto(`${world.shop}/my-account/picture-sets`)
      await parent.page.getByText(name).first().waitFor()
      expect(await parent.page.getByRole('link', { name: /^View/ }).count()).toBe(1)
      await parent.leave()
      parent = await withCalmPhone()
      const list = await openSharing(account)
      await parent.press(list.getByRole('button', { name: `End sharing with ${grandmother}` }))
      await list.getByText(`Your link to ${grandmother} no longer works.`).waitFor()
      await parent.leave()
      parent = await withCalmPhone()
      await parent.page.goto(mail.links[0] ?? '')
      await parent.press(parent.sees('button', 'Continue'))
      await parent.page.getByText('This link does not work any more.').waitFor()
    },
  )
})
