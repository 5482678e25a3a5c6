import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { shaper } from '../template/fonts/fonts.ts'
import { ordersOf } from './collection.ts'
import { ordersCommand } from './command.ts'
import { orderSheet, orderSheetJsonSchema } from './printing/orderSheetSchema.ts'

let shop: TestServer
let seller: Buyer
/** Three placed orders, the oldest first, and one that waits for its payment. */
const placed: string[] = []
let waiting: string

beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
  seller = await buildBuyer(shop)
  for (const comment of ['first', 'Line one\nline two \u001b[31mred\u202e\u009b', 'third'])
    placed.push(await order('invoice', comment))
  waiting = await order('sandbox', '')
})
afterAll(() => shop.close())

async function order(gateway: 'invoice' | 'sandbox', comment: string): Promise<string> {
  const built = await buildCustomer(shop, { subjects: [seller.set.subject.uuid] })
  const lines = [await seller.line({ quantity: 2 }), await seller.line({ name: 'Grandma' })]
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await prepareOrder({ ...seller, ...built }, gateway, { comment })
  const answer = await built.client.call(checkout.transaction, ordering)
  shop.wait(1000)
  return answer.order.uuid
}

const run = (...argv: string[]) => runInTerminal(ordersCommand, argv, shop.app)
const ours = () => ['--provider', shop.provider.key]
const numberOf = (uuid: string) => `#${uuid.slice(0, 8)}`

describe('orders list', () => {
  it('shows the placed orders, the newest first, page by page', async () => {
    const first = await run('list', ...ours(), '--limit', '2')
    expect(first.code).toBe(0)
    expect(first.out.match(/#[0-9a-f]{8}/g)).toEqual([placed[2], placed[1]].map((uuid) => numberOf(uuid as string)))
    expect(first.out).toContain('2 of 3 orders, page 1 of 2.')
    expect(first.out).toContain('$16.92')
    const second = await run('list', ...ours(), '--limit', '2', '--page', '2')
    expect(second.out.match(/#[0-9a-f]{8}/g)).toEqual([numberOf(placed[0] as string)])
  })

  it('filters by day and production, and shows those that wait for their payment', async () => {
    const today = shop.app.clock().toISOString().slice(0, 10)
    expect((await run('list', ...ours(), '--from', today, '--to', today)).out).toContain('3 of 3')
    expect((await run('list', ...ours(), '--from', '2100-01-01')).out).toContain('0 of 0')
    expect((await run('list', ...ours(), '--production', 'sent')).out).toContain('0 of 0')
    const { out } = await run('list', ...ours(), '--waiting', '--json')
    expect(JSON.parse(out)).toMatchObject([{ uuid: waiting, payment: 'awaiting', pieces: 3 }])
  })

  it('continues after an order, whatever has been placed meanwhile', async () => {
    const [oldest = '', middle = '', newest = ''] = placed
    const after = await run('list', ...ours(), '--after', numberOf(newest), '--limit', '1')
    expect(after.out.match(/#[0-9a-f]{8}/g)).toEqual([numberOf(middle), numberOf(newest)])
    expect(after.out).toContain(`1 order after ${numberOf(newest)}.`)
    const json = await run('list', ...ours(), '--after', newest, '--production', 'new', '--json')
    expect(JSON.parse(json.out)).toMatchObject([{ uuid: middle }, { uuid: oldest }])
    expect((await run('list', ...ours(), '--after', oldest)).out).toBe(`0 orders after ${numberOf(oldest)}.`)
    expect((await run('list', ...ours(), '--waiting', '--after', waiting)).out).toContain('0 orders')
    const confused = await run('list', ...ours(), '--after', waiting)
    expect(confused).toMatchObject({ code: 1, problem: expect.stringContaining('waits for its payment') })
    expect(await run('list', ...ours(), '--after', newest, '--page', '2')).toMatchObject({ code: 2 })
  })

  it('reports clearly what it cannot do', async () => {
    expect(await run('list')).toMatchObject({ code: 2, problem: expect.stringContaining('--provider') })
    expect(await run('list', '--provider', 'nobody')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('nobody'),
    })
    expect(await run('list', ...ours(), '--from', '2026-02-31')).toMatchObject({ code: 2 })
    for (const json of [[], ['--json']]) {
      const beyond = await run('list', ...ours(), '--page', '9', ...json)
      expect(beyond).toMatchObject({ code: 1, out: '', problem: 'There is no page 9: the last one is page 1.' })
    }
    expect(await run('list', ...ours(), '--limit', '0')).toMatchObject({ code: 2 })
    expect(await run('list', ...ours(), '--production', 'gone')).toMatchObject({ code: 2 })
    expect(await run('list', '--wrong')).toMatchObject({ code: 2 })
    expect(await run('lost')).toMatchObject({ code: 2, problem: expect.stringContaining('orders lost') })
    expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('Usage') })
    expect(await run('--help')).toMatchObject({ code: 0 })
  })
})

describe('orders show', () => {
  it('shows all details, without control characters', async () => {
    const [, uuid = ''] = placed
    const { code, out } = await run('show', numberOf(uuid))
    expect(code).toBe(0)
    for (const part of [
      uuid,
      'Anna Carter',
      '12 Maple Street',
      '2 x Card 15x15',
      '3.99',
      '$16.92',
      'By post (postage), within 5 business days',
      '              New York, 10001\n',
      'line two',
    ]) {
      expect(out).toContain(part)
    }
    expect(out).toContain('invoice $16.92 paid')
    expect((await run('show', waiting)).out).toContain('  placed      not yet\n')
    const orders = ordersOf(shop.app, shop.provider.key)
    await orders.updateOne({ _id: uuid }, { $set: { 'content.delivery.days': 1 } })
    expect((await run('show', uuid)).out).toContain('within 1 business day\n')
    await orders.updateOne({ _id: uuid }, { $set: { 'content.delivery.days': 5 } })
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    const json = (await run('show', uuid, '--json')).out
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    expect(JSON.parse(json)).toMatchObject({ _id: uuid, content: { totalPrice: 1692, hasPersonalId: false } })
  })

  it('reports clearly what it does not find', async () => {
    expect(await run('show', '#00000000')).toMatchObject({ code: 1, problem: 'There is no order #00000000.' })
    expect(await run('show')).toMatchObject({ code: 2 })
    expect(await run('show', '../../etc')).toMatchObject({ code: 2 })
    const twin = { ...(await ordersOf(shop.app, shop.provider.key).findOne({ _id: placed[0] as string })) }
    const uuid = `${placed[0]?.slice(0, 8)}${randomUUID().slice(8)}`
    await ordersOf(shop.app, shop.provider.key).insertOne({ ...twin, _id: uuid, bought: [uuid] } as never)
    expect(await run('show', numberOf(uuid))).toMatchObject({ code: 1, problem: expect.stringContaining(uuid) })
    expect((await run('show', uuid)).code).toBe(0)
    await ordersOf(shop.app, shop.provider.key).deleteOne({ _id: uuid })
  })
})

describe('orders print', () => {
  it('writes a folder for the lab: a document per line, a print-ready file per part and a sheet', async () => {
    const out = await mkdtemp(join(tmpdir(), 'pk-print-'))
    const [uuid = ''] = placed
    const { code, out: output } = await run('print', uuid, '--out', out)
    expect(code).toBe(0)
    expect((await readdir(out)).sort()).toEqual(['1-front.jpg', '1.pdf', '2-front.jpg', '2.pdf', 'order.json'])
    expect(output.split('\n')).toHaveLength(5)
    // 15 cm and 3 mm of bleed on each side, at 300 dpi.
    const { width, height, density } = await sharp(join(out, '1-front.jpg')).metadata()
    expect([width, height, density]).toEqual([1843, 1843, 300])
    const sheet = JSON.parse(await readFile(join(out, 'order.json'), 'utf8'))
    expect(sheet).toMatchObject({
      order: numberOf(uuid),
      contact: { name: 'Anna Carter' },
      lines: [
        {
          position: 1,
          copies: 2,
          product: 'Card 15x15',
          pdf: '1.pdf',
          files: [{ part: 'front', file: '1-front.jpg', width: 1843 }],
        },
        { position: 2, copies: 1, trim: { width: 150, height: 150 }, bleed: 3 },
      ],
    })
    expect(() => z.strictObject(orderSheet().shape).parse(sheet)).not.toThrow()
    await rm(out, { recursive: true })
  })

  it('publishes the schema of the sheet', async () => {
    const { code, out } = await run('schema')
    expect([code, JSON.parse(out)]).toEqual([0, orderSheetJsonSchema()])
  })

  it('writes only documents or only files on request', async () => {
    const [uuid = ''] = placed
    for (const [kind, written] of [
      ['pdf', ['1.pdf', '2.pdf', 'order.json']],
      ['jpeg', ['1-front.jpg', '2-front.jpg', 'order.json']],
    ] as const) {
      const out = await mkdtemp(join(tmpdir(), 'pk-print-'))
      expect((await run('print', uuid, '--as', kind, '--out', out)).code).toBe(0)
      expect((await readdir(out)).sort()).toEqual(written)
      await rm(out, { recursive: true })
    }
    expect(await run('print', uuid, '--as', 'gif')).toMatchObject({ code: 2, problem: expect.stringContaining('gif') })
    const problem = `${import.meta.filename} cannot be written (EEXIST). Nothing was printed.`
    expect(await run('print', uuid, '--out', import.meta.filename)).toMatchObject({ code: 1, problem })
  })

  it('writes the same bytes after the template was changed and letters were removed from the fonts', async () => {
    const [uuid = ''] = placed
    const print = async () => {
      const out = await mkdtemp(join(tmpdir(), 'pk-print-'))
      expect((await run('print', uuid, '--out', out)).code).toBe(0)
      const files = (await readdir(out)).filter((name) => !name.endsWith('.json')).sort()
      const bytes = await Promise.all(files.map((name) => readFile(join(out, name))))
      await rm(out, { recursive: true })
      return { files, bytes }
    }
    const before = await print()
    const lost = vi.spyOn(shaper(), 'shape').mockReturnValue({ glyphs: [], fonts: [], missing: [] })
    const { modifiedCount } = await shop.app.db
      .collection('templates')
      .updateMany({}, { $set: { 'definition.parts': [], 'definition.trimBox': { width: 1, height: 1 } } })
    const after = await print()
    lost.mockRestore()
    expect(modifiedCount).toBeGreaterThan(0)
    expect(before.files).toEqual(['1-front.jpg', '1.pdf', '2-front.jpg', '2.pdf'])
    expect(after.bytes.map((bytes, index) => bytes.equals(before.bytes[index] as Buffer))).toEqual(Array(4).fill(true))
  })

  it('writes into the data folder by default', async () => {
    const [, , uuid = ''] = placed
    expect((await run('print', uuid, ...ours())).code).toBe(0)
    const folder = join(shop.app.env.dataDir, 'orders', uuid.slice(0, 8))
    expect(await readdir(folder)).toContain('order.json')
  })

  it('prints only placed orders', async () => {
    const { code, problem } = await run('print', waiting)
    expect(code).toBe(1)
    expect(problem).toContain('waits for its payment')
  })
})

describe('orders mark', () => {
  it('records the state of production, which the customer sees, and sends one email when the order is sent', async () => {
    const [uuid = ''] = placed
    const state = async () => (await ordersOf(shop.app, shop.provider.key).findOne({ _id: uuid }))?.production
    const started = await run('mark', numberOf(uuid), 'in-production')
    expect([started.code, started.out, await state()]).toEqual([
      0,
      `Order ${numberOf(uuid)} is in-production.`,
      'in-production',
    ])
    const sent = await run('mark', numberOf(uuid), 'sent')
    expect(sent.out).toMatch(/^Order #\w{8} is sent\. \S+@example\.com gets an email\.$/)
    expect((await run('mark', numberOf(uuid), 'sent')).out).toContain('is already sent')
    const queued = {
      provider: shop.provider.key,
      subject: `Your order ${numberOf(uuid)} at ${shop.provider.name} is on its way`,
    }
    const [mail, ...more] = await shop.app.db.collection('mails').find(queued).toArray()
    expect(more).toEqual([])
    expect(mail?.text).toContain('12 Maple Street, New York, 10001')
    expect((await run('list', ...ours(), '--production', 'sent')).out).toContain('1 of 1')
  })

  it('refuses invalid states, and changes nothing', async () => {
    const [, uuid = ''] = placed
    expect(await run('mark', numberOf(uuid), 'lost')).toMatchObject({ code: 2 })
    expect(await run('mark', numberOf(uuid))).toMatchObject({ code: 2 })
    const early = await run('mark', numberOf(waiting), 'sent')
    expect([early.code, early.problem]).toEqual([1, expect.stringContaining('waits for its payment')])
    expect((await run('mark', waiting, 'paid')).problem).toContain('waits for its payment')
    expect((await ordersOf(shop.app, shop.provider.key).findOne({ _id: uuid }))?.production).toBe('new')
  })
})

it('orders mark paid records once that an invoice is paid', async () => {
  const [, , uuid = ''] = placed
  expect((await run('mark', uuid, 'paid')).out).toBe(`Order ${numberOf(uuid)} is paid.`)
  expect((await run('mark', uuid, 'paid')).out).toContain('is already paid')
  expect((await run('list', ...ours())).out).toMatch(new RegExp(`${numberOf(uuid)}.* paid `))
  expect((await run('refund', uuid)).out).toContain('Its invoice was paid to you: send back the $16.92 yourself.')
})

describe('orders refund', () => {
  it('cancels an order by invoice, once, and ignores an order that waits for its payment', async () => {
    const [uuid = ''] = placed
    const first = await run('refund', numberOf(uuid))
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringContaining('The shop charged nothing: withdraw the invoice'),
    })
    expect((await run('show', uuid)).out).toContain('refunded')
    const subject = `Your order ${numberOf(uuid)} at ${shop.provider.name} was cancelled`
    const mail = await shop.app.db.collection('mails').findOne({ subject })
    expect(mail?.text).toContain('its invoice is withdrawn. You need not pay it; if you have paid it already')
    expect(mail?.text).not.toContain('on its way back')
    expect((await run('print', uuid)).problem).toContain('was refunded and is not printed')
    expect((await run('mark', uuid, 'paid')).problem).toContain('was refunded')
    expect(await run('refund', uuid)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('was already refunded'),
    })
    expect(await run('refund', waiting)).toMatchObject({ code: 1, problem: expect.stringContaining('was not paid') })
    expect((await ordersOf(shop.app, shop.provider.key).findOne({ _id: waiting }))?.paymentState).toBe('awaiting')
  })
})
