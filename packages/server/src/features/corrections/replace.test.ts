import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { originalKey, pictureFolder } from '../../imaging/derivatives/pictureFiles.ts'
import { openCopies } from '../../imaging/print/copies.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { picturesOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import type { Picture } from '../jobs/picture.ts'
import { listVersions } from '../jobs/pictures/pictureVersions.ts'
import { ordersOf } from '../orders/collection.ts'
import { earlierFileSweep } from '../orders/earlierFiles.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { replacePicture } from './replacePicture.ts'

/** Two servers on one database. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let buyer: Buyer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-replaced-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  here = await startTestServer({ folder, env, provider: twoGateways() })
  const { mongodbUrl } = here.app.env
  elsewhere = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
  await sellDigitalFiles(here.app, here.provider)
})
afterAll(async () => {
  await elsewhere.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  buyer = await buildBuyer(here)
})

const key = () => here.provider.key
const first = () => buyer.set.pictures.first
const command = (argv: string[]) => runInTerminal(jobsCommand, [...argv, '--provider', key()], here.app)
const replace = (file: string) =>
  command(['pictures', buyer.set.job.uuid, 'replace', '1.jpg', file, '--operator', 'Kim'])
const stored = async (uuid = first().uuid) => (await picturesOf(here.app, key()).findOne({ uuid })) as Picture
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A JPEG in the size of a portrait, of one colour. */
const aJpeg = (colour: string, change: { width?: number; height?: number } = {}) =>
  sharp({ create: { width: 1040, height: 1300, channels: 3, background: colour, ...change } })
    .jpeg()
    .toBuffer()
async function write(name: string, content: Buffer): Promise<string> {
  const path = join(folder, `${randomUUID()}-${name}`)
  await writeFile(path, content)
  return path
}
/** The middle of a picture at an address, as a colour word; null if there is nothing. */
async function colourAt(path: string | undefined, server: TestServer = here): Promise<string | null> {
  const got = await server.client().fetch(path ?? '/')
  return got.status === 200 ? colourOf(got.bytes) : null
}
async function colourOf(bytes: Uint8Array): Promise<string> {
  const { data } = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  if (red > 200 && green < 60) return 'red'
  return blue > 200 && red < 60 ? 'blue' : 'as imported'
}
async function visible(uuid = first().uuid) {
  const { subject } = buyer.set
  const { pictureSet } = await buyer.client.call(pictureSets.get, { subjectUuid: subject.uuid })
  return pictureSet.pictures.find((each) => each.uuid === uuid)
}
const addressIn = (preview: ShownScene | null | undefined, uuid = first().uuid) =>
  Object.entries(preview?.addresses ?? {}).find(([name]) => name.startsWith(uuid))?.[1]['320']
const files = async () => {
  const keys: string[] = []
  for await (const each of here.app.blobs.list(pictureFolder({ provider: key(), uuid: first().uuid }))) keys.push(each)
  return keys
}
async function order(): Promise<string> {
  const { ordering } = await prepareOrder(buyer, 'invoice')
  return (await buyer.client.call(checkout.transaction, ordering)).order.uuid
}
/** The colour of the file from which the first picture of an order is printed. */
async function printedColour(uuid: string): Promise<string> {
  const found = await ordersOf(here.app, key()).findOne({ _id: uuid })
  const [scene] = [...(await frozenScenes(here.app, key(), found as never)).values()]
  if (!scene) throw new Error('There is no scene')
  const nodes = scene.parts.flatMap((part) => part.nodes)
  const node = nodes.find((each) => each.kind === 'picture' && each.picture?.uuid === first().uuid)
  if (node?.kind !== 'picture' || !node.picture) throw new Error('The picture is not in the scene')
  const copies = await openCopies(here.app.blobs, key(), scene)
  return colourOf((await copies.read(node.picture, { width: 1000, height: 1000 })).file)
}
const previewOf = async (uuid: string) => {
  const { orderLines } = await buyer.client.call(orders.get, { orderUuid: uuid })
  return addressIn(orderLines[0]?.preview)
}

it('families see the new file at a new address, on every server, and the old address ends; an undo brings the earlier one back', async () => {
  const before = await visible()
  const { assignment } = await stored()
  expect(await colourAt(before?.display['320'])).toBe('as imported')
  const { code, out } = await replace(await write('red.jpg', await aJpeg('red')))
  expect([code, out]).toEqual([0, expect.stringContaining('Number 1 of the history')])
  expect(out).toContain('lists who could see it (')
  const after = await visible()
  expect([await colourAt(after?.display['320']), await colourAt(after?.plain['960'], elsewhere)]).toEqual([
    'red',
    'red',
  ])
  expect(after?.display['320']).not.toBe(before?.display['320'])
  for (const server of [here, elsewhere])
    await expect.poll(() => colourAt(before?.display['320'], server), { timeout: 3000 }).toBeNull()
  expect((await stored()).assignment).toEqual(assignment)
  expect((await command(['history', buyer.set.job.uuid])).out).toContain('replace  1 picture  Kim')
  expect((await command(['exposure', buyer.set.job.uuid, '1'])).out).toContain(`account  ${buyer.customer.email}`)
  expect((await command(['undo', buyer.set.job.uuid, '1'])).out).toContain('1 picture is as before')
  expect((await visible())?.display['320']).toBe(before?.display['320'])
  await expect.poll(() => colourAt(before?.display['320']), { timeout: 3000 }).toBe('as imported')
  await expect.poll(() => colourAt(after?.display['320']), { timeout: 3000 }).toBeNull()
  expect((await command(['undo', buyer.set.job.uuid, '2'])).code).toBe(0)
  await expect.poll(() => colourAt(after?.display['320']), { timeout: 3000 }).toBe('red')
})

it('the new file is there at once, also in a server that has just shown the earlier one', async () => {
  const { now } = performance
  const time = vi.spyOn(performance, 'now').mockReturnValue(now.call(performance))
  expect(await colourAt((await visible())?.display['320'])).toBe('as imported')
  await replace(await write('red.jpg', await aJpeg('red')))
  expect(await colourAt((await visible())?.display['320'])).toBe('red')
  time.mockRestore()
})

it('an order is printed and shown with the file that was bought, whatever the picture has later', async () => {
  await buyer.add()
  const early = await order()
  await replace(await write('red.jpg', await aJpeg('red')))
  await buyer.add({ name: 'Again' })
  const late = await order()
  await replace(await write('blue.jpg', await aJpeg('blue')))
  expect([await printedColour(early), await printedColour(late)]).toEqual(['as imported', 'red'])
  const previews = [await previewOf(early), await previewOf(late)]
  expect([await colourAt(previews[0]), await colourAt(previews[1])]).toEqual(['as imported', 'red'])
  // The words that make it so are signed, and belong to this customer.
  expect(previews[0]).toContain('&ordered=1')
  expect(await colourAt((await visible())?.display['320']?.replace('&expires', '&ordered=1&expires'))).toBeNull()
  await command(['pictures', buyer.set.job.uuid, 'hide', '1.jpg'])
  await expect.poll(() => colourAt(previews[0]), { timeout: 3000 }).toBeNull()
})

it('the cart says which line looks different, and nobody orders what they have not seen', async () => {
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  await replace(await write('red.jpg', await aJpeg('red')))
  const refused = await buyer.client.fail(checkout.transaction, ordering)
  expect([refused.status, refused.reason]).toEqual([409, 'checkout.cart_changed'])
  const [line] = (await buyer.client.call(carts.get, {})).cart.orderLines
  expect([line?.hasNewPicture, await colourAt(addressIn(line?.preview))]).toEqual([true, 'red'])
  const { newCheckout, ordering: next } = await prepareOrder(buyer, 'invoice')
  expect(newCheckout.cart.orderLines[0]?.hasNewPicture).toBe(true)
  expect((await buyer.client.call(carts.get, {})).cart.orderLines[0]?.hasNewPicture).toBeUndefined()
  const { uuid } = (await buyer.client.call(checkout.transaction, next)).order
  expect(await printedColour(uuid)).toBe('red')
  // A line that is added afterwards is not a surprise, until the replacement is undone.
  await buyer.add()
  expect((await buyer.client.call(carts.get, {})).cart.orderLines[0]?.hasNewPicture).toBeUndefined()
  await command(['undo', buyer.set.job.uuid, '1'])
  expect((await buyer.client.call(carts.get, {})).cart.orderLines[0]?.hasNewPicture).toBe(true)
})

it('a payment that was begun before stays what it was', async () => {
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  const { order: earlier } = await buyer.client.call(checkout.transaction, ordering)
  await replace(await write('red.jpg', await aJpeg('red')))
  expect((await buyer.client.call(checkout.transaction, ordering)).order.uuid).toBe(earlier.uuid)
  expect(await printedColour(earlier.uuid)).toBe('as imported')
  // Who has not paid does not see it: it may show somebody else's child.
  expect(await colourAt(await previewOf(earlier.uuid))).toBe('red')
})

it('a bought download stays the file that was bought, and the set shows the new one as not bought', async () => {
  const { file } = fileActions(buyer)
  await file(first().uuid)
  await order()
  const large = (await visible())?.display['1600']
  expect(await colourAt(large)).toBe('as imported')
  await replace(await write('red.jpg', await aJpeg('red')))
  const download = async () => {
    const { href } = await buyer.client.call(digitalPortraits.ticket, { file: first().uuid })
    return sha((await here.client().fetch(href)).bytes)
  }
  expect(await download()).toBe(first().hash)
  const after = await visible()
  expect([after?.bought, Object.keys(after?.display ?? {}), await colourAt(after?.plain['320'])]).toEqual([
    true,
    ['320', '640', '960'],
    'red',
  ])
  expect(await colourAt(large)).toBe('as imported')
  // Somebody who buys it now gets what it is now, in a set as well.
  const other = await buildBuyer(here)
  await fileActions(other).set(other.set.subject.uuid)
  buyer = other
  await replace(await write('blue.jpg', await aJpeg('blue')))
  await order()
  const { hash } = await stored()
  await command(['undo', buyer.set.job.uuid, '1'])
  expect([await download(), hash === first().hash]).toEqual([hash, false])
})

it('refuses a damaged file, one of another size, and a picture that the job has already', async () => {
  const { job, pictures } = buyer.set
  const jpeg = await aJpeg('red')
  const original = await here.app.blobs.get(originalKey({ provider: key(), uuid: first().uuid }, 'jpeg'))
  const outside = await mkdtemp(join(tmpdir(), 'pk-outside-'))
  await writeFile(join(outside, 'secret.jpg'), jpeg)
  await mkdir(join(folder, 'links'), { recursive: true })
  const link = join(folder, 'links', `${randomUUID()}.jpg`)
  await symlink(join(outside, 'secret.jpg'), link)
  const refused: Array<[string, string]> = [
    [await write('a.jpg', Buffer.from('no photograph')), 'cannot be used'],
    [await write('a.jpg', jpeg.subarray(0, jpeg.length / 2)), 'cannot be used'],
    [await write('a.jpg', Buffer.alloc(0)), 'cannot be used'],
    [
      await write('a.jpg', await aJpeg('red', { width: 520, height: 650 })),
      '520 × 650 pixels and the picture 1040 × 1300',
    ],
    [link, 'is a link to a place outside'],
    [join(folder, 'missing.jpg'), 'cannot be read (ENOENT)'],
    [folder, 'is not a file'],
  ]
  for (const [file, text] of refused) {
    const { code, problem } = await replace(file)
    expect([code, problem]).toEqual([1, expect.stringContaining(text)])
  }
  await replace(await write('red.jpg', jpeg))
  const other = await command(['pictures', job.uuid, 'replace', '2.jpg', await write('b.jpg', jpeg)])
  expect([other.code, other.problem]).toEqual([1, expect.stringContaining('1.jpg has this file already')])
  expect((await replace(await write('red.jpg', jpeg))).out).toContain('Nothing changed: 1.jpg has this file already')
  expect((await command(['pictures', job.uuid, 'replace', '1.jpg'])).code).toBe(2)
  expect((await command(['history', job.uuid])).out.split('\n')).toHaveLength(1)
  expect((await stored(pictures.favourite.uuid)).version).toBeUndefined()
  // With its first file it is as imported again.
  expect((await replace(await write('1.jpg', original as Buffer))).code).toBe(0)
  expect([(await stored()).hash, (await stored()).version]).toEqual([first().hash, undefined])
  await rm(outside, { recursive: true })
})

it('two people who replace it at the same moment get one of the two files, whole', async () => {
  const both = [await aJpeg('red'), await aJpeg('blue')] as const
  const before = await stored()
  const results = await Promise.all([
    replacePicture(here.app, buyer.set.job, before, both[0], 'Kim'),
    replacePicture(elsewhere.app, buyer.set.job, before, both[1], 'Robin'),
  ])
  expect(results.map(({ number }) => number).toSorted()).toEqual([1, 2])
  const { hash, version, ...picture } = await stored()
  const file = await here.app.blobs.get(originalKey({ ...picture, version: version ?? null }, 'jpeg'))
  expect([both.map(sha).includes(hash), sha(file as Buffer)]).toEqual([true, hash])
  expect(await colourAt((await visible())?.display['320'])).toBe(hash === sha(both[0]) ? 'red' : 'blue')
})

it('earlier files go when they cannot come back and nobody has ordered them, and all of them with the child', async () => {
  await replace(await write('red.jpg', await aJpeg('red')))
  await buyer.add()
  const uuid = await order()
  await replace(await write('blue.jpg', await aJpeg('blue')))
  const { version, uuid: picture } = await stored()
  expect(await listVersions(here.app, key(), [picture])).toHaveLength(3)
  await earlierFileSweep.run(here.app)
  expect(await files()).toContain(originalKey({ provider: key(), uuid: picture }, 'jpeg'))
  here.wait(32 * 24 * 60 * 60_000)
  await earlierFileSweep.run(here.app)
  expect(await files()).not.toContain(originalKey({ provider: key(), uuid: picture }, 'jpeg'))
  expect(await files()).toContain(originalKey({ provider: key(), uuid: picture, version: version ?? null }, 'jpeg'))
  expect(await printedColour(uuid)).toBe('red')
  expect((await command(['undo', buyer.set.job.uuid, '1'])).code).toBe(1)
  await ordersOf(here.app, key()).updateOne({ _id: uuid }, { $set: { printed: new Date(), production: 'sent' } })
  const deleted = await deleteSubject(here.app, here.provider, buyer.set.job, buyer.set.subject.uuid)
  expect(deleted.outcome).toBe('deleted')
  expect([await files(), await listVersions(here.app, key(), [picture])]).toEqual([[], []])
})
