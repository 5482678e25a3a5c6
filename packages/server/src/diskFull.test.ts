import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { carts, type NewLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPhotographFile } from './testing/aPhotograph.ts'
import { type Buyer, buildBuyer } from './testing/buildBuyer.ts'
import { type OrderInput, prepareOrder } from './testing/buildCheckout.ts'
import { buildCustomer } from './testing/buildCustomer.ts'
import { freePort } from './testing/buildProcess.ts'
import { buildProvider } from './testing/buildProvider.ts'
import { aMotif, sendFiles } from './testing/buildUpload.ts'
import { type SmallDisk, startOnSmallDisk } from './testing/smallDisk.ts'
import { createTestClient, type TestClient } from './testing/testClient.ts'
import { startTestServer } from './testing/testServer.ts'

/** A shop with a customer who has a cart, on a disk of its own. */
let disk: SmallDisk
let data: string
let buyer: Buyer
let client: TestClient
/** Another customer who sees the same pictures. */
let other: TestClient
let outbox: string
let line: NewLine
const environment = { SECRET: randomBytes(32).toString('hex'), MONGODB_URL: '', NODE_ENV: 'test', LOG_LEVEL: 'silent' }

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'pk-disk-data-'))
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  const shop = await startTestServer({ folder: data, env: environment, provider: { options } })
  buyer = await buildBuyer(shop, { isAddressProved: true })
  await buyer.add()
  line = await buyer.line()
  const stranger = await buildCustomer(shop, { subjects: [buyer.set.subject.uuid] })
  await shop.close()
  const port = String(await freePort())
  disk = await startOnSmallDisk(data, { ...environment, LOG_LEVEL: 'info', PORT: port, ADMIN_PORT: '0' }, 48)
  outbox = join(disk.folder, 'outbox')
  const moved = ({ cookies }: TestClient) => {
    const there = createTestClient(Number(port), shop.provider.key)
    for (const [name, value] of cookies) there.cookies.set(name, value)
    return there
  }
  client = moved(buyer.client)
  other = moved(stranger.client)
})
afterAll(async () => {
  await disk.close()
  await rm(data, { recursive: true, force: true })
})

const readiness = async () => {
  const { status, headers, json } = await client.fetch('/readyz')
  const { data: found } = json() as { data?: { problems: string[] } }
  return { status, problems: found?.problems ?? [], retryAfter: headers['retry-after'] }
}
const linesInCart = async (of = client) => (await of.call(carts.get, {})).cart.orderLines.length
const ownPictures = async () => (await client.call(uploads.recent, {})).length
const ordersPlaced = async () => (await client.call(orders.list, {})).length
const mailsWritten = () => readdir(outbox).catch(() => [] as string[])
const aFile = async () => ({ bytes: await aPhotographFile(aMotif()) })
/** The address of a picture that nobody has requested yet. */
const aPicture = async () => {
  const { pictureSet } = await client.call(pictureSets.get, { subjectUuid: buyer.set.subject.uuid })
  return String(Object.values(pictureSet.pictures[0]?.display ?? {})[0])
}

/**
 * The database has some room in its own files: changes that others make use it up, large ones and then small ones. Returns the
 * number of lines added until nothing was accepted any more.
 */
async function addUntilRefused(): Promise<number> {
  let added = 0
  const add = () => other.send(carts.addLines, { requestId: randomUUID(), lines: [line] })
  for (let answer = await add(); answer.status === 200; answer = await add()) added += 1
  let acceptMail = true
  const change = () => other.send(account.patch, { acceptMail })
  for (let answer = await change(); answer.status === 200; answer = await change()) acceptMail = !acceptMail
  expect(await other.fail(carts.addLines, { requestId: randomUUID(), lines: [line] })).toMatchObject(BUSY)
  expect(await other.fail(account.patch, { acceptMail })).toMatchObject(BUSY)
  return added
}

const BUSY = { status: 503, reason: 'server.unavailable', error: commonFailures['server.unavailable'].text.message }

describe('while the disk is full', () => {
  let ordering: OrderInput
  let picture: string
  beforeAll(async () => {
    ordering = (await prepareOrder({ client, provider: buyer.provider }, 'invoice')).ordering
    picture = await aPicture()
    expect(await readiness()).toMatchObject({ status: 200 })
    await disk.fill()
  })

  it('the server is not ready, and says why in words without a path', async () => {
    await expect.poll(async () => (await readiness()).status).toBe(503)
    const { problems, retryAfter } = await readiness()
    expect(problems).toContain('The data folder cannot be written: its disk is full.')
    expect(problems).toContain('The folder of the pictures cannot be written: its disk is full.')
    expect(problems.join(' ')).not.toContain('/')
    expect(retryAfter).toBe('5')
  })

  it('what is stored is still shown, and a picture is made although it cannot be kept', async () => {
    expect(await linesInCart()).toBe(1)
    const { status, headers, bytes } = await client.fetch(picture)
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(bytes.length).toBeGreaterThan(1000)
  })

  it('an upload, a change of the cart and an order fail with a sentence, and leave nothing half done', async () => {
    const { status, body } = await sendFiles(client, buyer.provider, [await aFile()])
    expect({ status, reason: body.reason, error: body.error }).toEqual(BUSY)
    const before = await linesInCart(other)
    const added = await addUntilRefused()
    expect(await linesInCart(other)).toBe(before + added)
    expect(await client.fail(checkout.transaction, ordering)).toMatchObject(BUSY)
    expect([await linesInCart(), await ownPictures(), await ordersPlaced()]).toEqual([1, 0, 0])
    expect(await mailsWritten()).toEqual([])
  })

  it('everything works again by itself once there is room, and the order is placed once', async () => {
    await disk.clear()
    await expect.poll(async () => (await readiness()).status).toBe(200)
    expect((await sendFiles(client, buyer.provider, [await aFile()])).status).toBe(200)
    expect(await ownPictures()).toBe(1)
    await client.call(checkout.transaction, ordering)
    expect([await linesInCart(), await ordersPlaced()]).toEqual([0, 1])
    await expect.poll(mailsWritten).toHaveLength(1)
    expect((await client.fetch(picture)).status).toBe(200)
  })
})
