import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { warningsOf } from '@portraitkit/core/editor/design/warnings.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectsOfCode } from '../features/access/codes.ts'
import { grantedSubjects } from '../features/access/grants.ts'
import { findCustomerByEmail } from '../features/account/collection.ts'
import { isPassword } from '../features/account/passwordHash.ts'
import { listBackgrounds, offeredBackgrounds } from '../features/backgrounds/collection.ts'
import { readCart } from '../features/cart/collection.ts'
import { findPage } from '../features/content/collection.ts'
import { type DeliveredSet, findDeliveredSets, picturesOf } from '../features/jobs/collection.ts'
import { ordersOf } from '../features/orders/collection.ts'
import { frozenScenes } from '../features/orders/frozenScenes.ts'
import { unavailableReason } from '../features/photo-packages/availability.ts'
import { offeredPackages } from '../features/photo-packages/offeredPackages.ts'
import { templateOf } from '../features/template/collection.ts'
import { fillDesign } from '../features/template/scenes/fillDesign.ts'
import { layOutOf } from '../features/template/scenes/layOutDesign.ts'
import { cutOutKey, sizeKey } from '../imaging/derivatives/pictureFiles.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { findProvider } from '../platform/provider/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import { testEnv } from '../testing/testServer.ts'
import { DEMO_CODES, seedDemo } from './seed.ts'
import { DEMO_TEMPLATES, readDemoTemplate } from './templates/seedTemplates.ts'

let folder: string
let opened: OpenApp
const progress: number[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-demo-'))
  opened = await openApp(testEnv(folder))
  await seedDemo(opened.app, (done) => progress.push(done))
}, 300_000)
afterAll(async () => {
  if (opened.database === 'mongodb') await opened.app.db.dropDatabase()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

const providerOf = async (key: string) => (await findProvider(opened.app, key)) as Provider

async function setOf(code: string, key = 'brightside'): Promise<DeliveredSet> {
  const [subject] = await subjectsOfCode(opened.app, await providerOf(key), code)
  const [set] = await findDeliveredSets(opened.app, key, [subject as string])
  return set as DeliveredSet
}

const types = ({ pictures }: DeliveredSet) => pictures.map(({ pictureType }) => pictureType).join(' ')

describe('the demo world', () => {
  it('reports its progress, up to the end', () => {
    expect(progress.at(-1)).toBe(1)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
  })

  it('has every code that the terminal names, each at its own shop only', async () => {
    for (const [code, what] of DEMO_CODES) {
      const [own, other] = what.startsWith('Nordlys') ? ['nordlys', 'brightside'] : ['brightside', 'nordlys']
      expect(await subjectsOfCode(opened.app, await providerOf(own), code)).toHaveLength(1)
      expect(await subjectsOfCode(opened.app, await providerOf(other), code)).toEqual([])
    }
  })

  it('has a page for each shop with every module and its pictures, in each of its languages', async () => {
    for (const key of ['brightside', 'nordlys']) {
      const provider = await providerOf(key)
      for (const { long } of provider.languages) {
        const modules = (await findPage(opened.app, provider, 'about', long)) ?? []
        expect(
          modules
            .map(({ type }) => type)
            .sort()
            .join(' '),
        ).toBe('Image Paragraph Paragraph PromoteCategory RichText Slider Title')
        const [, path] = JSON.stringify(modules).match(/"(\/content\/[^"]+)"/) ?? []
        expect(await opened.app.blobs.head(path?.replace(/^\/content\/(\w+)/, '$1/content') ?? '')).not.toBeNull()
      }
    }
  })

  it('has one past order of its customer, whose cart is empty', async () => {
    const customer = await findCustomerByEmail(opened.app, await providerOf('brightside'), 'demo@example.com')
    const [order, ...more] = await ordersOf(opened.app, 'brightside').find({}).toArray()
    expect(more).toEqual([])
    expect(order).toMatchObject({ paymentState: 'invoiced', content: { customer: customer?._id, currency: 'USD' } })
    expect(order?.confirmTime?.getTime()).toBeLessThan(opened.app.clock().getTime() - 24 * 60 * 60_000)
    expect((await frozenScenes(opened.app, 'brightside', order ?? { _id: '' })).size).toBe(1)
    expect((await readCart(opened.app, 'brightside', customer?._id ?? '')).lines).toEqual([])
  })

  it('[CHK-3] [CHK-23] has every delivery and payment method, express among them for two weeks', async () => {
    const shops = await Promise.all(['brightside', 'nordlys'].map(providerOf))
    const methods = shops.flatMap(({ deliveryMethods }) => deliveryMethods)
    const types = ['digital-delivery', 'postage', 'school-pickup', 'store-pickup']
    expect([...new Set(methods.map(({ type }) => type))].sort()).toEqual(types)
    const ends = methods.flatMap(({ deliveryOptions }) => deliveryOptions.flatMap(({ expire }) => expire ?? []))
    expect(ends).toHaveLength(3)
    for (const end of ends) expect(new Date(end).getTime()).toBeGreaterThan(Date.now() + 12 * 24 * 60 * 60_000)
    const [brightside, nordlys] = shops
    expect(brightside?.options).toMatchObject({
      gatherState: true,
      gatherAddress2: true,
      useAddressAutocompleteService: true,
    })
    expect(brightside?.addressService).toMatchObject({ name: 'list', addresses: expect.any(Array) })
    expect(nordlys).toMatchObject({ freeShippingThreshold: 49900, options: { showDisabledDeliveryCountry: true } })
    expect(nordlys?.paymentOptions[0]).toMatchObject({ gateway: 'invoice', requirePersonNo: true, verifyMobile: true })
  })

  it('sells three packages at each shop, one at a time-limited price, one sold out, and a link to the mugs', async () => {
    for (const [key, code] of [
      ['brightside', 'MAPLE7'],
      ['nordlys', 'FJORD5'],
    ] as const) {
      const provider = await providerOf(key)
      const now = opened.app.clock()
      const facts = { now, jobs: [], inCart: new Map(), hasOrdered: false }
      const offered = await offeredPackages(opened.app, provider, provider.defaultLanguage, async () => facts)
      const full = offered.filter((each) => 'items' in each)
      expect(full.map(({ price }) => price.useTimeLimitedDiscount)).toEqual([true, false, false])
      expect(offered.map(({ document }) => document.disabled !== undefined)).toEqual([false, false, true, false])
      expect(offered.at(-1)?.document).toMatchObject({ type: 'link', linkInfo: { category: 'mugs' } })
      const set = await setOf(code, key)
      for (const { document, items, price } of full) {
        expect(price.originalPrice).toBeGreaterThan(price.priceIncludingDiscount * 1.1)
        expect(
          await opened.app.blobs.head(document.image?.replace(`/content/${key}`, `${key}/content`) ?? ''),
        ).not.toBeNull()
        // every item is available with the set of the code
        for (const item of items) expect(unavailableReason(item, set, { provider, bought: new Set(), now })).toBeNull()
      }
      for (const { document } of offered) {
        expect(Object.keys(document.names).sort()).toEqual(
          expect.arrayContaining(provider.languages.map(({ long }) => long)),
        )
      }
    }
  })

  it('MAPLE7 opens portraits, a sibling picture and a class picture, with a cover and faces', async () => {
    const emma = await setOf('MAPLE7')
    expect([emma.subject.name, emma.subject.group, types(emma)]).toEqual(['Emma Carter', '4B', 'IP IP IP IP IP MGP GP'])
    expect(emma.pictures.filter(({ keywords }) => keywords.includes('favorite'))).toHaveLength(1)
    for (const { width, height, face } of emma.pictures) {
      expect([1600, 2000, 2400]).toContain(width)
      expect([1600, 2000]).toContain(height)
      expect(face?.width).toBeGreaterThan(0.05)
    }
    const noah = await setOf('CEDAR4')
    const shared = noah.pictures.find(({ pictureType }) => pictureType === 'MGP')
    expect(emma.pictures.map(({ uuid }) => uuid)).toContain(shared?.uuid)
  })

  it('has green screens at the club, an archived job, and a job whose pictures are withheld', async () => {
    const liam = await setOf('BIRCH9')
    const cutOuts = liam.pictures.filter(({ greenscreen }) => greenscreen)
    expect(cutOuts).toHaveLength(4)
    for (const { uuid } of cutOuts) {
      const file = await opened.app.blobs.get(cutOutKey({ provider: 'brightside', uuid }, 320))
      const data = await sharp(file as Buffer)
        .raw()
        .toBuffer()
      // nobody is in the upper corner, and somebody in the middle
      expect([data[3], data[(160 * 256 + 128) * 4 + 3]]).toEqual([0, 255])
    }
    expect((await setOf('ASPEN2')).job.isArchived).toBe(true)
    const mila = await setOf('WILLOW3')
    expect([mila.pictures, mila.job.requireFineTunedPictures]).toEqual([[], true])
    expect(await picturesOf(opened.app, 'brightside').count({ 'assignment.subjects.uuid': mila.subject.uuid })).toBe(2)
  })

  it('has six backgrounds at each shop, and at the club those that its photographer selected', async () => {
    for (const key of ['brightside', 'nordlys']) {
      const list = await listBackgrounds(opened.app, key)
      expect(list.map(({ isDefault }) => isDefault)).toEqual([true, false, false, false, false, false])
      const { languages } = await providerOf(key)
      for (const { names } of list) expect(Object.keys(names).sort()).toEqual(languages.map(({ long }) => long).sort())
    }
    const list = await listBackgrounds(opened.app, 'brightside')
    const club = offeredBackgrounds(list, (await setOf('BIRCH9')).job)
    expect([club.default?.key, club.backgrounds.length]).toEqual(['stadium', 5])
    expect(offeredBackgrounds(list, (await setOf('MAPLE7')).job).default?.key).toBe('slate')
  })

  it.each([
    ['MAPLE7', 'brightside', 'en'],
    ['BIRCH9', 'brightside', 'es'],
    ['FJORD5', 'nordlys', 'nb'],
  ])('prints the pictures of %s on everything that %s sells without a warning', async (code, key, language) => {
    const { app } = opened
    const [provider, { subject, pictures }] = [await providerOf(key), await setOf(code, key)]
    const names = { name: subject.name, group: subject.group }
    const faceOf = (uuid: string) => pictures.find((picture) => picture.uuid === uuid)?.face
    for (const name of DEMO_TEMPLATES) {
      const { uuid } = (await readDemoTemplate(name)) as { uuid: string }
      const definition = await templateOf(app, key, uuid)
      if (!definition) throw new Error(`${key} has no ${name}`)
      const content = await fillDesign(app, definition, { ...names, pictures }, { subject: subject.uuid, language })
      const scene = await layOutOf(app, provider, definition, content, { names, language })
      expect([name, warningsOf(scene, { faceOf })]).toEqual([name, []])
    }
  })

  it('has a customer who owns one set', async () => {
    const brightside = await providerOf('brightside')
    const customer = await findCustomerByEmail(opened.app, brightside, 'demo@example.com')
    expect(await isPassword('portrait-demo', customer?.password ?? null)).toBe(true)
    const [subject] = await grantedSubjects(opened.app, brightside, customer?._id ?? '')
    expect(subject).toBe((await setOf('CEDAR4')).subject.uuid)
  })

  it('draws children on studio walls: neither blank nor flat', async () => {
    for (const [code, key] of [
      ['MAPLE7', 'brightside'],
      ['FJORD5', 'nordlys'],
    ] as const) {
      for (const { uuid } of (await setOf(code, key)).pictures) {
        const file = await opened.app.blobs.get(sizeKey({ provider: key, uuid }, 320))
        const { channels, entropy } = await sharp(file as Buffer).stats()
        expect(entropy).toBeGreaterThan(5)
        for (const { stdev } of channels) expect(stdev).toBeGreaterThan(20)
      }
    }
  })
})
