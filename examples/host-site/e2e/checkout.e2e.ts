import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { mailsIn } from '../../../packages/server/src/testing/buildMailServer.ts'
import { type LocalStripe, startStripe } from '../../../packages/server/src/testing/stripe/buildStripe.ts'
import {
  COMMENT,
  checkAccessibility,
  chooseDelivery,
  choosePayment,
  expectSummary,
  fillCart,
  openShop,
  pay,
} from './checkoutSteps.ts'
import type { FormPerson } from './inputDevices.ts'
import { mailTo } from './mailbox.ts'
import { deliveries, money, payments, shop, type Way } from './methodInputs.ts'
import { newAddress } from './person.ts'
import { portraitkit } from './printFirstPage.ts'
import type { World } from './world.ts'

// Each delivery and payment method, on a phone and a computer, on the shop's own site and on the photographer's.

const house = inject('house')
const isLong = process.env.PROOFS === 'long'
const { everyWay, address, provider } = shop

let stripe: LocalStripe
const people: FormPerson[] = []
beforeAll(async () => {
  stripe = await startStripe(house.stripe)
  stripe.endpoint = `${shop.shop}/payments/${provider}/stripe/webhook`
})
afterEach(async () => {
  await Promise.all(people.splice(0).map((person) => person.leave()))
})
afterAll(() => stripe?.close())

async function openShopAs(way: Pick<Way, 'device' | 'site'>): Promise<FormPerson> {
  const person = await openShop(way)
  people.push(person)
  return person
}

const forEachOf = <T extends object>(of: T) => Object.keys(of) as Array<keyof T>
const allWays: Way[] = forEachOf(deliveries).flatMap((delivery) =>
  forEachOf(payments).flatMap((payment) =>
    (['a phone', 'a computer'] as const).flatMap((device) =>
      (['shop', 'studio'] as const).map((site) => ({
        ...{ delivery, payment, device, site },
        tries: payment === 'an invoice' ? [] : ['declined', 'left'],
      })),
    ),
  ),
)
/** Each method once, and each screen size on each site. */
const someWays: Way[] = [
  { delivery: 'by post', payment: 'a card', device: 'a phone', site: 'shop', tries: ['declined', 'left'] },
  { delivery: 'at school', payment: 'Stripe', device: 'a computer', site: 'shop', tries: ['declined'] },
  { delivery: 'in a store', payment: 'Stripe', device: 'a phone', site: 'studio', tries: ['left'] },
  { delivery: 'by download', payment: 'an invoice', device: 'a computer', site: 'studio', tries: [] },
]

describe('a purchase', () => {
  it.each(isLong ? allWays : someWays)(
    '[CHK-3, CHK-4, CHK-11, CHK-15, CHK-17, CHK-20, RCP-1, RCP-3, ORD-1] delivered $delivery, paid by $payment, on $device, on the $site’s site: receipt, order, mail and operator agree',
    async (way) => {
      const person = await openShopAs(way)
      const { page, sees, press } = person
      const [delivery, payment] = [deliveries[way.delivery], payments[way.payment]]
      const price = way.delivery === 'by download' ? everyWay.setPrice : everyWay.cardPrice
      const total = money(price + delivery.fee + payment.fee)
      const filled = { name: address.name, email: newAddress() }

      const account = await fillCart(person, way.delivery)
      await checkAccessibility(person)
      await press(sees('button', `Checkout ${money(price)}`))
      await chooseDelivery(person, way.delivery, filled)
      await checkAccessibility(person)
      await press(sees('button', 'Next'))
      await choosePayment(person, way.payment)
      await checkAccessibility(person)
      await press(sees('button', 'Next'))
      await person.write('Comment to your order', COMMENT)
      await expectSummary(person, way, filled, total)
      await checkAccessibility(person)
      await pay(person, way, filled, total)

      const receipt = await textOf(person)
      const fees = [delivery.fee, payment.fee].filter(Boolean).map(money)
      const expected = [
        ...delivery.onReceipt(filled),
        delivery.within,
        ...delivery.also,
        payment.receipt,
        COMMENT,
        ...fees,
      ]
      for (const words of expected) expect(receipt).toContain(words)
      expect(receipt).toContain(`Total${total}`)
      await checkAccessibility(person)
      const { hostname } = new URL(page.url())
      expect(hostname).toBe(new URL(shop[way.site]).hostname)
      const [reference = ''] = /#[0-9a-f]{8}/.exec(receipt) ?? []

      await expectInHistory(person, reference, [...fees, total])
      const to = way.delivery === 'by post' ? account.email : filled.email
      await expectMailed(to, reference, way, [...delivery.onReceipt(filled), payment.mail, COMMENT, ...fees], total)
      await expectAtOperator(
        reference,
        way,
        [...delivery.atOperator(filled), payment.atOperator, to, filled.name],
        total,
      )
      expect(person.troubles).toEqual([])
    },
  )
})

/** The visible text of the page. */
const textOf = async ({ page }: FormPerson) => (await page.getByRole('main').first().textContent()) ?? ''

async function expectInHistory(person: FormPerson, reference: string, amounts: string[]): Promise<void> {
  const { page, sees, press } = person
  await press(sees('link', 'My orders'))
  const entry = page.locator('details').filter({ hasText: reference })
  await press(entry.locator('summary'))
  await entry.getByRole('link', { name: 'Everything about this order' }).waitFor()
  const text = await entry.textContent()
  for (const amount of amounts) expect(text).toContain(amount)
  await checkAccessibility(person)
}

async function expectMailed(to: string, reference: string, way: Way, words: string[], total: string): Promise<void> {
  const { text, html } = await mailTo(house, to, new RegExp(`^Your order ${reference} at`))
  for (const each of words) expect(text).toContain(each)
  expect(text).toContain(`Total: ${total}`)
  if (way.delivery !== 'by download') expect(text).toContain(deliveries[way.delivery].mailed)
  if (way.payment === 'an invoice') expect(text).toContain('You will get an invoice.')
  expect(html).toContain(total)
}

/** The payment attempts of an order, as shown to the operator. */
function attemptsIn(output: string) {
  const rows = output.matchAll(/^ {2}attempt .* (?<state>\w+) \((?<transaction>[\da-f-]{36})\)$/gm)
  return [...rows].map(({ groups }) => groups as { state: string; transaction: string })
}

/** Checks the photographer's view of the order, and its charges. */
async function expectAtOperator(reference: string, way: Way, words: string[], total: string): Promise<void> {
  const output = await portraitkit(house, 'orders', 'show', reference, '--provider', provider)
  for (const each of words) expect(output).toContain(each)
  expect(output).toMatch(new RegExp(`${total}  in all`))
  expect(output).toMatch(new RegExp(`language en, ${way.device === 'a phone' ? 'mobile' : 'desktop'}`))
  const attempts = attemptsIn(output)
  const ends = way.tries.map((end) => (end === 'left' ? 'abandoned' : end))
  expect(attempts.map(({ state }) => state)).toEqual([...ends, 'paid'])
  if (way.payment !== 'Stripe') return
  const charges = attempts.map(({ transaction }) => stripe.ledger(transaction).charges.map(money))
  expect(charges).toEqual([...way.tries.map(() => []), [total]])
}

describe('two windows of one customer', () => {
  const windows = [
    ['a phone in the shop and a computer on the photographer’s page', { device: 'a computer', site: 'studio' }],
    ['a phone and a computer in the shop', { device: 'a computer', site: 'shop' }],
  ] as const

  it.each(isLong ? windows : windows.slice(0, 1))(
    '[CHK-19, EMB-3] %s pay the same checkout at once: one order, one charge, and both reach the receipt',
    async (_title, second) => {
      const both = [await openShopAs({ device: 'a phone', site: 'shop' }), await openShopAs(second)] as [
        FormPerson,
        FormPerson,
      ]
      const [phone, computer] = both
      const [ordersBefore, paidBefore] = [await countOrders(), paidAtStripe()]
      const account = await fillCart(phone, 'by post')
      await signIn(computer, account)
      await computer.press(computer.sees('link', 'Cart, 1 item'))
      for (const person of both) await fillIn(person)

      await Promise.all(both.map(pressBuy))
      const heard = await Promise.all(both.map(hearOf))
      expect(heard).toContain('at Stripe')
      for (const [index, person] of both.entries()) {
        if (heard[index] === 'at Stripe') continue
        if (heard[index] === 'back') await person.tick(terms(person, false))
        await pressBuy(person)
        await person.sees('heading', / eur$/).waitFor()
      }
      await Promise.all(both.map(({ page, press }) => press(page.getByRole('button', { name: 'Pay', exact: true }))))
      const receipts = await Promise.all(both.map(comeToReceipt))

      const [reference = ''] = /#[0-9a-f]{8}/.exec(receipts[0] ?? '') ?? []
      expect(reference).not.toBe('')
      expect(receipts[1]).toContain(reference)
      const sites = both.map(({ page }) => new URL(page.url()).origin)
      expect(sites).toEqual([shop.shop, shop[second.site]])
      expect((await countOrders()) - ordersBefore).toBe(1)
      expect(paidAtStripe() - paidBefore).toBe(1)
      const output = await portraitkit(house, 'orders', 'show', reference, '--provider', provider)
      const books = attemptsIn(output).map(({ transaction }) => stripe.ledger(transaction))
      expect(books.flatMap(({ charges }) => charges)).toEqual([everyWay.cardPrice + 490 + 35])
      expect(books.flatMap(({ refunds }) => refunds)).toEqual([])
      await mailTo(house, account.email, new RegExp(reference))
      const mails = await mailsIn(house.mailbox)
      expect(mails.filter(({ subject }) => subject?.includes(reference))).toHaveLength(1)
    },
  )

  async function signIn({ sees, press, write }: FormPerson, { email, password }: World['customer']): Promise<void> {
    await press(sees('link', 'Already have an account? Sign in'))
    await write('Email address', email)
    await write('Password', password)
    await press(sees('button', 'Sign in'))
  }

  const pressBuy = ({ press, sees }: FormPerson) => press(sees('button', /^Buy now/))
  const paidAtStripe = () => stripe.events.filter(({ type }) => type === 'checkout.session.completed').length

  /** Everything up to 'Buy now'. */
  async function fillIn(person: FormPerson): Promise<void> {
    const { sees, press, tick } = person
    await press(sees('button', `Checkout ${money(everyWay.cardPrice)}`))
    await chooseDelivery(person, 'by post', { name: address.name, email: '' })
    await press(sees('button', 'Next'))
    await choosePayment(person, 'Stripe')
    await press(sees('button', 'Next'))
    await tick(terms(person, false))
  }

  const terms = ({ page }: FormPerson, checked: boolean) =>
    page.getByRole('checkbox', { name: /terms of purchase/, checked })

  /** The outcome of 'Buy now': Stripe's page, a refusal, or the checkout again, because the other window was first. */
  async function hearOf(person: FormPerson): Promise<'at Stripe' | 'refused' | 'back'> {
    const { page, sees } = person
    const refusal = page.getByRole('alert').filter({ hasText: 'This order was placed in another window.' })
    const back = terms(person, false)
    await sees('heading', / eur$/).or(refusal).or(back).first().waitFor()
    if (await refusal.count()) return 'refused'
    return (await back.count()) ? 'back' : 'at Stripe'
  }

  /**
   * The later customer learns at Stripe that it is too late, returns to the page, which still has its buttons, and from there
   * to the shop.
   */
  async function comeToReceipt(person: FormPerson): Promise<string> {
    const { page, sees, press } = person
    const receipt = sees('heading', 'Thank you for your order!')
    const tooLate = page.getByText(/^This page is (expired|complete)\.$/)
    await receipt.or(tooLate).first().waitFor()
    if (await tooLate.count()) {
      await page.goBack()
      await press(sees('link', 'Back'))
      await receipt.waitFor()
    }
    return textOf(person)
  }

  async function countOrders(): Promise<number> {
    const listed = await portraitkit(house, 'orders', 'list', '--provider', provider, '--limit', '1')
    return Number(/ of (\d+) orders/.exec(listed)?.[1])
  }
})
