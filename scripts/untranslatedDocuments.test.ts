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
import { sitePageTexts } from '../packages/server/src/platform/http/sitePageTexts.ts'
import { sandboxPage } from '../packages/server/src/ports/payments/sandbox/page.ts'
import { openSession } from '../packages/server/src/ports/payments/sandbox/sessions.ts'
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
/** The order as it was placed, delivered to a school, picked up in a store, refunded, and with all that an order may have besides. */
function ordersToSay(): StoredOrder[] {
  const { content } = order
  const accepted = new Date('2026-11-28T12:00:00Z')
  const reduced = content.lines.map((line) => ({ ...line, rebate: 120, campaign: 'Winter sale' }))
  const long = {
    ...content,
    lines: Array.from({ length: 60 }, () => reduced).flat(),
    digitalConsent: { text: 'The customer agreed.', accepted },
  }
  const { address, ...delivery } = content.delivery
  const deliveries = [
    { ...delivery, subject: { uuid: randomUUID(), school: 'Lindenhof', name: 'Emma Diaz', group: '4B' } },
    { ...delivery, pickup: { ...address, name: 'Foto Luna' } },
  ] as StoredOrder['content']['delivery'][]
  const delivered = deliveries.map((each) => ({ ...order, content: { ...content, delivery: each } }))
  return [order, ...delivered, { ...order, paymentState: 'refunded' }, { ...order, content: long }]
}

/** An email as text and as HTML. */
const linesOf = ({ subject, text, html = '' }: { subject: string; text: string; html?: string }) =>
  [subject, text, html.replace(/<!doctype[^>]*>|<[^>]*>/g, '\n').replaceAll('&#39;', '’')].join('\n')
/** What a page shows. */
const textOfPage = (page: string) => page.replace(/<!doctype[^>]*>|<style[^>]*>[\s\S]*?<\/style>|<[^>]*>/g, '\n')
/** What the page of the shop says before its script runs: its texts, and the attributes that are shown, read out or found. */
function linesOfSite(page: string): string[] {
  const attributes = [...page.matchAll(READ_ATTRIBUTES)].map(([, one = '', other = '']) => one || other)
  return [textOfPage(page), ...attributes]
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
const READ_ATTRIBUTES =
  /(?:\s(?:alt|aria-label|data-unreachable|placeholder|title)|"description" content)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const aPayment = (transaction: string) => ({
  ...{ transaction, reference: '1234-5678', amount: 4900, currency: 'USD', language: 'en', email: 'a@example.org' },
  ...{ returnUrl: 'https://a.example/r', cancelUrl: 'https://a.example/c', webhookUrl: 'https://a.example/w' },
})
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

  it('[LOC-2] the page of the sandbox says nothing in English but data, open and ended', async () => {
    const { provider } = shop
    for (const state of ['open', 'expired'] as const) {
      const session = await openSession(shop.app, provider.key, aPayment(state), state)
      const page = textOfPage(sandboxPage(provider, session, 'one'))
      expect(englishIn(page, provider, session, ['4242 4242 4242 4242'])).toEqual([])
    }
  })

  it('[LOC-2] the page about an invalid link says nothing in English but data', async () => {
    const address = `${shop.url}/confirm-address/none?provider=${shop.provider.key}`
    const answer = await fetch(address, { headers: { accept: 'text/html' } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(englishIn(textOfPage(await answer.text()), shop.provider)).toEqual([])
  })

  it('[LOC-2] the shop’s page says before its script runs only what it says in every language', async () => {
    const page = await readFile('examples/host-site/index.html', 'utf8')
    const texts = Object.values(sitePageTexts).map(({ message }) => message)
    expect(linesOfSite(page).filter((line) => !texts.includes(line))).toEqual([])
    expect(linesOfSite(page)).toEqual(expect.arrayContaining(texts))
  })

  it.each(['alt="Zebra"', "title='Zebra'", 'placeholder="Zebra"', 'aria-label = "Zebra"', 'data-unreachable="Zebra"'])(
    '[LOC-2] a word of the shop’s page is found in %s',
    (attribute) => {
      expect(linesOfSite(`<p lang="en" class="title" ${attribute}>`)).toEqual(['Zebra'])
    },
  )

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
