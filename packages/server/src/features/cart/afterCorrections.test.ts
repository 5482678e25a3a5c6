import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cart, carts, type OrderLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer, resourcesOf } from '../../testing/buildBuyer.ts'
import { type OrderInput, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildPackage, packageInputOf } from '../../testing/buildPackage.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { jobsCommand } from '../jobs/command.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'

/** What a cart says about lines with a picture after each command of docs/guide/import.md, and what becomes of a checkout that was begun before. */

let server: TestServer
let folder: string
/** The shop's only buyer of cards; the two others have files and packages. All see the same child. */
let buyer: Buyer
let setBuyer: BuiltCustomer
let packageBuyer: BuiltCustomer
let neighbour: BuiltPictureSet
let both: DeliveredPicture
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
  folder = await mkdtemp(join(tmpdir(), 'pk-after-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const { app, provider } = server
  buyer = await buildBuyer(server)
  await sellDigitalFiles(app, provider, { also: [buyer.template.product] })
  const { job, subject } = buyer.set
  both = await buildPicture(app, provider, { fileName: 'both.jpg' })
  neighbour = await buildPictureSet(app, provider, {
    subject: { jobUuid: job.uuid, group: '5C', name: 'Zoe Zander' },
    pictures: [both],
  })
  setBuyer = await buildCustomer(server, { subjects: [subject.uuid] })
  packageBuyer = await buildCustomer(server, { subjects: [subject.uuid] })
})

const job = () => buyer.set.job.uuid
const child = () => buyer.set.subject
const run = async (...argv: string[]) => {
  const { code, out } = await runInTerminal(jobsCommand, [...argv, '--provider', server.provider.key], server.app)
  expect([code, out]).toEqual([0, expect.any(String)])
}
const readCart = async ({ client }: Pick<BuiltCustomer, 'client'>) => (await client.call(carts.get, {})).cart

/** The design of a card with these pictures. */
const designOf = (first: DeliveredPicture, favourite = buyer.set.pictures.favourite) => ({
  userResources: resourcesOf({ ...buyer.set, pictures: { ...buyer.set.pictures, first, favourite } }, 'Emma'),
  year: null,
})

/** Puts a package of a card with this picture into a cart, with or without the whole set. */
async function addPackage({ client }: BuiltCustomer, picture: DeliveredPicture, { withSet }: { withSet: boolean }) {
  const { app, provider } = server
  const items = (uuid: string) => [
    { type: 'TEMPLATE_PRODUCT' as const, uuid: randomUUID(), template: uuid },
    ...(withSet ? [{ type: 'DIGITAL_SET' as const, uuid: randomUUID() }] : []),
  ]
  const { document, card } = await buildPackage(app, provider, [job()])
  await buildPackage(app, provider, [job()], { uuid: document.uuid, items: items(card.definition.uuid) })
  const subject = { uuid: child().uuid }
  const instance = await client.call(photoPackages.open, { packageUuid: document.uuid, subject })
  const { uuid, version } = card.definition
  const templateData = designOf(picture)
  const { userResources: resources } = templateData
  const scene = { template: { uuid, version }, subject: subject.uuid, resources }
  const { scenes } = await client.call(templates.scenes, { scenes: [scene] })
  const packageItems = packageInputOf(instance).map((item, at) =>
    at === 0 ? { ...item, templateData, sceneHash: scenes[0]?.hash ?? '' } : item,
  )
  const content = { package: { uuid: document.uuid }, subject: subject.uuid, packageItems }
  await client.call(carts.addPackage, { requestId: randomUUID(), ...content })
}

/** Puts this picture into the carts: as a card, in a package and as a file; in the whole set; in a package with the whole set. */
async function fillCarts(picture: DeliveredPicture) {
  await buyer.add({ templateData: designOf(picture) })
  await addPackage(buyer, picture, { withSet: false })
  await fileActions(buyer).file(picture.uuid, true)
  await fileActions(setBuyer).set(child().uuid, true)
  await addPackage(packageBuyer, buyer.set.pictures.favourite, { withSet: true })
}

const customers = () => [buyer, setBuyer, packageBuyer]
const beginAll = () =>
  Promise.all(
    customers().map(
      async ({ client }) => (await prepareOrder({ client, provider: server.provider }, 'invoice')).ordering,
    ),
  )
const order = (orderings: readonly OrderInput[]) =>
  Promise.all(
    customers().map(async ({ client }, at) => {
      const { status, body } = await client.send(checkout.transaction, orderings[at] as OrderInput)
      return status === 200 ? 'ordered' : (body as { reason: string }).reason
    }),
  )

function wordFor({ isOffered, closed, hasLostPicture, hasNewPicture, hasFewerPictures }: OrderLine): string {
  if (!isOffered) return closed?.isPaused ? 'paused' : hasLostPicture ? 'lost' : 'gone without a reason'
  return hasNewPicture ? 'new' : hasFewerPictures ? 'fewer' : 'as before'
}
const wordsOf = ({ orderLines, missingLines }: Cart): string[] => [
  ...orderLines.filter(({ type }) => type === 0).map(wordFor),
  ...Array<string>(missingLines ?? 0).fill('missing'),
]

/** The lines, by what they are: each a word, whatever their order. */
async function readLines() {
  const [own, ofSet, ofPackage] = await Promise.all(customers().map(readCart))
  const isFile = ({ product }: OrderLine) => product?.name === 'Picture'
  const lines = own?.orderLines ?? []
  return {
    cards: wordsOf({ ...(own as Cart), orderLines: lines.filter((line) => !isFile(line)) }),
    file: lines.filter(isFile).map(wordFor),
    set: wordsOf(ofSet as Cart),
    package: wordsOf(ofPackage as Cart),
  }
}

const LOST = { cards: ['lost', 'lost'], file: ['lost'], set: ['fewer'], package: ['fewer'] }
const PAUSED = { cards: ['paused', 'paused'], file: ['paused'], set: ['paused'], package: ['paused'] }
const MISSING = { cards: ['missing', 'missing', 'missing'], file: [], set: ['missing'], package: ['missing'] }
const AS_BEFORE = { cards: ['as before', 'as before'], file: ['as before'], set: ['as before'], package: ['as before'] }
const NEW = { cards: ['new', 'new'], file: ['new'], set: ['new'], package: ['new'] }
const CHANGED = 'checkout.cart_changed'

type Row = {
  /** The commands; those of `back` reverse them. */
  what: string
  before?: () => Promise<void>
  picture?: () => DeliveredPicture
  commands: () => string[][]
  back?: () => string[][]
  lines: Awaited<ReturnType<typeof readLines>>
  /** What becomes of the checkouts that the three customers have begun before. */
  begun: string[]
}

const pictures = (...argv: string[]) => ['pictures', job(), ...argv]
const consent = (answer: string) => ['consent', job(), child().key, 'print-and-sell', answer]
const merge = () => run('merge', job(), child().key, neighbour.subject.key, '--yes')
const undo = (number: string) => ['undo', job(), number]

const TABLE: Row[] = [
  {
    what: 'pictures move',
    commands: () => [pictures('move', '1.jpg', '--to', neighbour.subject.key)],
    back: () => [undo('1')],
    lines: LOST,
    begun: ['cart.picture_lost', CHANGED, CHANGED],
  },
  {
    what: 'pictures reject',
    commands: () => [pictures('reject', '1.jpg')],
    back: () => [undo('1')],
    lines: LOST,
    begun: ['cart.picture_lost', CHANGED, CHANGED],
  },
  {
    what: 'pictures hide',
    commands: () => [pictures('hide', '1.jpg')],
    back: () => [pictures('show', '1.jpg')],
    lines: { ...LOST, cards: PAUSED.cards, file: PAUSED.file },
    begun: ['cart.paused', CHANGED, CHANGED],
  },
  {
    what: 'pictures replace',
    commands: () => [pictures('replace', '1.jpg', join(folder, 'new.jpg'))],
    back: () => [undo('1')],
    lines: NEW,
    begun: [CHANGED, CHANGED, CHANGED],
  },
  {
    what: 'merge',
    commands: () => [['merge', job(), child().key, neighbour.subject.key, '--yes']],
    lines: AS_BEFORE,
    begun: Array(3).fill('ordered'),
  },
  {
    what: 'merge, of the family whose lines become the other one’s, in another class',
    commands: () => [['merge', job(), neighbour.subject.key, child().key, '--yes']],
    // The class picture is that of the other class now.
    lines: { ...AS_BEFORE, set: ['fewer'], package: ['fewer'] },
    begun: [CHANGED, CHANGED, CHANGED],
  },
  {
    what: 'decide-group hide',
    picture: () => buyer.set.pictures.group,
    commands: () => [['decide-group', job(), 'group.jpg', 'hide']],
    back: () => [['decide-group', job(), 'group.jpg', 'reopen']],
    lines: { ...LOST, cards: PAUSED.cards, file: PAUSED.file },
    begun: ['cart.paused', CHANGED, CHANGED],
  },
  {
    what: 'undo of a merge',
    before: merge,
    picture: () => both,
    commands: () => [undo('1')],
    lines: LOST,
    begun: ['cart.picture_lost', CHANGED, CHANGED],
  },
  {
    what: 'undo of a move',
    before: () => run(...pictures('add', 'both.jpg', '--to', child().key)),
    picture: () => both,
    commands: () => [undo('1')],
    lines: LOST,
    begun: ['cart.picture_lost', CHANGED, CHANGED],
  },
  {
    what: 'change-class, of a class picture',
    picture: () => buyer.set.pictures.group,
    commands: () => [['change-class', job(), child().key, '5C']],
    back: () => [undo('1')],
    lines: LOST,
    begun: ['cart.picture_lost', CHANGED, CHANGED],
  },
  {
    what: 'withdraw',
    commands: () => [['withdraw', job(), child().key]],
    back: () => [['restore', job(), child().key]],
    lines: MISSING,
    begun: [CHANGED, CHANGED, CHANGED],
  },
  {
    what: 'delete-subject',
    commands: () => [['delete-subject', job(), child().key, '--yes']],
    lines: MISSING,
    begun: [CHANGED, CHANGED, CHANGED],
  },
  {
    what: 'unpublish of a child',
    commands: () => [['unpublish', job(), '--subject', child().key]],
    back: () => [['publish', job(), '--subject', child().key]],
    lines: PAUSED,
    begun: ['cart.paused', 'cart.paused', 'cart.paused'],
  },
  {
    what: 'unpublish of a class',
    commands: () => [['unpublish', job(), '--class', child().group]],
    back: () => [['publish', job(), '--class', child().group]],
    lines: PAUSED,
    begun: ['cart.paused', 'cart.paused', 'cart.paused'],
  },
  {
    what: 'unpublish of a job',
    commands: () => [['unpublish', job()]],
    back: () => [['publish', job()]],
    lines: PAUSED,
    begun: ['cart.paused', 'cart.paused', 'cart.paused'],
  },
  {
    what: 'consent print-and-sell no',
    commands: () => [consent('no')],
    back: () => [consent('yes')],
    // The class picture of the set stays: it is not the child's alone.
    lines: { ...PAUSED, set: ['fewer'] },
    begun: ['cart.paused', CHANGED, 'cart.paused'],
  },
]

describe('the lines of a cart with a picture, and a checkout that was begun before', () => {
  it.each(TABLE)('after $what', async ({ before, picture, commands, back, lines, begun }) => {
    const colour = `rgb(${Math.floor(Math.random() * 255)},0,0)`
    const background = { width: 1040, height: 1300, channels: 3, background: colour } as const
    await writeFile(join(folder, 'new.jpg'), await sharp({ create: background }).jpeg().toBuffer())
    await before?.()
    await fillCarts(picture?.() ?? buyer.set.pictures.first)
    expect(await readLines()).toEqual(AS_BEFORE)
    const orderings = await beginAll()
    for (const command of commands()) await run(...command)
    expect(await readLines()).toEqual(lines)
    expect(await order(orderings)).toEqual(begun)
    if (!back) return
    for (const command of back()) await run(...command)
    expect(await readLines()).toEqual(AS_BEFORE)
  })
})

describe('a picture that is moved to a child whom the same account may see', () => {
  const toSibling = () => pictures('move', '1.jpg', '--to', neighbour.subject.key)
  beforeEach(() => grantSubjects(server.app, server.provider, buyer.customer._id, [neighbour.subject.uuid]))

  it('stays in cards, packages and as a file of that child, and is ordered', async () => {
    await fillCarts(buyer.set.pictures.first)
    await run(...toSibling())
    expect(await readLines()).toEqual({ ...LOST, cards: AS_BEFORE.cards, file: AS_BEFORE.file })
    const file = (await readCart(buyer)).orderLines.find(({ product }) => product?.name === 'Picture')
    expect(file?.subjects).toEqual([{ uuid: neighbour.subject.uuid, name: 'Zoe Zander' }])
    expect(JSON.stringify(file)).toContain(`/images/${buyer.set.pictures.first.uuid}`)
    const { ordering } = await prepareOrder(buyer, 'invoice')
    expect((await buyer.client.send(checkout.transaction, ordering)).status).toBe(200)
    expect(wordsOf(await readCart(buyer))).toEqual([])
  })

  it('is lost once they may not see that child any more', async () => {
    await fillCarts(buyer.set.pictures.first)
    await run(...toSibling())
    await revokeSubject(server.app, server.provider, buyer.customer._id, neighbour.subject.uuid)
    expect(await readLines()).toEqual(LOST)
  })

  it('is paused while that child is unpublished', async () => {
    await fillCarts(buyer.set.pictures.first)
    await run(...toSibling())
    await run('unpublish', job(), '--subject', neighbour.subject.key)
    expect(await readLines()).toMatchObject({ cards: PAUSED.cards, file: PAUSED.file })
  })

  it('is ordered by a checkout that was begun before', async () => {
    await fillCarts(buyer.set.pictures.first)
    const { ordering } = await prepareOrder(buyer, 'invoice')
    await run(...toSibling())
    const { status, body } = await buyer.client.send(checkout.transaction, ordering)
    expect([status, (body as { reason?: string }).reason]).toEqual([200, undefined])
  })
})

describe('a line that is different after a correction', () => {
  it('is ordered as it is now, once its customer has seen that in the summary', async () => {
    await fillCarts(buyer.set.pictures.first)
    await run(...pictures('move', '1.jpg', '--to', neighbour.subject.key))
    const { client } = setBuyer
    const seller = { client, provider: server.provider }
    const { newCheckout, ordering } = await prepareOrder(seller, 'invoice')
    expect(newCheckout.cart.orderLines[0]?.hasFewerPictures).toBe(true)
    expect(wordsOf(await readCart(setBuyer))).toEqual(['as before'])
    // Another tab that opens the same checkout sees the same.
    expect((await client.call(checkout.create, {})).cart.orderLines[0]?.hasFewerPictures).toBe(true)
    await client.call(checkout.transaction, ordering)
    expect(wordsOf(await readCart(setBuyer))).toEqual([])
  })

  it('is left out of an order with the reason, if it has lost its picture, and says nothing about the picture', async () => {
    await fillCarts(buyer.set.pictures.first)
    await buyer.add({ templateData: designOf(buyer.set.pictures.favourite) })
    await run(...pictures('move', '1.jpg', '--to', neighbour.subject.key))
    const { newCheckout, ordering } = await prepareOrder(buyer, 'invoice')
    expect(newCheckout.cart.leftOut).toEqual({ lines: 3, hasLostPicture: true })
    expect(newCheckout.cart.orderLines.filter(({ type }) => type === 0)).toHaveLength(1)
    const cart = await readCart(buyer)
    const file = cart.orderLines.find(({ product }) => product?.name === 'Picture')
    expect(file).toMatchObject({ description: buyer.set.job.name, digitalFiles: [], actualLinePrice: 0 })
    expect(file?.closed).toBeUndefined()
    expect(JSON.stringify(cart)).not.toContain('Zoe')
    expect(JSON.stringify(cart)).not.toContain(`/images/${buyer.set.pictures.first.uuid}`)
    expect((await buyer.client.send(checkout.transaction, ordering)).status).toBe(200)
  })

  it('is offered again with another picture, or deleted', async () => {
    await fillCarts(buyer.set.pictures.first)
    await run(...pictures('reject', '1.jpg'))
    const [card, ...others] = (await readCart(buyer)).orderLines.toSorted((one) => (one.template ? -1 : 1))
    const { template, templateData, sceneHash, subject } = await buyer.line({
      templateData: designOf(buyer.set.pictures.favourite),
    })
    const design = { template, templateData, sceneHash, subject }
    await buyer.client.call(carts.updateLine, { requestId: randomUUID(), uuid: card?.uuid ?? '', design })
    for (const { uuid } of others) await buyer.client.call(carts.deleteLine, { requestId: randomUUID(), uuid })
    expect(wordsOf(await readCart(buyer))).toEqual(['as before'])
  })

  it.each([
    ['reject', 'lost'],
    ['hide', 'paused'],
  ])('says so if it is a whole set, or a package of one, of which nothing is left: %s', async (command, word) => {
    const { app, provider } = server
    const { document } = await buildPackage(app, provider, [job()])
    const items = [{ type: 'DIGITAL_SET' as const, uuid: randomUUID() }]
    await buildPackage(app, provider, [job()], { uuid: document.uuid, items })
    const subject = { uuid: child().uuid }
    const { client } = packageBuyer
    const instance = await client.call(photoPackages.open, { packageUuid: document.uuid, subject })
    const packageItems = packageInputOf(instance)
    const content = { package: { uuid: document.uuid }, subject: subject.uuid, packageItems }
    await client.call(carts.addPackage, { requestId: randomUUID(), ...content })
    await fileActions(setBuyer).set(child().uuid, true)
    await run(...pictures(command, '1.jpg', '2.jpg', 'group.jpg'))
    expect([wordsOf(await readCart(setBuyer)), wordsOf(await readCart(packageBuyer))]).toEqual([[word], [word]])
  })

  it('is recognised from the first checkout on, if it was in the cart before this version', async () => {
    const { client } = setBuyer
    await fileActions(setBuyer).set(child().uuid, true)
    const stored = server.app.db.collection('carts')
    await stored.updateOne({ customer: setBuyer.customer._id }, { $unset: { 'lines.0.setPictures': '' } })
    const { ordering } = await prepareOrder({ client, provider: server.provider }, 'invoice')
    expect(wordsOf(await readCart(setBuyer))).toEqual(['as before'])
    await run(...pictures('reject', '1.jpg'))
    expect(wordsOf(await readCart(setBuyer))).toEqual(['fewer'])
    expect(await client.fail(checkout.transaction, ordering)).toMatchObject({ status: 409, reason: CHANGED })
  })

  it('is one line, if the sets of two who are merged were both in the cart', async () => {
    await grantSubjects(server.app, server.provider, setBuyer.customer._id, [neighbour.subject.uuid])
    await fileActions(setBuyer).set(child().uuid, true)
    await fileActions(setBuyer).set(neighbour.subject.uuid, true)
    await merge()
    expect(wordsOf(await readCart(setBuyer))).toEqual(['as before'])
  })
})
