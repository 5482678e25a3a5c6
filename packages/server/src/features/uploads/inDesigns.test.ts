import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { Resource } from '@portraitkit/core/template/design.ts'
import { type OwnPicture, uploads } from '@portraitkit/core/uploads/contract.ts'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { printScene } from '../../imaging/print/printScene.ts'
import { type Buyer, buildBuyer, resourcesOf } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { blobsBelow, buildUpload } from '../../testing/buildUpload.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { uploadsOf } from './collection.ts'
import { deleteDueUploads } from './deleteUploads.ts'

let server: TestServer
let buyer: Buyer
let picture: OwnPicture

beforeAll(async () => {
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  server = await startTestServer({ provider: { options, ...twoGateways() } })
})
afterAll(() => server.close())
beforeEach(async () => {
  buyer = await buildBuyer(server)
  picture = await buildUpload(buyer.client, server.provider)
})

/** Both slots of the card: the customer's own picture in the large one. */
function withOwn({ uuid, width, height } = picture, { set } = buyer): Resource[] {
  return resourcesOf(set, 'Emma').map((resource) =>
    resource.type === 'IMAGE' && resource.fullId === 'front.large' && resource.image
      ? {
          ...resource,
          image: { ...resource.image, uuid, width, height, cropRect: { x: 0, y: 100, width, height: 615 } },
        }
      : resource,
  )
}

const sceneOf = ({ client, template, set } = buyer, resources = withOwn()) => {
  const { uuid, version } = template.definition
  return client.call(templates.scenes, {
    scenes: [{ template: { uuid, version }, subject: set.subject.uuid, resources }],
  })
}
const addOwn = () => buyer.add({ templateData: { userResources: withOwn(), year: null } })
const files = () => blobsBelow(server.app.blobs, `${server.provider.key}/pictures/${picture.uuid}`)
const remove = () => buyer.client.call(uploads.remove, { uuid: picture.uuid })

async function order(): Promise<string> {
  const { ordering } = await prepareOrder(buyer, 'invoice')
  return (await buyer.client.call(checkout.transaction, ordering)).order.uuid
}

/** Runs the background work some time later. */
async function runBackgroundAfter(ms: number) {
  server.wait(ms)
  await deleteDueUploads(server.app)
}
const MINUTES = 60_000
const DAY = 24 * 60 * MINUTES

describe('an uploaded picture in a design', () => {
  it('is shown without a watermark in every size, at addresses that are useless to others', async () => {
    const { scenes } = await sceneOf()
    const addresses = scenes[0]?.addresses[picture.uuid] ?? {}
    expect(Object.keys(addresses)).toEqual(['320', '640', '960', '1600'])
    expect(new URL(addresses[640] ?? '', server.url).searchParams.get('watermark')).toBe('0')
    const got = await buyer.client.fetch(addresses[640] ?? '')
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await buyer.client.fetch(addresses[640]?.replace('size=640', 'size=1600') ?? '')).status).toBe(404)
  })

  it('of another customer is refused in scenes, designs and the cart', async () => {
    const stranger = await buildCustomer(server, { subjects: [buyer.set.subject.uuid] })
    const { uuid, version } = buyer.template.definition
    const content = { template: { uuid, version }, subject: buyer.set.subject.uuid, resources: withOwn() }
    const refused = { status: 404, reason: 'picture-sets.unknown' }
    expect(await stranger.client.fail(templates.scenes, { scenes: [content] })).toMatchObject(refused)
    const design = { uuid: randomUUID(), version: 0, product: buyer.template.product.uuid, content }
    expect(await stranger.client.fail(editor.saveDesign, design)).toMatchObject(refused)
    const line = await buyer.line({ templateData: { userResources: withOwn(), year: null } })
    const lines = { requestId: randomUUID(), lines: [line] }
    expect(await stranger.client.fail(carts.addLines, lines)).toMatchObject(refused)
    expect(await server.client().fail(templates.scenes, { scenes: [{ ...content, subject: null }] })).toMatchObject(
      refused,
    )
  })

  it('has its real size, whatever a browser says', async () => {
    const { uuid, version } = buyer.template.definition
    const grown = { ...picture, width: 8000, height: 10_000 }
    const content = { template: { uuid, version }, subject: buyer.set.subject.uuid, resources: withOwn(grown) }
    expect((await buyer.client.fail(templates.scenes, { scenes: [content] })).reason).toBe('input.invalid')
  })

  it('is bought and printed, also without any picture set', async () => {
    const cart = await addOwn()
    expect(cart.orderLines.filter(({ type }) => type === 0)).toHaveLength(1)
    expectColour(await printedColour(await order()), await colourOf(picture))
  })
})

describe('a picture that its customer deletes', () => {
  it('is not in any list, and its files are deleted soon', async () => {
    const { scenes } = await sceneOf()
    const address = scenes[0]?.addresses[picture.uuid]?.[640] ?? ''
    await remove()
    expect(await buyer.client.call(uploads.recent, {})).toEqual([])
    expect((await buyer.client.fail(uploads.remove, { uuid: picture.uuid })).reason).toBe('uploads.unknown')
    await runBackgroundAfter(MINUTES)
    expect((await files()).length).toBeGreaterThan(0)
    await runBackgroundAfter(5 * MINUTES)
    expect(await files()).toEqual([])
    expect(await uploadsOf(server.app, server.provider.key).count({ customer: buyer.customer._id })).toBe(0)
    await expect.poll(async () => (await buyer.client.fetch(address)).status).toBe(404)
    expect((await buyer.client.fetch(picture.plain[320] ?? '')).status).toBe(404)
  })

  it('stays on the card in the cart, and is deleted with it', async () => {
    const cart = await addOwn()
    await remove()
    await runBackgroundAfter(6 * MINUTES)
    const designLine = (await buyer.client.call(carts.get, {})).cart.orderLines[0]
    const address = designLine?.preview?.addresses[picture.uuid]?.[320] ?? ''
    expect((await buyer.client.fetch(address)).status).toBe(200)
    const [line] = cart.orderLines
    await buyer.client.call(carts.deleteLine, { uuid: line?.uuid ?? '', requestId: randomUUID() })
    await runBackgroundAfter(6 * MINUTES)
    expect((await files()).length).toBeGreaterThan(0)
    await runBackgroundAfter(DAY)
    expect(await files()).toEqual([])
  })

  it('stays in an unfinished design', async () => {
    const { uuid, version } = buyer.template.definition
    const content = { template: { uuid, version }, subject: buyer.set.subject.uuid, resources: withOwn() }
    const design = { uuid: randomUUID(), version: 0, product: buyer.template.product.uuid, content }
    await buyer.client.call(editor.saveDesign, design)
    await remove()
    await runBackgroundAfter(6 * MINUTES)
    await sceneOf()
    expect((await files()).length).toBeGreaterThan(0)
  })

  it('can be printed as long as an order has it', async () => {
    await addOwn()
    const uuid = await order()
    const colour = await colourOf(picture)
    await remove()
    await runBackgroundAfter(6 * MINUTES)
    await runBackgroundAfter(30 * DAY)
    expectColour(await printedColour(uuid), colour)
    await buyer.client.call(account.signIn, { email: buyer.customer.email, password: buyer.password })
    const { orderLines } = await buyer.client.call(orders.get, { orderUuid: uuid })
    const address = orderLines[0]?.preview?.addresses[picture.uuid]?.[320] ?? ''
    expect((await buyer.client.fetch(address)).status).toBe(200)
  })

  it('may be uploaded again, and is a new picture then', async () => {
    await addOwn()
    await remove()
    const again = await buildUpload(buyer.client, server.provider)
    expect(again.uuid).not.toBe(picture.uuid)
    expect((await buyer.client.call(uploads.recent, {})).map(({ uuid }) => uuid)).toEqual([again.uuid])
  })
})

describe('a customer', () => {
  it('gets everything stored about the pictures in the export', async () => {
    const { data } = await buyer.client.call(profile.export, { password: buyer.password })
    expect((data as { uploads: unknown[] }).uploads).toMatchObject([{ uuid: picture.uuid, width: 800, height: 1000 }])
  })

  it('who deletes the account leaves only pictures that an order is printed from', async () => {
    const other = await buildUpload(buyer.client, server.provider)
    await addOwn()
    const uuid = await order()
    await addOwn()
    await buyer.client.call(profile.delete, { password: buyer.password })
    expect(await uploadsOf(server.app, server.provider.key).count({ customer: buyer.customer._id })).toBe(0)
    const blobs = blobsBelow(server.app.blobs, `${server.provider.key}/pictures/${other.uuid}`)
    expect(await blobs).toEqual([])
    expectColour(await printedColour(uuid), await colourOf(picture))
  })
})

/** A mean may be at the edge of two steps. */
function expectColour(printed: readonly number[], uploaded: readonly number[]): void {
  const differences = printed.map((step, at) => Math.abs(step - (uploaded[at] ?? 0)))
  expect(Math.max(...differences), `${printed} instead of ${uploaded}`).toBeLessThanOrEqual(1)
}

/** The rough colour of the print in the middle of the large slot. */
async function printedColour(orderUuid: string): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-own-'))
  const [scene] = (await frozenScenes(server.app, server.provider.key, { _id: orderUuid })).values()
  if (!scene) throw new Error('The order has no scene')
  const [file] = await printScene(server.app, server.provider.key, scene, folder)
  // the slot is at 10, 10 mm after a bleed of 3 mm
  const at = Math.round((13 * 300) / 25.4)
  const cut = sharp(file?.path).extract({ left: at + 40, top: at + 700, width: 60, height: 60 })
  const mean = await meanOf(cut)
  await rm(folder, { recursive: true })
  return mean
}

/** The same place of the picture as it was uploaded. */
async function colourOf({ uuid }: OwnPicture): Promise<number[]> {
  const file = await server.app.blobs.get(`${server.provider.key}/pictures/${uuid}/working.jpeg`)
  if (!file) throw new Error('The picture is gone')
  return meanOf(placeOf(sharp(file)))
}

/** 1 pixel of the picture is 1535 / 800 pixels of print; the crop begins at 100. */
const placeOf = (image: Sharp) => {
  const scale = 800 / 1535
  const size = Math.round(60 * scale)
  return image.extract({ left: Math.round(40 * scale), top: Math.round(100 + 700 * scale), width: size, height: size })
}

/** In steps of 8: JPEG is not exact. The steps are where the motif has no colour; its colours are halves and wholes. */
async function meanOf(image: Sharp): Promise<number[]> {
  const { channels } = await sharp(await image.png().toBuffer()).stats()
  return channels.map(({ mean }) => Math.round((mean + 0.27) / 8))
}
