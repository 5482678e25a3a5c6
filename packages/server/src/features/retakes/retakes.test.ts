import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { retakes } from '@portraitkit/core/retakes/contract.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { revokeSubject } from '../access/grants.ts'
import { refundOrder } from '../checkout/refunds.ts'
import { picturesOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { ordersCommand } from '../orders/command.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { markOrder } from '../orders/markOrder.ts'
import { orderSightings } from '../orders/orderSightings.ts'
import { exchangeScene } from '../orders/printing/exchangeScene.ts'
import { picturesToPrint } from '../orders/printing/picturesToPrint.ts'
import { printOrder } from '../orders/printing/printOrder.ts'
import { beginPrinting, markPrinted } from '../orders/printing/printRun.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
  folder = await mkdtemp(join(tmpdir(), 'pk-retake-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function buy(buyer: Buyer): Promise<StoredOrder> {
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  return read(order.uuid)
}

const read = async (uuid: string) =>
  (await ordersOf(server.app, server.provider.key).findOne({ _id: uuid })) as StoredOrder

/** A card that was ordered with both portraits, and a retake of the first. */
async function aRetake() {
  const buyer = await buildBuyer(server, { isAddressProved: true })
  const order = await buy(buyer)
  const { retake, taken } = await buildRetake(server.app, server.provider, buyer.set)
  const list = () => buyer.client.call(retakes.list, {})
  const printOf = async () => {
    const [print] = (await list()).flatMap(({ prints }) => prints)
    if (!print) throw new Error('There is no print to decide about')
    return print
  }
  const decide = async (decision: 'keep' | 'exchange', change: object = {}) => {
    const { key, ordered, exchanged } = await printOf()
    const { hash } = decision === 'keep' ? ordered : exchanged
    return buyer.client.call(retakes.decide, {
      retakeUuid: retake.uuid,
      order: order._id,
      key,
      hash,
      decision,
      ...change,
    })
  }
  /** The pictures of the scene that the lab would print now. */
  const printed = async () => picturesIn(await frozenScenes(server.app, server.provider.key, await read(order._id)))
  return { buyer, order, retake, taken, list, printOf, decide, printed }
}

const picturesIn = (scenes: ReadonlyMap<string, Scene>) =>
  [...scenes.values()].flatMap(({ parts }) =>
    parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'picture' ? (node.picture?.uuid ?? []) : []))),
  )

const print = async (order: StoredOrder, run: string) =>
  printOrder(server.app, server.provider, await read(order._id), {
    run,
    folder: join(folder, randomUUID()),
    as: 'jpeg',
    earlier: [],
    onPrint: async () => {},
  })

describe('a retake', () => {
  it('is shown to who has ordered the earlier picture: as ordered, and as it would be', async () => {
    const { buyer, order, retake, taken, list } = await aRetake()
    const { first, favourite } = buyer.set.pictures
    const [listed, ...others] = await list()
    expect(others).toEqual([])
    expect(listed).toMatchObject({ uuid: retake.uuid, subject: { name: buyer.set.subject.name } })
    const [only, ...more] = listed?.prints ?? []
    expect(more).toEqual([])
    expect(only).toMatchObject({ order: order._id, copies: 1, decision: null, isProduced: false })
    expect(picturesIn(new Map([['ordered', only?.ordered.scene as Scene]]))).toEqual([first.uuid, favourite.uuid])
    expect(picturesIn(new Map([['exchanged', only?.exchanged.scene as Scene]]))).toEqual([taken.uuid, favourite.uuid])
    expect(Object.keys(only?.exchanged.addresses ?? {})).toContain(taken.uuid)
  })

  it('keeps the print without a decision, and exchanges it by the scene that the customer saw; the first one stays on record', async () => {
    const { buyer, order, taken, decide, printed, printOf } = await aRetake()
    const { first, favourite } = buyer.set.pictures
    expect(await printed()).toEqual([first.uuid, favourite.uuid])
    await expect(decide('exchange', { hash: 'another' })).rejects.toThrow('retakes.changed')
    expect(await printed()).toEqual([first.uuid, favourite.uuid])
    const { hash } = (await printOf()).exchanged
    await decide('exchange')
    await decide('exchange')
    expect(await printed()).toEqual([taken.uuid, favourite.uuid])
    expect((await printOf()).decision).toBe('exchange')
    const receipt = await buyer.client.call(orders.get, { orderUuid: order._id })
    expect(receipt.orderLines[0]?.preview?.hash).toBe(hash)
    const stored = await server.app.db.collection('orderScenes').find({ order: order._id }).toArray()
    expect(stored).toHaveLength(2)
  })

  it('can be taken back until the lab begins, and nothing is owed', async () => {
    const { buyer, order, decide, printed, printOf } = await aRetake()
    const before = await printed()
    await decide('exchange')
    await decide('keep')
    expect(await printed()).toEqual(before)
    expect((await printOf()).decision).toBe('keep')
    await print(order, 'a run')
    expect(await reprints(buyer)).toEqual([])
  })

  it('of a print that was produced is a reprint with its reason, until a later run has printed it', async () => {
    const { buyer, order, taken, decide, printed, printOf } = await aRetake()
    await print(order, 'first')
    expect((await printOf()).isProduced).toBe(true)
    await decide('exchange')
    expect(await reprints(buyer)).toEqual([expect.stringMatching(/ {2}1 {2}.* {2}1 copy {2}retake 1, eyes closed$/)])
    expect(await picturesToPrint(server.app, server.provider.key, [buyer.set.subject.uuid])).toContain(taken.uuid)
    await print(order, 'second')
    expect(await printed()).toContain(taken.uuid)
    expect(await reprints(buyer)).toEqual([])
    expect(await picturesToPrint(server.app, server.provider.key, [buyer.set.subject.uuid])).toEqual([])
  })

  it('is printed again by the very command that has printed the earlier picture', async () => {
    const { buyer, order, decide } = await aRetake()
    const out = join(folder, randomUUID())
    const printByCommand = async () => {
      const options = ['--out', out, '--as', 'jpeg', '--provider', server.provider.key]
      const { code } = await runInTerminal(ordersCommand, ['print', order._id, ...options], server.app)
      expect(code).toBe(0)
      const files = (await readdir(out)).filter((file) => file.endsWith('.jpg')).toSorted()
      return Promise.all(files.map((file) => readFile(join(out, file))))
    }
    const [first] = await printByCommand()
    await decide('exchange')
    expect(await reprints(buyer)).toHaveLength(1)
    server.wait(1000)
    const [second] = await printByCommand()
    expect(first && second?.equals(first)).toBe(false)
    expect(await reprints(buyer)).toEqual([])
  })

  it('that comes while the lab prints is a reprint, also if the run is continued after a crash', async () => {
    const { buyer, order, taken, decide } = await aRetake()
    const { app, provider } = server
    await beginPrinting(app, provider.key, order._id, 'killed')
    await decide('exchange')
    const continued = await beginPrinting(app, provider.key, order._id, 'killed')
    if (!continued) throw new Error('The order is missing')
    expect(picturesIn(await frozenScenes(app, provider.key, continued))).not.toContain(taken.uuid)
    await markPrinted(app, provider.key, continued)
    expect(await reprints(buyer)).toHaveLength(1)
  })

  it('of an order that was sent without a run is a reprint too, and exchanging back owes nothing', async () => {
    const { buyer, order, decide } = await aRetake()
    await markOrder(server.app, server.provider, order, 'sent')
    await decide('exchange')
    expect(await reprints(buyer)).toHaveLength(1)
    await decide('keep')
    expect(await reprints(buyer)).toEqual([])
  })

  it('and the lab at the same moment: what the run does not print is a reprint', async () => {
    const { buyer, order, retake, taken, decide, printOf } = await aRetake()
    const { app, provider } = server
    await decide('exchange')
    await decide('keep')
    const { key: line, exchanged } = await printOf()
    let current: StoredOrder | null = null
    // The lab begins between the moment when the order is read and the one when the exchange is written.
    const busy = beforeUpdate(app, 'orders', async () => {
      current ??= await beginPrinting(app, provider.key, order._id, 'a run')
    })
    const applied = [{ retake: retake.uuid, pictures: retake.pictures }]
    const exchange = { line, retake: retake.uuid, scene: exchanged.hash, applied }
    const from = (await read(order._id)).exchanges?.at(-1)
    expect(await exchangeScene(busy, provider.key, order._id, exchange, from)).toBe('late')
    // A run that is continued prints what it has printed before.
    const continued = await beginPrinting(app, provider.key, order._id, 'a run')
    if (!continued) throw new Error('The order is missing')
    expect(continued).toEqual(current)
    expect(picturesIn(await frozenScenes(app, provider.key, continued))).not.toContain(taken.uuid)
    await markPrinted(app, provider.key, continued)
    expect(await reprints(buyer)).toHaveLength(1)
  })

  it('stays owed if a run that began before it ends after another one, until a run has printed it', async () => {
    const { buyer, order, decide } = await aRetake()
    const { app, provider } = server
    const begin = async (run: string) => {
      const current = await beginPrinting(app, provider.key, order._id, run)
      if (!current) throw new Error('The order is missing')
      return current
    }
    await begin('killed')
    await markPrinted(app, provider.key, await begin('other'))
    await decide('exchange')
    await markPrinted(app, provider.key, await begin('killed'))
    expect(await reprints(buyer)).toHaveLength(1)
    const later = await begin('later')
    await markPrinted(app, provider.key, await begin('killed'))
    expect(await reprints(buyer)).toHaveLength(1)
    await markPrinted(app, provider.key, later)
    await markPrinted(app, provider.key, await begin('killed'))
    expect(await reprints(buyer)).toEqual([])
  })

  it('is among what an order has seen of a picture, since the exchange and as long as it was ordered before', async () => {
    const { buyer, order, taken, decide } = await aRetake()
    const { app, provider } = server
    const { subject, pictures } = buyer.set
    server.wait(60_000)
    const between = app.clock()
    server.wait(60_000)
    await decide('exchange')
    const seen = async (picture: string, from: Date, until: Date) =>
      (await orderSightings(app, provider.key, { pictures: [picture], subjects: [subject.uuid], from, until })).length
    const [start, end] = [new Date(0), new Date(app.clock().getTime() + 60_000)]
    expect(order.confirmTime?.getTime()).toBeLessThan(between.getTime())
    expect([await seen(taken.uuid, between, end), await seen(taken.uuid, start, between)]).toEqual([1, 0])
    const first = pictures.first.uuid
    expect([await seen(first, start, between), await seen(first, between, end)]).toEqual([1, 0])
  })

  it('is nobody else’s: not a stranger’s, not of a revoked set, a refunded order, a withdrawn child or a hidden picture', async () => {
    const { buyer, order, retake, decide, printOf, list } = await aRetake()
    const { key, exchanged } = await printOf()
    const input = {
      retakeUuid: retake.uuid,
      order: order._id,
      key,
      hash: exchanged.hash,
      decision: 'exchange' as const,
    }
    const stranger = await buildCustomer(server, { subjects: [buyer.set.subject.uuid] })
    expect(await stranger.client.call(retakes.list, {})).toEqual([])
    await expect(stranger.client.call(retakes.decide, input)).rejects.toThrow('retakes.unknown')
    await revokeSubject(server.app, server.provider, buyer.customer._id, buyer.set.subject.uuid)
    expect(await list()).toEqual([])
    await expect(buyer.client.call(retakes.decide, input)).rejects.toThrow('retakes.unknown')

    const refunded = await aRetake()
    await refundOrder(server.app, server.provider, refunded.order)
    expect(await refunded.list()).toEqual([])

    const left = await aRetake()
    await withdrawSubject(server.app, left.buyer.set.job, left.buyer.set.subject.uuid, { by: null })
    expect(await left.list()).toEqual([])

    const rejected = await aRetake()
    const pictures = picturesOf(server.app, server.provider.key)
    await pictures.updateOne({ uuid: rejected.taken.uuid }, { $set: { 'assignment.to': 'rejected' } })
    server.wait(2000)
    expect(await rejected.list()).toEqual([])
    await expect(decide('exchange')).rejects.toThrow()
  })

  it('is over after its last day, or when it is called off; what was decided stays', async () => {
    const { buyer, retake, taken, decide, printed, list, printOf } = await aRetake()
    await decide('exchange')
    const { key, ordered, order } = await printOf()
    server.wait(16 * 24 * 60 * 60_000)
    expect(await list()).toEqual([])
    const late = { retakeUuid: retake.uuid, order, key, hash: ordered.hash, decision: 'keep' as const }
    await expect(buyer.client.call(retakes.decide, late)).rejects.toThrow('retakes.over')
    expect(await printed()).toContain(taken.uuid)

    const off = await aRetake()
    expect((await run(off.buyer, 'retakes', ['call-off', '1'])).code).toBe(0)
    expect(await off.list()).toEqual([])
    expect((await run(off.buyer, 'retakes', ['call-off', '1'])).code).toBe(1)
  })
})

/** The lines of the reprints that `jobs retakes` lists. */
async function reprints(buyer: Buyer): Promise<string[]> {
  const { lines } = await run(buyer, 'retakes', [])
  const at = lines.findIndex((line) => line.includes('To print again'))
  return at < 0 ? [] : lines.slice(at + 1)
}

const run = ({ set }: Buyer, what: string, rest: string[]) =>
  runInTerminal(jobsCommand, [what, set.job.uuid, ...rest, '--provider', server.provider.key], server.app)

describe('jobs retake', () => {
  /** A bought card, and a new picture of the child that no retake names yet. */
  async function aNewPicture() {
    const buyer = await buildBuyer(server, { isAddressProved: true })
    await buy(buyer)
    const { taken } = await buildRetake(server.app, server.provider, buyer.set)
    await server.app.db.collection('retakes').deleteMany({ jobUuid: buyer.set.job.uuid })
    return { buyer, taken, key: buyer.set.subject.key }
  }

  it('asks the buyer by email until the day, once, and tells the other parent of the new pictures', async () => {
    const { buyer, key } = await aNewPicture()
    const other = await buildCustomer(server, { subjects: [buyer.set.subject.uuid], isAddressProved: true })
    const { code, lines } = await run(buyer, 'retake', [key, '1.jpg=retake.jpg', '--reason', 'eyes closed'])
    expect({ code, lines }).toEqual({ code: 0, lines: [expect.stringContaining('3 emails to families')] })
    const mails = server.app.db.collection<StoredMail>('mails')
    const to = async (email: string) =>
      (await mails.find({ to: email }).toArray()).filter(({ _id }) => _id.includes(' retake '))
    expect((await to(buyer.customer.email))[0]?.text).toMatch(
      /Until .* you can have them made[\s\S]*\/my-account\/new-pictures/,
    )
    expect((await to(other.customer.email))[0]?.text).not.toMatch(/Until/)
    expect((await to(other.customer.email))[0]?.text).toContain(`/my-account/picture-sets/${buyer.set.subject.uuid}`)
    expect((await buyer.client.call(retakes.list, {})).map(({ prints }) => prints.length)).toEqual([1])
  })

  it('refuses what cannot be a retake, and stores nothing', async () => {
    const { buyer, key } = await aNewPicture()
    const refused = async (...rest: string[]) => {
      const { code, lines } = await run(buyer, 'retake', rest)
      expect(code).toBeGreaterThan(0)
      return lines.join(' ')
    }
    expect(await refused(key)).toContain('Name at least one picture with its retake')
    expect(await refused(key, '1.jpg')).toContain('is not a pair')
    expect(await refused(key, '1.jpg=1.jpg')).toContain('its own retake')
    expect(await refused(key, '1.jpg=none.jpg')).toContain('no picture "none.jpg"')
    expect(await refused(key, '1.jpg=group.jpg')).toContain('not a picture of')
    expect(await refused(key, 'group.jpg=retake.jpg')).toContain('not a picture of')
    expect(await refused(key, '1.jpg=retake.jpg', '1.jpg=2.jpg')).toContain('one retake')
    expect(await refused(key, '1.jpg=retake.jpg', '--until', '2020-01-01')).toContain('in the past')
    expect(await refused(key, '1.jpg=retake.jpg', '--until', 'soon')).toContain('not a day')
    expect(await server.app.db.collection('retakes').countDocuments({ jobUuid: buyer.set.job.uuid })).toBe(0)
  })
})
