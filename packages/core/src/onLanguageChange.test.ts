import { proxy } from 'valtio/vanilla'
import { describe, expect, it } from 'vitest'
import { createCodeRecovery } from './access/codeRecovery.ts'
import { createEntry } from './access/state.ts'
import { createPasswords } from './account/password/passwordState.ts'
import { createProfile } from './account/profile/profileState.ts'
import { createLogin } from './account/state.ts'
import { createCategories } from './browsing/categories.ts'
import { createTemplateLists } from './browsing/state.ts'
import { createCatalogueOffer } from './cart/catalogueOffer.ts'
import { createCart } from './cart/state.ts'
import { createCheckout } from './checkout/state.ts'
import { createTemplateChoice } from './editor/opening/templateChoice.ts'
import { createOrders } from './orders/state.ts'
import { createPictureSets } from './picture-sets/state.ts'
import { createSharing } from './sharing/state.ts'
import type { Shop } from './shop.ts'
import { aShop } from './testing/aShop.ts'

const ENGLISH_MESSAGE = 'In English, at length'

const product = '00000000-0000-4000-8000-000000000001'
/** Parts of the shop that store the server's texts, and how to make them do so. */
const parts: Record<string, (shop: Shop) => { state: object; ask: () => Promise<unknown> }> = {
  'entry by code': (shop) => {
    const part = createEntry({
      ...shop,
      session: { ...shop.session, state: proxy({ status: 'signed-out' as const, user: null }) },
    })
    return { state: part.state, ask: () => part.submitCode('QQQQWW') }
  },
  'code recovery': (shop) => {
    const part = createCodeRecovery(shop)
    return { state: part.state, ask: () => part.send('a@example.com') }
  },
  'forgotten password': (shop) => {
    const part = createPasswords(shop)
    return { state: part.state, ask: () => part.remind('a@example.com') }
  },
  'reset of a password': (shop) => {
    const part = createPasswords(shop)
    return { state: part.state, ask: () => part.check('a-key') }
  },
  'change of a password': (shop) => {
    const part = createPasswords(shop)
    return { state: part.state, ask: () => part.change({ password: 'abcdefg', again: 'abcdefg' }) }
  },
  'contact info': (shop) => {
    const part = createProfile(shop)
    return { state: part.state, ask: () => part.save({} as Parameters<typeof part.save>[0]) }
  },
  devices: (shop) => {
    const part = createProfile(shop)
    return { state: part.state, ask: () => part.loadDevices() }
  },
  'my data': (shop) => {
    const part = createProfile(shop)
    return { state: part.state, ask: () => part.takeData('abcdefg') }
  },
  login: (shop) => {
    const session = { ...shop.session, signIn: () => shop.call({} as never, {} as never) as Promise<never> }
    const part = createLogin({ ...shop, session })
    return { state: part.state, ask: () => part.signIn('a@example.com', 'abcdefg') }
  },
  'template list': (shop) => {
    const part = createTemplateLists(shop).of('cards')
    return { state: part.state, ask: () => part.refresh() }
  },
  categories: (shop) => {
    const part = createCategories(shop)
    return { state: part.state, ask: () => part.load() }
  },
  cart: (shop) => {
    const part = createCart(shop)
    return { state: part.state, ask: () => Promise.all([part.load(), part.remove(product)]) }
  },
  'templates to choose from': (shop) => {
    const part = createTemplateChoice(shop, { type: 'CARDS', product, subject: null })
    return { state: part.state, ask: () => part.load() }
  },
  orders: (shop) => {
    const part = createOrders(shop)
    return { state: part.state, ask: () => Promise.all([part.load(), part.open(product), part.openReceipt(product)]) }
  },
  'picture sets': (shop) => {
    const part = createPictureSets(shop)
    return { state: part.state, ask: () => part.load() }
  },
}

describe('a text of the server', () => {
  it.each(Object.entries(parts))('[LOC-2] is dropped by %s when the language changes', async (_name, make) => {
    const built = aShop(
      async () => ({ status: 400, body: { error: ENGLISH_MESSAGE, reason: 'anything' } }),
      'a-provider',
    )
    const { state, ask } = make(built.shop)
    await ask()
    expect(JSON.stringify(state)).toContain(ENGLISH_MESSAGE)
    built.shop.locale.language = 'es'
    await Promise.resolve()
    expect(JSON.stringify(state)).not.toContain(ENGLISH_MESSAGE)
  })

  it('[LOC-2] is dropped by sharing', async () => {
    const built = aShop(async () => ({ status: 200, body: { error: ENGLISH_MESSAGE } }), 'a-provider')
    const part = createSharing(built.shop)
    part.toggle(product)
    part.type(0, 'a@example.com')
    await part.send()
    expect(part.state.alert).toEqual({ kind: 'refused', text: ENGLISH_MESSAGE })
    built.shop.locale.language = 'es'
    await Promise.resolve()
    expect(part.state.alert).toBeNull()
  })

  it.each<[string, (shop: Shop) => { load(): Promise<void> }]>([
    ['the catalogues', createCatalogueOffer],
    ['the cart', (shop) => createCart(shop)],
    ['the checkout', (shop) => ({ load: createCheckout(shop).start })],
  ])('[LOC-2] is requested again if the language changes while it loads: %s', async (_name, make) => {
    const languages: string[] = []
    const release = Promise.withResolvers<void>()
    const built = aShop(async () => {
      languages.push(built.shop.locale.language)
      await release.promise
      return { status: 400, body: { error: ENGLISH_MESSAGE, reason: 'anything' } }
    }, 'a-provider')
    const loading = make(built.shop).load()
    await expect.poll(() => languages).toEqual(['en'])
    built.shop.locale.language = 'es'
    await expect.poll(() => languages).toEqual(['en', 'es'])
    release.resolve()
    await loading
  })

  it('[LOC-2] is requested again by the checkout', async () => {
    let error = ENGLISH_MESSAGE
    const built = aShop(async () => ({ status: 400, body: { error, reason: 'anything' } }), 'a-provider')
    const part = createCheckout(built.shop)
    await part.start()
    expect(part.state).toMatchObject({ status: 'failed', problem: { message: ENGLISH_MESSAGE } })
    error = 'En español'
    built.shop.locale.language = 'es'
    await expect.poll(() => part.state.problem?.message).toBe('En español')
  })
})
