import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browsing } from '@portraitkit/core/browsing/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { products } from '@portraitkit/core/products/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { features } from '../../features.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder } from '../../testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { listBackgrounds, offeredBackgrounds } from '../backgrounds/collection.ts'
import { ordersOf } from '../orders/collection.ts'
import type { LinkDocument, PackageDocument } from '../photo-packages/document.ts'
import type { ProductDocument } from '../products/document.ts'
import { providerCommand } from './command.ts'
import { rangeJsonSchema } from './jsonSchema.ts'
import type { RangeFile } from './rangeFile.ts'
import { rangeLists } from './rangeLists.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-range-'))
  await writeFile(join(folder, 'mugs.png'), await aColour())
  return () => rm(folder, { recursive: true })
})
afterAll(() => server.close())

const aColour = (background = '#c04030') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
const aMug = (change: Partial<ProductDocument> = {}): ProductDocument => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  names: { en: 'Mug' },
  type: 89,
  producttype: 'mug',
  sortOrder: 1,
  formatSize: '',
  minorderpartquantity: 1,
  subproducts: [],
  productprices: [{ quantity: 1, price: 1500, campaignprice: 1200, type: 0 }],
  campaignrequirement: 'early',
  ...change,
})
const BOOK = '00000000-0000-4000-8000-0000000000b1'
const aBook = () => ({
  uuid: BOOK,
  names: { en: 'Year book' },
  price: 2500,
  maxQuantity: 10,
  deliveryDays: 30,
  jobs: ['Maple Grove'],
})
const aPackage = (change: Partial<PackageDocument> = {}): PackageDocument => ({
  type: 'package',
  uuid: '00000000-0000-4000-8000-0000000000c1',
  names: { en: 'Family package' },
  price: 2000,
  items: [{ type: 'CATALOGUE', uuid: BOOK, catalogue: BOOK }],
  ...change,
})
const aLink = (): LinkDocument => ({ type: 'link', uuid: BOOK, names: { en: 'More' }, linkTexts: { en: 'See' } })
const aPart = (internalName: string) => ({ internalName, titles: { en: 'Part' } })
const aRange = (change: Partial<RangeFile> = {}): RangeFile => ({
  categories: [
    { internalName: 'mugs', titles: { en: 'Mugs' }, image: 'mugs.png' },
    { internalName: 'cards', titles: { en: 'Cards' }, subCategories: [{ internalName: 'fun', titles: { en: 'Fun' } }] },
  ],
  campaigns: [{ key: 'early', names: { en: 'Early birds' }, rule: { until: '2099-01-01T00:00:00Z' } }],
  products: [aMug()],
  ...change,
})

/** Applies a range to a shop that sells nothing else. */
async function apply(range: unknown, provider = server.other.key) {
  const file = join(folder, 'range.json')
  await writeFile(file, typeof range === 'string' ? range : JSON.stringify(range))
  return await runInTerminal(providerCommand, ['apply', file, '--provider', provider], server.app)
}
const showRange = () => runInTerminal(providerCommand, ['show', '--provider', server.other.key], server.app)
const client = () => server.client(server.other)

describe('./portraitkit provider', () => {
  it('makes the range match the file; applying it again changes nothing', async () => {
    expect(await apply(aRange())).toMatchObject({
      code: 0,
      out: 'categories: 2 new\ncampaigns: 1 new\nproducts: 1 new',
    })
    const { categories } = await client().call(browsing.categories, {})
    expect(categories.map(({ title }) => title)).toEqual(['Mugs', 'Cards'])
    const image = await client().fetch(categories[0]?.image ?? '')
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp'])
    const { products: list } = await client().call(products.priceList, {})
    expect(list).toMatchObject([{ name: 'Mug', campaign: { name: 'Early birds' } }])
    const again = await apply(aRange())
    expect(again.out).toBe('categories: 2 unchanged\ncampaigns: 1 unchanged\nproducts: 1 unchanged')
    expect(await server.app.db.collection('priceHistory').countDocuments({ provider: server.other.key })).toBe(1)
  })

  it('leaves lists that are not in the file, and withdraws entries no longer in a list', async () => {
    await apply(aRange())
    const [mugs] = aRange().categories ?? []
    expect((await apply({ categories: [mugs] })).out).toBe('categories: 1 unchanged, 1 withdrawn')
    expect((await client().call(browsing.categories, {})).categories).toHaveLength(1)
    expect((await client().call(products.priceList, {})).products).toHaveLength(1)
  })

  it('sells packages with their pictures; applying them again changes nothing', async () => {
    const timeLimited = { price: 1500, until: '2099-01-01T00:00:00Z' }
    const packages = [aPackage({ image: 'mugs.png', timeLimited }), { ...aLink(), link: '/pages/frames' }]
    const range = aRange({ catalogues: [aBook()], packages })
    expect((await apply(range)).out).toContain('packages: 2 new')
    const { packages: seen } = await client().call(photoPackages.list, {})
    expect(seen).toMatchObject([{ name: 'Family package', originalPrice: 2500 }, { link: '/pages/frames' }])
    expect((await client().fetch(seen[0]?.image ?? '')).status).toBe(200)
    const everything = () => server.app.db.collection('priceHistory').countDocuments({ provider: server.other.key })
    const before = await everything()
    expect((await apply(range)).out).toContain('packages: 2 unchanged')
    expect((await apply(JSON.parse((await showRange()).out))).out).toContain('packages: 2 unchanged')
    expect(await everything()).toBe(before)
    expect((await apply({ packages: [] })).out).toBe('packages: 2 withdrawn')
    await apply({ catalogues: [] })
  })

  it('writes the range in the form that it reads', async () => {
    await apply(aRange())
    const file = JSON.parse((await showRange()).out)
    expect(file.products).toEqual([aMug()])
    const counts: Record<string, string> = {
      categories: '2 unchanged',
      campaigns: '1 unchanged',
      products: '1 unchanged',
    }
    const lines = Object.keys(rangeLists).map((name) => `${name}: ${counts[name] ?? 'none'}`)
    expect((await apply(file)).out).toBe(lines.join('\n'))
  })

  it('offers backgrounds with their pictures, and hides those no longer named; applying them again changes nothing', async () => {
    await writeFile(join(folder, 'other.png'), await aColour('#2040c0'))
    const first = { key: 'slate', names: { en: 'Slate' }, file: 'mugs.png', default: true }
    const second = { key: 'pitch', names: { en: 'On the pitch' }, file: 'other.png' }
    const third = { key: 'wood', names: { en: 'Wood' }, file: 'mugs.png' }
    const all = [first, second, third]
    expect((await apply({ backgrounds: all })).out).toBe('backgrounds: 3 new')
    const offered = async () => {
      const { backgrounds } = offeredBackgrounds(await listBackgrounds(server.app, server.other.key), {})
      return backgrounds.map(({ key, uuid }) => [key, uuid])
    }
    const before = await offered()
    expect(before.map(([key]) => key)).toEqual(['slate', 'pitch', 'wood'])
    expect((await apply({ backgrounds: all })).out).toBe('backgrounds: 3 unchanged')
    const file = JSON.parse((await showRange()).out)
    expect(file.backgrounds).toMatchObject(all.map(({ file: _file, ...each }) => each))
    // named by its address, a picture needs no file next to the range
    expect((await apply({ backgrounds: file.backgrounds })).out).toBe('backgrounds: 3 unchanged')
    expect((await apply({ backgrounds: [third, second] })).out).toBe('backgrounds: 1 changed, 1 unchanged, 1 withdrawn')
    expect((await offered()).map(([key]) => key)).toEqual(['wood', 'pitch'])
    const hidden = JSON.parse((await showRange()).out)
    expect(hidden.backgrounds).toMatchObject([{ key: 'wood' }, { key: 'pitch' }, { key: 'slate', hidden: true }])
    expect((await apply({ backgrounds: hidden.backgrounds })).out).toBe('backgrounds: 3 unchanged')
    const fromPitch = { ...first, file: file.backgrounds[1].file }
    expect((await apply({ backgrounds: [fromPitch] })).problem).toContain('backgrounds.0.file: ')
    await apply({ backgrounds: all })
    expect(await offered()).toEqual(before)
    await apply({ backgrounds: [] })
  })

  it.each<[string, unknown, string]>([
    ['a misspelt name', { prodcuts: [] }, 'prodcuts: There is no such field'],
    [
      'a price below zero',
      aRange({ products: [aMug({ productprices: [{ quantity: 1, price: -1, campaignprice: null, type: 0 }] })] }),
      'products.0.productprices.0.price: A price must not be negative',
    ],
    [
      'an unknown language',
      aRange({ products: [aMug({ names: { en: 'Mug', 'english!': 'Mug' } })] }),
      'products.0.names.english!: There is no such language',
    ],
    [
      'a campaign that raises a price',
      aRange({ products: [aMug({ productprices: [{ quantity: 1, price: 1500, campaignprice: 1501, type: 0 }] })] }),
      'products.0.productprices.0.campaignprice: A campaign must not raise a price',
    ],
    [
      'no price',
      aRange({ products: [aMug({ productprices: [] })] }),
      'products.0.productprices: A product needs a price',
    ],
    [
      'a repeated product',
      aRange({ products: [aMug(), aMug()] }),
      'products.1.uuid: "00000000-0000-4000-8000-000000000001" occurs twice',
    ],
    ['a missing campaign', aRange({ campaigns: [] }), 'products.0.campaignrequirement: There is no campaign "early"'],
    [
      'a campaign that ends before it begins',
      aRange({
        campaigns: [
          { key: 'early', names: { en: 'E' }, rule: { from: '2099-01-01T00:00:00Z', until: '2098-01-01T00:00:00Z' } },
        ],
      }),
      'campaigns.0.rule.until: It ends before it begins',
    ],
    [
      'a missing picture',
      aRange({ categories: [{ internalName: 'mugs', titles: { en: 'Mugs' }, image: '../mugs.png' }] }),
      'categories.0.image: There is no file ../mugs.png',
    ],
    [
      'a file that is not a picture',
      aRange({ categories: [{ internalName: 'mugs', titles: { en: 'Mugs' }, image: 'range.json' }] }),
      'categories.0.image: range.json is not a picture',
    ],
    [
      'no name',
      aRange({ categories: [{ internalName: 'mugs', titles: {} }] }),
      'categories.0.titles: A name is missing',
    ],
    [
      'a package with a missing template',
      aRange({ packages: [aPackage({ items: [{ type: 'TEMPLATE_PRODUCT', uuid: BOOK, template: BOOK }] })] }),
      'packages.0.items.0.template: There is no such template',
    ],
    [
      'a package with a missing catalogue',
      aRange({ packages: [aPackage()] }),
      'packages.0.items.0.catalogue: There is no such catalogue',
    ],
    [
      'a package with digital sets that the shop does not sell',
      aRange({ packages: [aPackage({ items: [{ type: 'DIGITAL_SET', uuid: BOOK }] })] }),
      'packages.0.items.0.type: The shop sells no digital sets',
    ],
    [
      'a package that costs more than its parts',
      aRange({ catalogues: [aBook()], packages: [aPackage({ price: 2501 })] }),
      'packages.0.price: It costs more than the 2500 that its parts cost separately',
    ],
    [
      'a time-limited price that is not a reduction',
      aRange({ packages: [aPackage({ timeLimited: { price: 2000, until: '2099-01-01T00:00:00Z' } })] }),
      'packages.0.timeLimited.price: A time-limited price must be below the price',
    ],
    [
      'a package that is a link to nowhere',
      aRange({ packages: [{ type: 'link', uuid: BOOK, names: { en: 'More' }, linkTexts: { en: 'See' } }] }),
      'packages.0.link: It must have either a link or a linkInfo',
    ],
    [
      'a link with a script',
      aRange({ packages: [{ ...aLink(), link: 'javascript:alert(1)' }] }),
      'packages.0.link: An address must begin with https:// or with /',
    ],
    [
      'a link that browsers read as another site',
      aRange({ packages: [{ ...aLink(), link: '/\\evil.example' }] }),
      'packages.0.link: An address must begin with https:// or with /',
    ],
    [
      'two default parts in a category',
      aRange({
        categories: [
          {
            internalName: 'mugs',
            titles: { en: 'Mugs' },
            subCategories: ['one', 'two'].map((each) => ({ ...aPart(each), default: true })),
          },
        ],
      }),
      'categories.0.subCategories.1.default: Only one of them can be the default',
    ],
    [
      'a repeated part of a category',
      aRange({
        categories: [
          { internalName: 'mugs', titles: { en: 'Mugs' }, subCategories: ['one', 'one'].map((each) => aPart(each)) },
        ],
      }),
      'categories.0.subCategories.1.internalName: "one" occurs twice',
    ],
    [
      'a repeated extra',
      aRange({
        products: [aMug({ subproducts: [1, 2].map(() => ({ uuid: BOOK, names: { en: 'Box' }, extraprice: 1 })) })],
      }),
      `products.0.subproducts.1.uuid: "${BOOK}" occurs twice`,
    ],
    [
      'a price with a decimal point',
      aRange({ products: [aMug({ productprices: [{ quantity: 1, price: 14.99, campaignprice: null, type: 0 }] })] }),
      'products.0.productprices.0.price: A price must be a whole number of minor units, such as cents',
    ],
    [
      'no names',
      aRange({ products: [{ ...aMug(), names: undefined } as unknown as ProductDocument] }),
      'products.0.names: A text per language is missing',
    ],
    [
      'a time without a time zone',
      aRange({ campaigns: [{ key: 'early', names: { en: 'Early' }, rule: { from: '2026-11-10T12:00:00' } }] }),
      'campaigns.0.rule.from: A time is written with its time zone, such as 2026-11-30T18:00:00+01:00',
    ],
    [
      'a missing picture of a package',
      aRange({ catalogues: [aBook()], packages: [aPackage({ image: 'none.png' })] }),
      'packages.0.image: There is no file none.png',
    ],
    [
      'a background without its picture',
      aRange({ backgrounds: [{ key: 'slate', names: { en: 'Slate' }, file: 'none.png' }] }),
      'backgrounds.0.file: There is no file "none.png" next to the list',
    ],
    [
      'a background without a name in the shop’s language',
      aRange({ backgrounds: [{ key: 'slate', names: { de: 'Schiefer' }, file: 'mugs.png' }] }),
      'backgrounds.0.names.en: It has no name',
    ],
    [
      'a repeated background',
      aRange({ backgrounds: ['Slate', 'Stone'].map((en) => ({ key: 'slate', names: { en }, file: 'mugs.png' })) }),
      'backgrounds.1.key: "slate" occurs twice',
    ],
    [
      'a rule about a product that is not sold',
      aRange({
        campaigns: [{ key: 'early', names: { en: 'Early' }, rule: { inCart: { products: [BOOK], quantity: 1 } } }],
      }),
      `campaigns.0.rule.inCart.products.0: There is no product ${BOOK}`,
    ],
    [
      'a link to a missing category',
      aRange({ packages: [{ ...aLink(), linkInfo: { type: 'photogifts.category', category: 'pillows' } }] }),
      'packages.0.linkInfo.category: There is no category "pillows"',
    ],
    ['no JSON', '{', 'range.json is not valid JSON'],
  ])('[API-2] names the field where the file has %s, and changes nothing', async (_name, range, fault) => {
    await apply(aRange())
    const before = (await showRange()).out
    const { code, problem } = await apply(range)
    expect([code, problem]).toEqual([1, expect.stringContaining(fault)])
    expect(problem).toContain('Nothing was changed.')
    expect((await showRange()).out).toBe(before)
  })

  it('asks whether an unknown job is intended, and keeps a category that is the target of a link', async () => {
    const rule = { jobs: ['Maple Grave'] }
    const campaigns = [{ key: 'early', names: { en: 'Early' }, rule }]
    const linkInfo = { type: 'photogifts.category' as const, category: 'mugs' }
    const { code, out } = await apply(aRange({ campaigns, packages: [{ ...aLink(), linkInfo }] }))
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('campaigns.0.rule.jobs.0: There is no job "Maple Grave" yet.'),
    ])
    const without = await apply({ categories: [] })
    expect(without.problem).toContain('categories: The link "More" among the packages needs the category "mugs"')
    await apply({ packages: [] })
  })

  it('warns of larger quantities that cost more each', async () => {
    const tier = { campaignprice: null, type: 1 }
    const productprices = [
      { ...tier, quantity: 10, price: 900 },
      { ...tier, quantity: 1, price: 1000 },
      { ...tier, quantity: 5, price: 800 },
    ]
    const { code, out } = await apply(aRange({ products: [aMug({ productprices })] }))
    const question = 'Warning: products.0.productprices.0.price: Each piece costs more from 10 on than from 5 on.'
    expect([code, out]).toEqual([0, expect.stringContaining(question)])
    expect(out.match(/Warning: /g)).toHaveLength(1)
  })

  it('keeps a product that a template is sold as, and leaves orders unchanged', async () => {
    const buyer = await buildBuyer(server)
    await buyer.add()
    const { key } = server.provider
    const { ordering } = await prepareOrder(buyer, 'invoice')
    await buyer.client.call(checkout.transaction, ordering)
    const refused = await apply({ products: [aMug({ campaignrequirement: '' })] }, key)
    expect(refused.problem).toContain(`needs the product ${buyer.template.product.uuid}`)
    const mug = await apply({ products: [{ ...buyer.template.product, type: 89 }] }, key)
    expect(mug.problem).toMatch(
      /^products\.0\.type: The template ".+" is sold as this\. It is CARDS, but its product is PHOTOGIFT/,
    )
    const dearer = {
      ...buyer.template.product,
      productprices: [{ quantity: 1, price: 999, campaignprice: null, type: 0 }],
    }
    const orders = await ordersOf(server.app, key).find({}).toArray()
    expect(orders).toHaveLength(1)
    expect((await apply({ products: [dearer] }, key)).code).toBe(0)
    expect(await ordersOf(server.app, key).find({}).toArray()).toEqual(orders)
  })

  it('stores each list in a collection that a feature declares, so that it has its index', () => {
    const declared = features.flatMap(({ collections = [] }) => collections.map(({ name }) => name))
    expect(declared).toEqual(expect.arrayContaining(Object.values(rangeLists).map(({ collection }) => collection)))
  })

  it('publishes its schema', async () => {
    const { code, out } = await runInTerminal(providerCommand, ['schema'], server.app)
    expect([code, JSON.parse(out)]).toEqual([0, rangeJsonSchema()])
  })

  it.each([
    [[], 2],
    [['paint'], 2],
    [['apply'], 2],
    [['apply', 'one', 'two'], 2],
    [['apply', '/nowhere/range.json', '--provider', 'brightside'], 1],
    [['show'], 2],
  ])('%j exits with %i and says why', async (argv, code) => {
    const answer = await runInTerminal(providerCommand, argv, server.app)
    expect([answer.code, answer.lines.length > 0]).toEqual([code, true])
  })
})
