import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { photoPackages as contract, type PackageInstance } from '@portraitkit/core/photo-packages/contract.ts'
import { CATALOGUE_PRODUCT, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveProvider } from '../../platform/provider/collection.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPackage, buildPackage, packageInputOf } from '../../testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { publishJob, unpublishJob } from '../jobs/publishing/publishJob.ts'
import { grantRights } from '../rights/collection.ts'
import { packages, replacePackages } from './collection.ts'
import type { AnyPackage } from './document.ts'

const DAY = 24 * 3600 * 1000
let server: TestServer
let built: BuiltPackage
/** Two children of one family in one job; two more of the same kind of job and of another kind; a stranger's. */
let emma: BuiltPictureSet
let noah: BuiltPictureSet
let cousin: BuiltPictureSet
let club: BuiltPictureSet
let stranger: BuiltPictureSet
let mother: BuiltCustomer
let father: BuiltCustomer
let neighbour: BuiltCustomer
beforeAll(async () => {
  server = await startTestServer()
  const { app, provider } = server
  emma = await buildPictureSet(app, provider)
  noah = await buildPictureSet(app, provider, { subject: { jobUuid: emma.job.uuid } })
  cousin = await buildPictureSet(app, provider, {
    job: { jobType: emma.job.jobType, photographer: emma.job.photographer },
  })
  club = await buildPictureSet(app, provider)
  stranger = await buildPictureSet(app, provider)
  const subjects = [emma, noah, cousin, club].map(({ subject }) => subject.uuid)
  mother = await buildCustomer(server, { subjects })
  father = await buildCustomer(server, { subjects })
  neighbour = await buildCustomer(server, { subjects: [stranger.subject.uuid] })
})
afterAll(() => server.close())
beforeEach(async () => {
  await replacePackages(server.app, server.provider.key, [])
  built = await buildPackage(server.app, server.provider, [emma.job.uuid])
})

const uuidOf = ({ subject }: BuiltPictureSet) => subject.uuid
const offer = (...list: AnyPackage[]) => replacePackages(server.app, server.provider.key, list)
async function open(
  of = mother,
  subject: BuiltPictureSet | null = emma,
  packageItems?: ReturnType<typeof packageInputOf>,
) {
  const { uuid: packageUuid } = built.document
  const openInput = {
    packageUuid,
    subject: { uuid: subject && uuidOf(subject) },
    ...(packageItems && { packageItems }),
  }
  return await of.client.call(contract.open, openInput)
}
const failing = (sent: object, of = mother) =>
  of.client.fail(contract.open, { packageUuid: built.document.uuid, subject: { uuid: uuidOf(emma) }, ...sent })
/** The items with one of them changed. */
function withItem(instance: PackageInstance, at: number, change: object) {
  return packageInputOf(instance).map((item, index) => (index === at ? { ...item, ...change } : item))
}
const bare = { headers: { 'x-provider': undefined } }

describe('the packages offered to a caller', () => {
  it('[API-1] [API-3] [PKG-2] [PRC-6] have the total price of their parts, for the selected picture set', async () => {
    const answer = await mother.client.call(contract.list, { subject: uuidOf(noah) })
    expect(answer).toEqual({
      currency: server.provider.currency,
      remainingTime: 0,
      packages: [
        {
          uuid: built.document.uuid,
          name: 'Family package',
          description: '',
          image: null,
          type: 'package',
          link: null,
          linkText: '',
          linkInfo: null,
          originalPrice: 399 + 399 + 2500 + 3900,
          priceIncludingDiscount: 5000,
          useTimeLimitedDiscount: false,
          timeLimitedDiscountPrice: null,
          priorPrice: null,
          remainingTime: 0,
          disabled: null,
          subject: { uuid: uuidOf(noah), name: noah.subject.name, group: '4B' },
          allowSubjectChange: 4,
          packageItems: built.document.items.map(({ uuid, type }, index) => ({
            uuid,
            type,
            name: ['Card 15x15', 'Card 15x15', 'Year book', 'Whole set'][index],
          })),
        },
      ],
    })
  })

  it('are shown to a visitor, and to nobody at another provider', async () => {
    const { packages: seen } = await server.client().call(contract.list, {})
    expect(seen).toMatchObject([{ uuid: built.document.uuid, subject: null, disabled: null }])
    expect((await server.client(server.other).call(contract.list, {})).packages).toEqual([])
    const elsewhere = server.client(server.other)
    expect(await elsewhere.fail(contract.open, { packageUuid: built.document.uuid })).toMatchObject({
      status: 404,
      reason: 'photo-packages.unknown',
    })
  })

  it('[API-2] refuse an invalid subject, and use the newest set if the named one is not the caller’s', async () => {
    expect(await mother.client.fail(contract.list, { subject: 'x' })).toMatchObject({ reason: 'input.invalid' })
    const { packages: seen } = await neighbour.client.call(contract.list, { subject: uuidOf(emma) })
    expect(seen[0]?.subject?.uuid).toBe(uuidOf(stranger))
  })

  it('[PKG-2] are links if the provider makes them, to a list of the shop or to any page', async () => {
    const common = { type: 'link', names: { en: 'More' }, linkTexts: { en: 'See all', de: 'Alle ansehen' } } as const
    await offer(
      { ...common, uuid: randomUUID(), linkInfo: { type: 'photogifts.category', category: 'mugs' } },
      { ...common, uuid: randomUUID(), link: 'https://studio.example/frames' },
    )
    const { packages: links } = await server.client().call(contract.list, {}, { headers: { 'accept-language': 'de' } })
    expect(links).toMatchObject([
      {
        type: 'link',
        link: null,
        linkInfo: { type: 'photogifts.category', category: 'mugs' },
        priceIncludingDiscount: null,
      },
      { type: 'link', link: 'https://studio.example/frames', linkInfo: null, packageItems: [] },
    ])
    expect(links[0]?.linkText).toBe('Alle ansehen')
    const [link] = links
    expect(await mother.client.fail(contract.open, { packageUuid: link?.uuid ?? '' })).toMatchObject({ status: 404 })
  })

  it('[PKG-2] are disabled with the provider’s reason, in the language of the customer', async () => {
    await offer({ ...built.document, disabled: { en: 'Back in spring', de: 'Im Frühling wieder' } })
    const headers = { 'accept-language': 'de' }
    const { packages: seen } = await mother.client.call(contract.list, { subject: uuidOf(emma) }, { headers })
    expect(seen[0]?.disabled).toEqual({ reason: 'Im Frühling wieder' })
    expect((await open()).disabled).toEqual({ reason: 'Back in spring' })
  })

  it('[PKG-2] are disabled if the picture set is unsuitable: no catalogue, all bought already', async () => {
    const reasonFor = async (set: BuiltPictureSet, of = mother) =>
      (await of.client.call(contract.list, { subject: uuidOf(set) })).packages[0]?.disabled?.reason
    expect(await reasonFor(emma)).toBeUndefined()
    expect(await reasonFor(club)).toBe('There is no such catalogue for this picture set.')
    const order = randomUUID()
    await grantRights(server.app, server.provider, { customer: father.customer._id, targets: [uuidOf(emma)], order })
    expect(await reasonFor(emma, father)).toBe('You have bought the digital pictures of this picture set already.')
    // the other guardian of the same child has not bought them
    expect(await reasonFor(emma)).toBeUndefined()
    const { packageItems } = await open(father)
    expect(packageItems.map(({ disabled }) => disabled !== null)).toEqual([false, false, false, true])
  })

  it('[PRC-6] are offered only to customers named by their rule', async () => {
    await offer({ ...built.document, rule: { jobs: [emma.job.uuid] } })
    const packageCountFor = async ({ client }: Pick<BuiltCustomer, 'client'>) =>
      (await client.call(contract.list, {})).packages.length
    expect([
      await packageCountFor(mother),
      await packageCountFor(neighbour),
      await packageCountFor({ client: server.client() }),
    ]).toEqual([1, 0, 0])
    expect(await failing({ subject: { uuid: uuidOf(stranger) } }, neighbour)).toMatchObject({ status: 404 })
  })
})

describe('a time-limited price', () => {
  it('[PKG-1] [PKG-2] follows the server’s clock, counts down in seconds, and ends to the second', async () => {
    const now = server.app.clock().getTime()
    const until = new Date(now + 60_000).toISOString()
    const from = new Date(now - DAY).toISOString()
    await offer({ ...built.document, timeLimited: { price: 4500, from, until } })
    const {
      packages: [seen],
      remainingTime,
    } = await mother.client.call(contract.list, { subject: uuidOf(emma) })
    expect(seen).toMatchObject({
      useTimeLimitedDiscount: true,
      timeLimitedDiscountPrice: 4500,
      priceIncludingDiscount: 5000,
    })
    expect(remainingTime).toBeGreaterThan(40)
    expect(remainingTime).toBeLessThanOrEqual(60)
    expect(seen?.remainingTime).toBe(remainingTime)
    server.wait(61_000)
    const after = await mother.client.call(contract.list, { subject: uuidOf(emma) })
    expect(after.remainingTime).toBe(0)
    expect(after.packages[0]).toMatchObject({
      useTimeLimitedDiscount: false,
      timeLimitedDiscountPrice: null,
      remainingTime: 0,
    })
    expect(await open()).toMatchObject({ useTimeLimitedDiscount: false, priceIncludingDiscount: 5000 })
  })

  it('[PKG-2] strikes the lowest price of the 30 days before it, and none if it was not sold then', async () => {
    const limited = (price: number) => ({
      ...built.document,
      price,
      timeLimited: {
        price: 4000,
        from: server.app.clock().toISOString(),
        until: new Date(server.app.clock().getTime() + DAY).toISOString(),
      },
    })
    const prior = async () => (await open()).priorPrice
    server.wait(DAY)
    await offer({ ...built.document, price: 4600 })
    server.wait(DAY)
    await offer({ ...built.document, price: 6000 })
    server.wait(DAY)
    await offer(limited(6000))
    expect(await prior()).toBe(4600)
    const unsold = randomUUID()
    await offer({ ...limited(6000), uuid: unsold })
    const { packages: list } = await mother.client.call(contract.list, { subject: uuidOf(emma) })
    expect(list[0]).toMatchObject({ useTimeLimitedDiscount: true, priorPrice: null })
  })
})

describe('a package filled for a picture set', () => {
  it('[API-1] [API-3] [PKG-3] has each template with the customer’s pictures, the catalogue and the set', async () => {
    const instance = await open()
    expect(instance).toMatchObject({
      uuid: built.document.uuid,
      name: 'Family package',
      currency: server.provider.currency,
      subject: { uuid: uuidOf(emma) },
      disabled: null,
      allowSubjectChange: 4,
    })
    const [card, , book, set] = instance.packageItems
    expect(card).toMatchObject({
      type: 'TEMPLATE_PRODUCT',
      name: 'Card 15x15',
      product: { uuid: built.card.product.uuid, type: 1 },
      version: 1,
      canChangeTemplate: false,
      template: { uuid: built.card.definition.uuid, version: 1, type: 'CARDS' },
      catalogue: null,
    })
    expect(JSON.stringify(card?.preview?.scene)).toContain(emma.pictures.favourite.uuid)
    expect(card?.templateData?.userResources).toContainEqual(expect.objectContaining({ text: emma.subject.name }))
    expect(Object.keys(card?.preview?.addresses ?? {})).toContain(emma.pictures.favourite.uuid)
    expect(book).toMatchObject({
      type: 'CATALOGUE',
      product: { uuid: CATALOGUE_PRODUCT },
      catalogue: { uuid: built.catalogue.uuid, name: 'Year book', deliveryTime: { days: 30 } },
      template: null,
    })
    expect(set).toMatchObject({
      type: 'DIGITAL_SET',
      product: { uuid: DIGITAL_SET_PRODUCT },
      numFiles: 3,
      preview: null,
    })
    expect(set?.digitalFiles).toHaveLength(2)
    expect(instance.packageItems.map(({ canChangeTemplate }) => canChangeTemplate)).toEqual([false, true, false, false])
  })

  it('[PKG-3] shows exactly the scene that the editor would show', async () => {
    const {
      packageItems: [card],
    } = await open()
    const content = {
      template: { uuid: built.card.definition.uuid, version: 1 },
      subject: uuidOf(emma),
      resources: card?.templateData?.userResources ?? [],
    }
    const { scenes } = await mother.client.call(templates.scenes, { scenes: [content] })
    expect(scenes[0]?.hash).toBe(card?.sceneHash)
  })

  it('is available to a visitor too, without pictures', async () => {
    const visitor = server.client()
    const instance = await visitor.call(contract.open, { packageUuid: built.document.uuid })
    expect(instance).toMatchObject({ subject: null, disabled: null })
    expect(instance.packageItems[0]?.preview?.scene.parts).toHaveLength(1)
    const request = { packageUuid: built.document.uuid, subject: { uuid: uuidOf(emma) } }
    expect(await visitor.fail(contract.open, request)).toMatchObject({ reason: 'picture-sets.unknown' })
  })

  it('[LOC-3] [API-2] is refused for another family’s child, for items of another package and for repeated items', async () => {
    expect(await failing({ subject: { uuid: uuidOf(stranger) } })).toMatchObject({
      status: 404,
      reason: 'picture-sets.unknown',
    })
    expect(await failing({}, neighbour)).toMatchObject({ reason: 'picture-sets.unknown' })
    const items = packageInputOf(await open())
    expect(await failing({ packageItems: withItem(await open(), 0, { uuid: randomUUID() }) })).toMatchObject({
      reason: 'input.invalid',
      fields: { 'packageItems.0.uuid': 'This is not in the package' },
    })
    expect(await failing({ packageItems: [items[0], items[0]] })).toMatchObject({ reason: 'input.invalid' })
    expect(await failing({ packageItems: withItem(await open(), 0, { subject: uuidOf(stranger) }) })).toMatchObject({
      reason: 'picture-sets.unknown',
    })
    expect(await mother.client.fail(contract.open, { packageUuid: randomUUID() })).toMatchObject({ status: 404 })
  })

  it('[PKG-5] fills an item for another child, and leaves the others as they are', async () => {
    const before = await open()
    const items = withItem(before, 1, {
      subject: uuidOf(noah),
      version: 2,
      templateData: undefined,
      template: undefined,
    })
    const after = await open(mother, emma, items)
    expect(after.packageItems[1]).toMatchObject({ subject: { uuid: uuidOf(noah) }, version: 2 })
    expect(JSON.stringify(after.packageItems[1]?.templateData)).toContain(noah.pictures.favourite.uuid)
    expect(after.packageItems[0]?.sceneHash).toBe(before.packageItems[0]?.sceneHash)
  })

  it.each([
    [1, [true, false, false, false]],
    [2, [true, true, false, false]],
    [3, [true, true, true, false]],
    [4, [true, true, true, true]],
  ] as const)('[PKG-5] in mode %i allows the pictures of exactly these sets', async (allowSubjectChange, expected) => {
    await offer({ ...built.document, allowSubjectChange })
    const instance = await open()
    const sets = [emma, noah, cousin, club]
    const byPicture = await Promise.all(
      sets.map(async (set) => {
        const [card] = (await open(mother, set)).packageItems
        // the pictures of one set in an item that still belongs to another
        const packageItems = withItem(instance, 0, { templateData: imagesOf(card) })
        const { status, body } = await mother.client.send(contract.open, requestWith(packageItems))
        return status === 200 || (body as { reason: string }).reason
      }),
    )
    const bySubject = await Promise.all(
      sets.map(async (set) => {
        const packageItems = withItem(instance, 3, { subject: uuidOf(set) })
        const { status, body } = await mother.client.send(contract.open, requestWith(packageItems))
        return status === 200 || (body as { reason: string }).reason
      }),
    )
    const answers = expected.map((may) => may || 'photo-packages.subject')
    expect([byPicture, bySubject]).toEqual([answers, answers])
  })

  it('[PKG-5] excludes other photographers if the provider does not mix them', async () => {
    const strict = {
      ...server.provider,
      options: { ...server.provider.options, whiteLabelDisableMixPhotographers: true },
    }
    const instance = await open()
    const of = (set: BuiltPictureSet) => ({ packageItems: withItem(instance, 3, { subject: uuidOf(set) }) })
    await saveProvider(server.app, strict)
    try {
      expect(await failing(of(club))).toMatchObject({ status: 409, reason: 'photo-packages.mixed' })
      expect((await mother.client.send(contract.open, requestWith(of(cousin).packageItems))).status).toBe(200)
    } finally {
      await saveProvider(server.app, server.provider)
    }
    expect((await mother.client.send(contract.open, requestWith(of(club).packageItems))).status).toBe(200)
  })

  it('[PKG-5] changes a template only if the item allows it, and only to one of the same product', async () => {
    const { app, provider } = server
    const { definition: same } = await buildTemplate(app, provider, {
      product: built.card.product,
      definition: { product: built.card.product.uuid },
    })
    const { definition: other } = await buildTemplate(app, provider)
    const instance = await open()
    const to = (at: number, { uuid, version }: typeof same) =>
      withItem(instance, at, { template: { uuid, version }, templateData: undefined, version: 2 })
    const changed = await open(mother, emma, to(1, same))
    expect(changed.packageItems[1]).toMatchObject({ template: { uuid: same.uuid }, version: 2 })
    for (const packageItems of [to(0, same), to(1, other)]) {
      expect(await failing({ packageItems })).toMatchObject({ status: 409, reason: 'photo-packages.template' })
    }
    const gone = { ...same, uuid: randomUUID() }
    expect(await failing({ packageItems: to(1, gone) })).toMatchObject({ reason: 'template.unknown' })
  })
})

const requestWith = (packageItems: object[]) => ({
  packageUuid: built.document.uuid,
  subject: { uuid: uuidOf(emma) },
  packageItems,
})
/** The pictures of an item without its texts, which say whose they are. */
function imagesOf(item: PackageInstance['packageItems'][number] | undefined) {
  return { userResources: item?.templateData?.userResources.filter(({ type }) => type === 'IMAGE') ?? [], year: null }
}

describe('a saved package', () => {
  const contentOf = (instance: PackageInstance) => ({
    package: { uuid: instance.uuid },
    subject: instance.subject?.uuid ?? null,
    packageItems: packageInputOf(instance),
  })

  it('[API-1] [PKG-3] is found again, continued, and deleted', async () => {
    const [uuid, instance] = [randomUUID(), await open()]
    expect(await mother.client.call(contract.getSaved, { uuid })).toEqual({ saved: null })
    const { saved } = await mother.client.call(contract.save, { uuid, version: 0, content: contentOf(instance) })
    expect(saved).toMatchObject({
      uuid,
      version: 1,
      content: { package: { uuid: instance.uuid }, subject: uuidOf(emma) },
    })
    expect(await mother.client.call(contract.getSaved, { uuid })).toEqual({ saved })
    const again = await open(mother, emma, saved.content.packageItems)
    expect(again.packageItems.map(({ sceneHash }) => sceneHash)).toEqual(
      instance.packageItems.map(({ sceneHash }) => sceneHash),
    )
    expect(await mother.client.call(contract.unfinished, {})).toMatchObject([
      { saved: uuid, package: instance.uuid, name: 'Family package', subject: uuidOf(emma) },
    ])
    expect(
      (await mother.client.call(contract.save, { uuid, version: 1, content: contentOf(instance) })).saved.version,
    ).toBe(2)
    expect(await mother.client.fail(contract.deleteSaved, { uuid, version: '1' })).toMatchObject({
      status: 409,
      reason: 'photo-packages.changed',
      data: { version: 2 },
    })
    await mother.client.call(contract.deleteSaved, { uuid, version: '2' })
    expect(await mother.client.call(contract.getSaved, { uuid })).toEqual({ saved: null })
  })

  it('[PKG-3] is not overwritten by a window with an older version, which gets the stored one', async () => {
    const [uuid, instance] = [randomUUID(), await open()]
    const save = { uuid, version: 0, content: contentOf(instance) }
    const { saved } = await mother.client.call(contract.save, save)
    expect(await mother.client.fail(contract.save, save)).toMatchObject({
      status: 409,
      reason: 'photo-packages.changed',
      data: saved,
    })
    await mother.client.call(contract.deleteSaved, { uuid })
    expect(await mother.client.fail(contract.save, { ...save, version: 1 })).toMatchObject({
      status: 404,
      reason: 'photo-packages.unknown_saved',
    })
  })

  it('belongs to each guardian separately, whatever its uuid', async () => {
    const [uuid, instance] = [randomUUID(), await open()]
    const save = { uuid, version: 0, content: contentOf(instance) }
    await mother.client.call(contract.save, save)
    expect(await father.client.call(contract.getSaved, { uuid })).toEqual({ saved: null })
    expect(await father.client.fail(contract.deleteSaved, { uuid })).toMatchObject({ status: 404 })
    expect((await father.client.call(contract.save, save)).saved.version).toBe(1)
    expect(await neighbour.client.fail(contract.save, save)).toMatchObject({ reason: 'picture-sets.unknown' })
    expect((await mother.client.call(contract.getSaved, { uuid })).saved?.version).toBe(1)
    expect(await mother.client.fail(contract.deleteSaved, { uuid }, bare)).toMatchObject({ status: 403 })
  })

  it('[API-1] [API-2] [API-3] of a line in the cart is stored in the same way, separately from unfinished ones', async () => {
    const [uuid, instance] = [randomUUID(), await open()]
    const save = { uuid, version: 0, content: contentOf(instance) }
    expect(await mother.client.call(contract.getLine, { uuid })).toEqual({ saved: null })
    expect(await mother.client.fail(contract.saveLine, save, bare)).toMatchObject({ status: 403 })
    const { saved } = await mother.client.call(contract.saveLine, save)
    expect(saved).toMatchObject({ uuid, version: 1 })
    expect(await mother.client.call(contract.getLine, { uuid })).toEqual({ saved })
    expect(await mother.client.call(contract.getSaved, { uuid })).toEqual({ saved: null })
    expect((await mother.client.call(contract.unfinished, {})).map((one) => one.saved)).not.toContain(uuid)
    expect(await mother.client.fail(contract.saveLine, save)).toMatchObject({ status: 409, data: saved })
    expect(await mother.client.fail(contract.saveLine, { ...save, version: -1 })).toMatchObject({ status: 400 })
    expect(await father.client.call(contract.getLine, { uuid })).toEqual({ saved: null })
    expect(await father.client.fail(contract.deleteLine, { uuid })).toMatchObject({ status: 404 })
    for (const call of [contract.getLine, contract.deleteLine]) {
      expect(await server.client().fail(call, { uuid })).toMatchObject({ status: 401 })
    }
    const elsewhere = await buildCustomer(server, { provider: server.other })
    expect(await elsewhere.client.call(contract.getLine, { uuid })).toEqual({ saved: null })
    await mother.client.call(contract.deleteLine, { uuid, version: '1' })
    expect(await mother.client.call(contract.getLine, { uuid })).toEqual({ saved: null })
  })

  it('[PKG-3] keeps a withdrawn picture in its slot, shows the slot empty, and shows the picture again with its job', async () => {
    const { app, provider } = server
    const [uuid, instance, clubs] = [randomUUID(), await open(), await open(mother, club)]
    const { templateData } = clubs.packageItems[0] ?? {}
    const content = { ...contentOf(instance), packageItems: withItem(instance, 0, { templateData }) }
    const again = async () => {
      const { saved } = await mother.client.call(contract.getSaved, { uuid })
      const opened = await open(mother, emma, saved?.content.packageItems)
      const [item] = opened.packageItems
      expect(item?.templateData).toEqual(templateData)
      return { opened, shows: JSON.stringify(item?.preview).includes(club.pictures.first.uuid) }
    }
    await unpublishJob(app, provider, club.job.uuid)
    await mother.client.call(contract.save, { uuid, version: 0, content })
    const { opened, shows } = await again()
    expect(shows).toBe(false)
    const sold = { ...contentOf(opened), packageItems: packageInputOf(opened), requestId: randomUUID() }
    expect(await mother.client.fail(carts.addPackage, sold)).toMatchObject({ reason: 'picture-sets.unknown' })
    await publishJob(app, provider, club.job.uuid)
    expect((await again()).shows).toBe(true)
  })

  it('[API-2] must be complete, within the mode, and with the customer’s own pictures', async () => {
    await offer({ ...built.document, allowSubjectChange: 1 })
    const [uuid, instance] = [randomUUID(), await open()]
    const content = contentOf(instance)
    const fails = (change: object) =>
      mother.client.fail(contract.save, { uuid, version: 0, content: { ...content, ...change } })
    const [first, ...rest] = content.packageItems
    expect(await fails({ packageItems: rest })).toMatchObject({
      reason: 'input.invalid',
      fields: { packageItems: `${first?.uuid} is missing` },
    })
    expect(await fails({ packageItems: withItem(instance, 3, { subject: uuidOf(noah) }) })).toMatchObject({
      reason: 'photo-packages.subject',
    })
    const foreign = await open(neighbour, stranger)
    const packageItems = withItem(instance, 0, { templateData: imagesOf(foreign.packageItems[0]) })
    expect(await fails({ packageItems })).toMatchObject({ reason: 'picture-sets.unknown' })
    expect(await fails({ package: { uuid: randomUUID() } })).toMatchObject({ reason: 'photo-packages.unknown' })
    expect(await mother.client.call(contract.getSaved, { uuid })).toEqual({ saved: null })
    expect(await packages.list(server.app, server.other.key)).toEqual([])
  })
})
