import { browsing } from '@portraitkit/core/browsing/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPackage } from '../../testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { catalogues } from '../catalogues/collection.ts'
import { replacePackages } from '../photo-packages/collection.ts'
import { campaigns } from '../products/collection.ts'
import { applyRange } from '../range/applyRange.ts'
import { categories } from './collection.ts'

let server: TestServer
let set: BuiltPictureSet

beforeAll(async () => {
  server = await startTestServer({
    provider: {
      languages: [
        { long: 'en', name: 'English' },
        { long: 'es', name: 'Español' },
      ],
    },
  })
  set = await buildPictureSet(server.app, server.provider)
  await buildTemplate(server.app, server.provider)
  await categories.replace(server.app, server.provider.key, [
    {
      internalName: 'cards',
      titles: { en: 'Cards', es: 'Tarjetas' },
      descriptions: { en: 'For grandparents' },
      subCategories: [
        { internalName: 'fun', titles: { en: 'Fun' } },
        { internalName: 'christmas', titles: { en: 'Christmas', es: 'Navidad' }, default: true },
      ],
    },
    { internalName: 'mugs', titles: { en: 'Mugs', es: 'Tazas' }, userImagePreviews: false },
    { internalName: 'packages', titles: { en: 'Packages' } },
    { internalName: 'catalogues', titles: { en: 'Books' } },
    { internalName: 'digitalprint', titles: { en: 'Pictures' } },
  ])
})
afterAll(() => server.close())

describe('the categories of a shop', () => {
  it('[API-1] [API-3] are listed in the order of the provider and in the requested language', async () => {
    const { categories: list } = await server.client().call(browsing.categories, { lang: 'es' })
    expect(list.map(({ title }) => title)).toEqual(['Tarjetas', 'Tazas', 'Packages', 'Books', 'Pictures'])
    expect(list[0]).toEqual({
      internalName: 'cards',
      title: 'Tarjetas',
      description: 'For grandparents',
      image: null,
      subCategories: [
        { internalName: 'fun', title: 'Fun', default: false },
        { internalName: 'christmas', title: 'Navidad', default: true },
      ],
      firstQualifiedSubject: null,
    })
  })

  it('[BRW-3] name the newest subject whose pictures can be used, and no subject to a stranger', async () => {
    const { uuid, name, group } = set.subject
    const empty = await buildPictureSet(server.app, server.provider, { job: { published: false } })
    const archived = await buildPictureSet(server.app, server.provider, { job: { isArchived: true } })
    const { client } = await buildCustomer(server, { subjects: [uuid, empty.subject.uuid, archived.subject.uuid] })
    const qualified = async (of = client) =>
      (await of.call(browsing.categories, {})).categories.map(({ firstQualifiedSubject }) => firstQualifiedSubject)
    // nothing is sold as a mug, there is no package and no catalogue
    const first = { uuid, name, group }
    expect(await qualified()).toEqual([first, null, null, null, first])
    expect(await qualified((await buildCustomer(server)).client)).toEqual([null, null, null, null, null])
    expect(await qualified(server.client())).toEqual([null, null, null, null, null])
  })

  it('[BRW-3] name for catalogues and packages only a subject whose class has a catalogue or who can get a whole package', async () => {
    const { app, provider } = server
    const reader = await buildPictureSet(app, provider)
    const other = await buildPictureSet(app, provider)
    const { client } = await buildCustomer(server, { subjects: [reader.subject.uuid, other.subject.uuid] })
    // the other set is the selected one, and can be used for everything except a catalogue
    const named = async () => {
      const { categories: list } = await client.call(browsing.categories, { subject: other.subject.uuid })
      return list.slice(2).map(({ firstQualifiedSubject: found }) => found?.uuid ?? null)
    }
    const { document } = await buildPackage(app, provider, [reader.job.uuid])
    expect(await named()).toEqual([reader.subject.uuid, reader.subject.uuid, other.subject.uuid])
    const prints = document.items.filter(({ type }) => type === 'TEMPLATE_PRODUCT')
    await replacePackages(app, provider.key, [{ ...document, items: prints, price: 700 }])
    expect(await named()).toEqual([other.subject.uuid, reader.subject.uuid, other.subject.uuid])
    await replacePackages(app, provider.key, [{ ...document, rule: { jobs: ['Nowhere'] } }])
    expect(await named()).toEqual([null, reader.subject.uuid, other.subject.uuid])
    await replacePackages(app, provider.key, [])
    await catalogues.replace(app, provider.key, [])
    expect(await named()).toEqual([null, null, other.subject.uuid])
  })

  it('[BRW-3] name the selected subject if it can be used, though another is newer', async () => {
    const newer = await buildPictureSet(server.app, server.provider)
    const stranger = await buildPictureSet(server.app, server.provider)
    const { client } = await buildCustomer(server, { subjects: [set.subject.uuid, newer.subject.uuid] })
    const first = async (subject: string) =>
      (await client.call(browsing.categories, { subject })).categories[0]?.firstQualifiedSubject?.uuid
    for (const { subject } of [set, newer]) expect(await first(subject.uuid)).toBe(subject.uuid)
    expect([set.subject.uuid, newer.subject.uuid]).toContain(await first(stranger.subject.uuid))
    expect(await client.fail(browsing.categories, { subject: 'nobody' })).toMatchObject({ status: 400 })
  })

  it('[LOC-3] are those of the shop only', async () => {
    expect((await server.client(server.other).call(browsing.categories, {})).categories).toEqual([])
    expect(await server.client(server.other).fail(browsing.photogiftCategory, { category: 'mugs' })).toMatchObject({
      status: 404,
    })
  })

  it('[API-2] refuse an invalid language, and use the shop’s own if it does not offer the requested one', async () => {
    expect(await server.client().fail(browsing.categories, { lang: '<b>' })).toMatchObject({ status: 400 })
    const { categories: list } = await server.client().call(browsing.categories, { lang: 'fi' })
    expect(list[0]?.title).toBe('Cards')
  })
})

describe('a category of photo gifts', () => {
  it('[BRW-12] has its names per language and says whether it is shown with the customer’s picture', async () => {
    expect(await server.client().call(browsing.photogiftCategory, { category: 'mugs' })).toEqual({
      names: { en: 'Mugs', es: 'Tazas' },
      userImagePreviews: false,
      separateFromBackground: false,
    })
  })

  it('[API-2] that does not exist is reported as unknown', async () => {
    expect(await server.client().fail(browsing.photogiftCategory, { category: 'boats' })).toMatchObject({
      status: 404,
      reason: 'browsing.unknown_category',
    })
  })
})

describe('promoted products', () => {
  let offered: BuiltTemplate
  let plain: BuiltTemplate
  const apply = (...list: string[]) =>
    applyRange(server.app, server.provider.key, { promoted: list.map((template) => ({ template })) }, async () => null)
  beforeAll(async () => {
    const { app, provider } = server
    await campaigns.save(app, provider.key, {
      key: 'two-cards',
      names: { en: 'For two' },
      rule: { jobs: [set.job.name] },
    })
    const product = {
      productprices: [{ quantity: 1, price: 400, campaignprice: 300, type: 0 }],
      campaignrequirement: 'two-cards',
    }
    offered = await buildTemplate(app, provider, { product, definition: { names: { en: 'Offered', es: 'Oferta' } } })
    plain = await buildTemplate(app, provider, { definition: { type: 'PHOTOGIFT', categories: ['mugs'] } })
    await apply(plain.definition.uuid, offered.definition.uuid)
  })

  it('[API-1] [API-3] [CRT-7] [PRC-6] are listed in the provider’s order, at the campaign’s price for those who qualify', async () => {
    const { client } = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const list = await client.call(browsing.promoted, { subject: set.subject.uuid })
    expect(list).toMatchObject([
      {
        product: { uuid: plain.product.uuid, campaign: null },
        template: { uuid: plain.definition.uuid, type: 'PHOTOGIFT' },
        templateData: { uuid: plain.definition.uuid, name: 'Square card', fromPrice: 249 },
        category: 'mugs',
        rebatedPrice: null,
        type: 'TEMPLATE_PRODUCT',
      },
      {
        product: {
          uuid: offered.product.uuid,
          campaign: { name: 'For two' },
          productprices: [{ price: 400, campaignprice: 300, priorprice: 400 }],
        },
        template: { names: { en: 'Offered', es: 'Oferta' }, type: 'CARDS' },
        templateData: { fromPrice: 300 },
        rebatedPrice: 300,
      },
    ])
    // another family does not qualify, and neither does a visitor
    const stranger = await buildCustomer(server, {
      subjects: [(await buildPictureSet(server.app, server.provider)).subject.uuid],
    })
    for (const { call } of [stranger.client, server.client()])
      expect((await call(browsing.promoted, {})).map(({ rebatedPrice }) => rebatedPrice)).toEqual([null, null])
  })

  it('[CRT-7] are only those that the caller’s own picture sets can fill', async () => {
    const empty = await buildPictureSet(server.app, server.provider, { subject: { group: 'nobody' }, pictures: [] })
    const { client } = await buildCustomer(server, { subjects: [empty.subject.uuid] })
    const { picturesOf } = await import('../jobs/collection.ts')
    await picturesOf(server.app, server.provider.key).deleteMany({ jobUuid: empty.job.uuid })
    expect(await client.call(browsing.promoted, { subject: empty.subject.uuid })).toEqual([])
    for (const one of [client, server.client()])
      expect(await one.fail(browsing.promoted, { subject: set.subject.uuid })).toMatchObject({
        status: 404,
        reason: 'picture-sets.unknown',
      })
  })

  it('[API-2] [LOC-3] refuse invalid input, and differ at another shop', async () => {
    expect(await server.client().fail(browsing.promoted, { subject: 'x' })).toMatchObject({ status: 400 })
    expect(await server.client(server.other).call(browsing.promoted, {})).toEqual([])
  })

  it('a missing template is named, and nothing changes; applying twice changes nothing', async () => {
    const gone = '00000000-0000-4000-8000-00000000dead'
    const faults = [{ path: 'promoted.1.template', reason: `There is no template ${gone}` }]
    expect(await apply(plain.definition.uuid, gone)).toEqual({ faults })
    expect(await apply(plain.definition.uuid, offered.definition.uuid)).toMatchObject({
      outcomes: { promoted: { created: 0, changed: 0, unchanged: 2, withdrawn: 0 } },
    })
  })
})
