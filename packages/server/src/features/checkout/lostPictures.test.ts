import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { formatMoney } from '@portraitkit/core/money.ts'
import { orders as ordersContract } from '@portraitkit/core/orders/contract.ts'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportOf } from '../../ports/payments/gateway.ts'
import { invoice } from '../../ports/payments/immediate.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { type Buyer, buildBuyer, resourcesOf } from '../../testing/buildBuyer.ts'
import {
  followRedirects,
  type Gateway,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { FILE_PRICE, fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { buildUpload } from '../../testing/buildUpload.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { readDay } from '../jobs/days.ts'
import { ordersOf } from '../orders/collection.ts'
import { ordersCommand } from '../orders/command.ts'
import { receiptPdf } from '../orders/receipt/receiptPdf.ts'
import { checkoutsOf } from './collection.ts'

const DAY_MS = 24 * 60 * 60_000

/** The photographer corrects something while a customer is at the gateway's page. */
let server: TestServer
let buyer: Buyer
let other: Subject
let folder: string
beforeAll(async () => {
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  server = await startTestServer({ provider: { ...twoGateways(), options } })
  folder = await mkdtemp(join(tmpdir(), 'pk-lost-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  buyer = await buildBuyer(server)
  await sellDigitalFiles(server.app, server.provider, { also: [buyer.template.product] })
  const { subject } = buyer.set
  other = { ...subject, uuid: randomUUID(), key: randomUUID(), name: 'Zoe Zander' }
  await subjectsOf(server.app, server.provider.key).insertOne(other)
})

/** Runs `jobs …` about the buyer's child; `$job` and `$child` are named. */
async function jobs(line: string): Promise<string> {
  const { job, subject } = buyer.set
  const names: Record<string, string> = { $job: job.name, $child: subject.key, $other: other.key }
  const argv = line.split(' ').map((word) => names[word] ?? word)
  const { code, out, problem } = await runInTerminal(
    jobsCommand,
    [...argv, '--provider', server.provider.key],
    server.app,
  )
  return code === 0 ? out : problem
}

/** Presses 'Buy now' and goes to the gateway's page. */
async function begin(gateway: Gateway = 'sandbox') {
  const { ordering } = await prepareOrder(buyer, gateway)
  const { order, transaction, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
  const page = await followRedirects(buyer.client, paymentHref)
  return { ordering, order: order.uuid, transaction: transaction.uuid, paymentHref, page: page.end }
}
const pay = ({ page }: { page: string }) => pressSandboxButton(buyer.client, page, 'pay')
const stored = async (order: string) => {
  const found = await ordersOf(server.app, server.provider.key).findOne({ _id: order })
  if (!found) throw new Error('There is no such order')
  return found
}
const session = async (transaction: string) => sandboxSessions(server.app, server.provider.key).findOne({ transaction })
const ordersOut = async (...argv: string[]) => {
  const { code, lines } = await runInTerminal(ordersCommand, argv, server.app)
  expect(code).toBe(0)
  return lines.join('\n')
}
async function print(order: string): Promise<{ files: string[]; sheet: string; output: string }> {
  const out = join(folder, order)
  const output = await ordersOut('print', order, '--as', 'jpeg', '--out', out)
  return { files: (await readdir(out)).sort(), sheet: await readFile(join(out, 'order.json'), 'utf8'), output }
}
const download = async (file: string) => (await buyer.client.send(digitalPortraits.ticket, { file })).status
const mailsOf = async () =>
  server.app.db.collection('mails').find({ provider: server.provider.key, customer: buyer.customer._id }).toArray()

/** A card with the first two pictures, and a file of the group picture. */
async function fillCart(): Promise<void> {
  await buyer.add()
  await fileActions(buyer).file(buyer.set.pictures.group.uuid)
}

describe('a payment that is completed after the customer has lost a picture', () => {
  const corrections = {
    move: 'pictures $job move 1.jpg --to $other',
    reject: 'pictures $job reject 1.jpg',
    hide: 'pictures $job hide 1.jpg',
  }
  for (const [what, line] of Object.entries(corrections)) {
    it(`[CHK-19] places the order, and neither prints nor charges the line with the picture: ${what}`, async () => {
      await fillCart()
      const payment = await begin()
      await jobs(line)
      expect(await pay(payment)).toContain('/receipt/')

      const { content, unsold, paymentState } = await stored(payment.order)
      const [card, file] = content.lines
      expect(unsold).toMatchObject({ lines: [card?.uuid], amount: (card?.linePrice ?? 0) + 495 })
      expect(paymentState).toBe('paid')
      expect(await session(payment.transaction)).toMatchObject({ state: 'paid', refundedPart: unsold?.amount })
      expect(unsold?.refunded).toBeInstanceOf(Date)
      const printed = await print(payment.order)
      expect(printed.files).toEqual(['order.json'])
      expect(JSON.parse(printed.sheet).lines).toEqual([])
      expect(printed.output).toMatch(
        /^Left out of #.*because its buyer had lost the pictures before the payment:\n *1 x Card/m,
      )
      expect(await download(file?.kind === 'digital' ? (file.picture ?? '') : '')).toBe(200)
      expect((await buyer.client.call(carts.get, {})).cart.orderLines).toEqual([])
    })
  }

  const endings = {
    withdraw: 'withdraw $job $child',
    unpublish: 'unpublish $job --subject $child',
    consent: 'consent $job $child print-and-sell no',
    'end access': 'new-code $job $child --end-access --yes',
  }
  for (const [what, line] of Object.entries(endings)) {
    it(`[CHK-19] refunds everything if nothing is left: ${what}`, async () => {
      await buyer.add()
      await fileActions(buyer).file(buyer.set.pictures.favourite.uuid)
      const payment = await begin()
      await jobs(line)
      await pay(payment)

      const { content, unsold, paymentState, confirmTime } = await stored(payment.order)
      expect(confirmTime).not.toBeNull()
      expect(unsold?.lines).toEqual(content.lines.map(({ uuid }) => uuid))
      expect(paymentState).toBe('refunded')
      expect(await session(payment.transaction)).toMatchObject({ state: 'refunded' })
      expect(await download(buyer.set.pictures.favourite.uuid)).not.toBe(200)
    })
  }

  it('gives no right to a file that was hidden before the payment arrived', async () => {
    const { first, favourite } = buyer.set.pictures
    for (const { uuid } of [first, favourite]) await fileActions(buyer).file(uuid)
    const payment = await begin()
    await jobs('pictures $job hide 1.jpg')
    await pay(payment)
    expect((await stored(payment.order)).unsold?.amount).toBe(FILE_PRICE)
    await jobs('pictures $job show 1.jpg')
    expect([await download(first.uuid), await download(favourite.uuid)]).toEqual([403, 200])
  })

  it('neither sells a whole set without one of its pictures', async () => {
    await fileActions(buyer).set(buyer.set.subject.uuid)
    const payment = await begin()
    await jobs('pictures $job move 1.jpg --to $other')
    await pay(payment)
    expect((await stored(payment.order)).paymentState).toBe('refunded')
    expect(await download(buyer.set.pictures.favourite.uuid)).not.toBe(200)
  })

  it('sells nothing about a child that was unpublished, not even a card with uploaded pictures', async () => {
    const own = await buildUpload(buyer.client, server.provider)
    const pictures = { ...buyer.set.pictures, first: { ...buyer.set.pictures.first, ...own } }
    const userResources = resourcesOf({ ...buyer.set, pictures: { ...pictures, favourite: pictures.first } }, 'Emma')
    await buyer.add({ templateData: { userResources, year: null } })
    const payment = await begin()
    await jobs('unpublish $job --subject $child')
    await pay(payment)
    expect((await stored(payment.order)).paymentState).toBe('refunded')
  })

  it('sells what somebody has who was made one person with the ordered child', async () => {
    await fillCart()
    const payment = await begin()
    expect(await jobs('merge $job $other $child --yes')).toContain('undo')
    await pay(payment)
    expect(await stored(payment.order)).not.toHaveProperty('unsold')
  })

  it('sells a picture that was ordered before its deadline', async () => {
    await fillCart()
    const payment = await begin()
    await jobs('days $job --order-by 2020-01-01')
    await pay(payment)
    expect(await stored(payment.order)).not.toHaveProperty('unsold')
  })
})

describe('a payment that is completed after the day of deletion', () => {
  it('is printed, because it was started in time, and nobody pays for a download that is not there', async () => {
    const day = new Date(server.app.clock().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)
    await buyer.add()
    await fileActions(buyer).file(buyer.set.pictures.group.uuid)
    const payment = await begin()
    const { modifiedCount } = await jobsOf(server.app, server.provider.key).updateOne(
      { uuid: buyer.set.job.uuid },
      { $set: { deletion: readDay(day) as Date } },
    )
    expect(modifiedCount).toBe(1)
    // the customer's hour at the gateway is longer in this test
    await sandboxSessions(server.app, server.provider.key).updateOne(
      { transaction: payment.transaction },
      { $set: { expires: new Date(server.app.clock().getTime() + 9 * DAY_MS) } },
    )
    server.wait(3 * DAY_MS)
    await pay(payment)
    const order = await stored(payment.order)
    expect(order.unsold?.lines).toEqual(order.content.lines.slice(1).map(({ uuid }) => uuid))
    expect((await print(payment.order)).files).toContain('1-front.jpg')
  })
})

describe('before the customer is at the gateway', () => {
  it('refuses to send the customer there again, and charges nothing', async () => {
    await fillCart()
    const payment = await begin()
    await jobs('pictures $job move 1.jpg --to $other')
    expect(await buyer.client.fail(checkout.transaction, payment.ordering)).toMatchObject({
      status: 409,
      reason: 'cart.picture_lost',
    })
    expect(await session(payment.transaction)).toMatchObject({ state: 'expired' })
    const { cart } = await buyer.client.call(carts.get, {})
    expect(cart.orderLines.find(({ template }) => template)).toMatchObject({ hasLostPicture: true })
  })

  it('leads back to the checkout from the address of the payment', async () => {
    await fillCart()
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    const { transaction, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
    await jobs('pictures $job reject 1.jpg')
    expect((await followRedirects(buyer.client, paymentHref)).end).toMatch(/\/shopping-cart\/checkout\?/)
    expect(await session(transaction.uuid)).toMatchObject({ state: 'expired' })
  })

  it('ends a payment under way at the gateway when the server looks at it', async () => {
    await fillCart()
    const payment = await begin()
    await jobs('pictures $job reject 1.jpg')
    server.wait(10 * 60_000)
    await expect.poll(async () => (await session(payment.transaction))?.state, { timeout: 20_000 }).toBe('expired')
    expect((await stored(payment.order)).confirmTime).toBeNull()
    const { attempts } = (await checkoutsOf(server.app, server.provider.key).findOne({ order: payment.order })) ?? {}
    expect(attempts).toMatchObject([{ state: 'abandoned' }])
  })
})

it('refuses to delete a child whose files are being paid', async () => {
  await fileActions(buyer).file(buyer.set.pictures.favourite.uuid)
  const payment = await begin()
  expect(await jobs('delete-subject $job $child --yes')).toContain('Nothing was changed')
  await pay(payment)
  expect(await download(buyer.set.pictures.favourite.uuid)).toBe(200)
  expect(await jobs('delete-subject $job $child --yes')).not.toContain('Nothing was changed')
})

describe('what is said about a line that was not sold', () => {
  /** An invoice is placed at once: the picture is lost between the order and its placement. */
  async function invoiceOrder() {
    await fillCart()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const open = vi.spyOn(invoice, 'open').mockImplementationOnce(async (payment) => {
      await jobs('pictures $job move 1.jpg --to $other')
      return { href: null, report: reportOf(payment, 'paid') }
    })
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    expect(open).toHaveBeenCalledOnce()
    open.mockRestore()
    return stored(order.uuid)
  }
  const SENTENCE = /Not delivered, because the pictures were no longer available to you when your payment arrived: Card/

  it('on the receipt, on paper and in the email: what is not delivered, and the amount', async () => {
    await fillCart()
    const payment = await begin()
    await jobs('pictures $job move 1.jpg --to $other')
    await pay(payment)
    const order = await stored(payment.order)
    const { text } = await extractText(new Uint8Array(await buffer(receiptPdf(server.provider, order))))
    const [mail] = await mailsOf()
    const receipt = await buyer.client.call(ordersContract.get, { orderUuid: payment.order })
    const details = await buyer.client.call(ordersContract.details, { uuid: payment.order })
    const plain = (words = '') => words.replaceAll(/\s+/g, ' ')
    const documents = [text.join(' '), mail?.text, mail?.html, receipt.unsoldNotice, details.unsoldNotice]
    for (const each of documents.map((words) => plain(words))) {
      expect(each).toMatch(SENTENCE)
      expect(each).toMatch(/We refund \$\d+\.\d\d for it\./)
    }
    const [card] = receipt.orderLines
    expect(card).toMatchObject({ isOffered: false, preview: null })
    expect(JSON.stringify(receipt)).not.toContain(`/images/${buyer.set.pictures.first.uuid}`)
  })

  it('in the email about the refund, if nothing is left of the order', async () => {
    await buyer.add()
    const payment = await begin()
    await jobs('withdraw $job $child')
    await pay(payment)
    const mails = await mailsOf()
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/was refunded$/)])
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toMatch(SENTENCE)
  })

  it('to the photographer: what is owed until it is settled, where no gateway refunds', async () => {
    const order = await invoiceOrder()
    expect(order).toMatchObject({ paymentState: 'invoiced', unsold: { lines: [order.content.lines[0]?.uuid] } })
    const owed = formatMoney(order.unsold?.amount ?? 0, 'USD', 'en')
    const ours = ['--provider', server.provider.key]
    expect(await ordersOut('list', ...ours)).toContain(`owes ${owed}`)
    expect(JSON.parse(await ordersOut('list', '--json', ...ours))[0]).toMatchObject({ owed })
    const report = await ordersOut('show', order._id)
    expect(report).toMatch(/not sold, the pictures were lost before the payment: 1 x Card/)
    expect(report).toContain(`-${owed}  owed: deduct it from the invoice`)
    expect(await ordersOut('mark', order._id, 'settled')).toMatch(/is settled\.$/)
    expect(await ordersOut('list', ...ours)).not.toContain('owes')
    expect(await ordersOut('show', order._id)).toMatch(/refunded on 20/)
    const [mail] = await mailsOf()
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`You need not pay ${owed} of the invoice.`)
  })
})
