import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { carts } from '../packages/core/src/cart/contract.ts'
import { checkout } from '../packages/core/src/checkout/contract.ts'
import { orders } from '../packages/core/src/orders/contract.ts'
import { writeCards } from '../packages/server/src/features/cards/writeCards.ts'
import { writeLetters } from '../packages/server/src/features/letters/writeLetters.ts'
import { ordersOf, type StoredOrder } from '../packages/server/src/features/orders/collection.ts'
import { confirmationMail } from '../packages/server/src/features/orders/mails/confirmationMail.ts'
import { sentMail } from '../packages/server/src/features/orders/mails/sentMail.ts'
import { receiptPdf } from '../packages/server/src/features/orders/receipt/receiptPdf.ts'
import { type Buyer, buildBuyer } from '../packages/server/src/testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../packages/server/src/testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../packages/server/src/testing/testServer.ts'
import { textOfPdf } from '../packages/server/src/testing/textOfPdf.ts'
import { knownTexts, untranslatedTexts } from './untranslatedTexts.ts'

vi.mock('../packages/server/src/platform/texts.ts', async (load) => {
  const actual = await load<typeof import('../packages/server/src/platform/texts.ts')>()
  const { translateToPseudo } = await import('../packages/widgets/pseudoTranslate.ts')
  const pseudo = translateToPseudo(actual.readTexts('en'))
  return { ...actual, translateTo: () => pseudo }
})

let shop: TestServer
let folder: string
let buyer: Buyer
let order: StoredOrder
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-documents-'))
  shop = await startTestServer({
    provider: { ...twoGateways(), tax: { name: 'VAT', percent: 25 }, taxNumber: 'US 123456' },
  })
  buyer = await buildBuyer(shop)
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line({ quantity: 2 })] })
  const { ordering } = await prepareOrder(buyer, 'invoice', { comment: 'Ring twice' })
  const { order: placed } = await buyer.client.call(checkout.transaction, ordering)
  const found = await ordersOf(shop.app, shop.provider.key).findOne({ _id: placed.uuid })
  if (!found) throw new Error('Nothing was ordered')
  order = found
})
afterAll(async () => {
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What a document says in plain English that is neither data of the shop nor of the customer. */
const englishIn = (document: string, ...data: object[]) =>
  untranslatedTexts(document.split('\n'), knownTexts({ answers: { ...data } as never, names: {} }))
/** The order as it was placed, delivered to a school, picked up in a store, and refunded. */
function ordersToSay(): StoredOrder[] {
  const { content } = order
  const { address, ...delivery } = content.delivery
  const deliveries = [
    { ...delivery, subject: { uuid: randomUUID(), school: 'Lindenhof', name: 'Emma Diaz', group: '4B' } },
    { ...delivery, pickup: { ...address, name: 'Foto Luna' } },
  ] as StoredOrder['content']['delivery'][]
  const delivered = deliveries.map((each) => ({ ...order, content: { ...content, delivery: each } }))
  return [order, ...delivered, { ...order, paymentState: 'refunded' }]
}

/** An email as text and as HTML. */
const linesOf = ({ subject, text, html = '' }: { subject: string; text: string; html?: string }) =>
  [subject, text, html.replace(/<!doctype[^>]*>|<[^>]*>/g, '\n').replaceAll('&#39;', '’')].join('\n')
const task = { progress: async () => undefined, signal: new AbortController().signal }
const now = new Date('2026-11-28T12:00:00Z')

describe('in the pseudo-language', () => {
  it('[LOC-2] the order mail says nothing in English but data', () => {
    for (const each of ordersToSay())
      for (const access of ['pictures', 'unproved'] as const) {
        const mail = confirmationMail(shop.provider, each, { access })
        expect(englishIn(linesOf(mail), shop.provider, each.content)).toEqual([])
      }
  })

  it('[LOC-2] the mail about a sent order says nothing in English but data', () => {
    for (const each of ordersToSay())
      for (const access of ['pictures', 'unproved'] as const) {
        const mail = sentMail(shop.provider, each, access)
        expect(englishIn(linesOf(mail), shop.provider, each.content)).toEqual([])
      }
  })

  it('[LOC-2] the receipt says nothing in English but data', async () => {
    for (const each of ordersToSay()) {
      const text = await textOfPdf(await buffer(receiptPdf(shop.provider, each)))
      expect(text).toContain('Anna Carter')
      // a price is written before what it is for
      const lines = text.replace(/(\$[\d.]+\d)(?=\D)/g, '$1\n')
      expect(englishIn(lines, shop.provider, each.content)).toEqual([])
    }
  })

  it('[LOC-2] the letter with a code says nothing in English but data', async () => {
    const file = join(folder, 'letters.pdf')
    const letter = {
      name: 'Emma Diaz',
      group: '4B',
      code: 'ABCDE23456',
      address: 'https://shop.example.com/c/ABCDE23456',
    }
    const print = {
      provider: shop.provider,
      language: 'en',
      job: 'Lindenhof',
      place: 'shop.example.com/bilder',
      orderBy: new Date('2026-12-20'),
      now,
    }
    await writeLetters(file, { ...print, letters: [letter] }, task)
    const text = await textOfPdf(await readFile(file))
    expect(text).toContain('ABCDE')
    expect(englishIn(text, shop.provider, print, letter, ['ABCDE-23456'])).toEqual([])
  })

  it('[LOC-2] cards and class lists say nothing in English but data', async () => {
    const file = join(folder, 'cards.pdf')
    const cards = ['Emma Diaz', null].map((name, at) => ({ number: at + 1, name, group: '4B', text: 'pk1' }))
    const print = { provider: shop.provider, job: 'Lindenhof', year: 2026, paper: 'A4' as const, perPage: 4 }
    await writeCards(
      file,
      {
        ...print,
        language: 'en',
        classes: [
          { group: '4B', cards },
          { group: '', cards },
        ],
        now,
      },
      task,
    )
    const text = await textOfPdf(await readFile(file))
    expect(text).toContain('Emma Diaz')
    expect(englishIn(text, shop.provider, print, cards)).toEqual([])
  })

  it.each([
    ['an unknown order', () => buyer.client.fail(orders.get, { orderUuid: randomUUID() })],
    ['a field that is not one', () => buyer.client.fail(orders.get, { orderUuid: 'x' })],
    [
      'a product that the shop does not sell',
      async () => {
        const lines = [{ ...(await buyer.line()), product: { uuid: randomUUID() } }]
        return buyer.client.fail(carts.addLines, { requestId: randomUUID(), lines })
      },
    ],
  ])('[LOC-2] a failure says nothing in English but data: %s', async (_which, fail) => {
    const { error } = await fail()
    expect(error).toBeTruthy()
    expect(englishIn(String(error))).toEqual([])
  })
})
