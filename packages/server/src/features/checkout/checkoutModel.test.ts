import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { type Cart, carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { anAddress, followRedirects, pressSandboxButton as pressAtGateway } from '../../testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildModelShop, type ModelShop, paymentUuid } from '../../testing/buildModelShop.ts'
import {
  BOOK,
  CODES,
  type Code,
  type Customer,
  changeCart,
  checkoutOf,
  emptyModel,
  type Line,
  type Model,
  maxQuantity,
  minQuantity,
  PAYMENTS,
  PIECES,
  type Piece,
  type Press,
  type PricedOrder,
  place,
  press,
  priceLines,
  quote,
  REMAINDER_ID,
  refusals,
  releaseVouchers,
} from '../../testing/checkoutModel.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { ordersOf } from '../orders/collection.ts'
import { countUses } from '../vouchers/uses.ts'
import { voucherRelease } from './advanceCheckout.ts'
import { checkoutsOf } from './collection.ts'

/**
 * Whatever two tabs of one customer and another customer do, one after the other: every cart, every order, every charge and
 * every voucher matches the model in testModel.ts.
 */

const long = process.env.PROOFS === 'long'
const RUNS = long ? 300 : 10
const MAX_COMMANDS = long ? 40 : 18

let shop: ModelShop
beforeAll(async () => {
  shop = await buildModelShop()
})
afterAll(() => shop.close())

/** Two tabs of the first customer, one of the second. */
const ACTORS = [0, 1, 2] as const
type Actor = (typeof ACTORS)[number]
const customerOf = (actor: Actor): Customer => (actor === 2 ? 1 : 0)

type Tab = {
  client: TestClient
  checkout: { uuid: string; key: string } | null
  choice: Omit<Press, 'checkout'> | null
}
type Page = { hosted: string; cancel: string }
type World = {
  model: Model
  people: [BuiltCustomer, BuiltCustomer]
  tabs: [Tab, Tab, Tab]
  /** Uuids of checkouts and their orders, by the model's name of the checkout. */
  checkouts: Map<string, string>
  orders: Map<string, string>
  /** The gateway's page on which each customer could pay, and the pages that have ended. */
  pages: [Page | null, Page | null]
  over: Page[]
}

const actor = fc.constantFrom<Actor>(0, 0, 1, 1, 2)
const pick = fc.nat(5)
const choice = { delivery: fc.nat(1), payment: fc.constantFrom<number>(0, 1, 1) }
/** Whether the tab goes through the checkout again first, or continues with what it shows. */
const fresh = fc.boolean()
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      actor,
      piece: fc.constantFrom<Piece>('card', 'card', 'print'),
      quantity: fc.integer({ min: 1, max: 12 }),
      extras: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      actor,
      pick,
      quantity: fc.integer({ min: -1, max: 14 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), actor, pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('books' as const), actor, quantity: fc.integer({ min: 0, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('checkOut' as const), actor, ...choice }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('voucher' as const),
      actor,
      fresh,
      code: fc.constantFrom<Code | 'NOBODY' | ''>(...CODES, ...CODES, 'NOBODY', ''),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), actor, fresh, twice: fc.boolean(), ...choice }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('gateway' as const),
      actor,
      does: fc.constantFrom('pay' as const, 'pay' as const, 'decline' as const, 'give up' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const), pick }) },
)
type Command = ArbitraryValue<typeof command>
type ArbitraryValue<A> = A extends fc.Arbitrary<infer V> ? V : never
type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

const occurrences = new Map<string, number>()
const note = (what: string) => occurrences.set(what, (occurrences.get(what) ?? 0) + 1)

describe('whatever customers do in the cart and at the checkout', () => {
  it(
    '[CRT-8] [CRT-11] [PRC-1] [PRC-3] [PRC-5] [PRC-6] [CHK-13] [CHK-19] every cart, order, charge and voucher matches a plain model',
    async () => {
      const commands = fc.array(command, { minLength: 10, maxLength: MAX_COMMANDS, size: 'max' })
      await fc.assert(
        fc.asyncProperty(commands, async (list) => {
          const world = await newWorld()
          for (const each of list) await run(world, each)
          await checkBooks(world)
        }),
        // shrinking takes minutes: the short form reports the failing commands at once, with its seed
        { numRuns: RUNS, endOnFailure: !long, examples: [[CHANGED_MINDS], [ONE_FOR_ALL], [SOLD_BY_TWOS]] },
      )
      for (const what of EXPECTED_OCCURRENCES) expect(occurrences.get(what) ?? 0, what).toBeGreaterThan(0)
    },
    long ? 21_600_000 : 240_000,
  )
})

/** Coverage that every run of this file must reach. */
const EXPECTED_OCCURRENCES = [
  ...['placed', 'opened', 'same', 'cart_changed', 'price_changed', 'already_paid'],
  ...['paid', 'declined', 'given up', 'too late', 'left over'],
  ...['accepted', 'unknown', 'used', 'used_up', 'other_products', 'least'],
]

const byCard = { delivery: 0, payment: 1 }
const shownChoice = { ...byCard, fresh: false, twice: false }

/** Two tabs that share no state: a voucher in one, 'Buy now' in both. */
const CHANGED_MINDS: Command[] = [
  { kind: 'add', actor: 0, piece: 'card', quantity: 10, extras: 1 },
  { kind: 'checkOut', actor: 0, ...byCard },
  { kind: 'voucher', actor: 1, fresh: true, code: 'TENTH' },
  { kind: 'buy', actor: 0, ...shownChoice },
  { kind: 'buy', actor: 1, ...shownChoice, twice: true },
  { kind: 'buy', actor: 1, ...shownChoice },
  // two more while the payment page is open: they are not ordered, and not lost
  { kind: 'change', actor: 1, pick: 0, quantity: 12 },
  { kind: 'gateway', actor: 0, does: 'pay' },
  { kind: 'remove', actor: 1, pick: 0 },
  { kind: 'buy', actor: 0, ...shownChoice },
  { kind: 'buy', actor: 1, ...shownChoice },
  { kind: 'voucher', actor: 0, fresh: true, code: 'TENTH' },
  { kind: 'add', actor: 1, piece: 'print', quantity: 2, extras: 0 },
  { kind: 'add', actor: 1, piece: 'card', quantity: 1, extras: 3 },
  { kind: 'buy', actor: 0, ...shownChoice },
  { kind: 'buy', actor: 0, ...shownChoice, fresh: true, payment: 0 },
  // the paid order is sent again, while another order waits at the gateway
  { kind: 'buy', actor: 1, ...shownChoice, fresh: true },
  { kind: 'buy', actor: 0, ...shownChoice, payment: 0 },
]

/** A voucher with a stock of one, for two customers. */
const ONE_FOR_ALL: Command[] = [
  { kind: 'voucher', actor: 0, fresh: true, code: 'WHOLE' },
  { kind: 'buy', actor: 0, ...shownChoice },
  { kind: 'voucher', actor: 2, fresh: true, code: 'WHOLE' },
  { kind: 'voucher', actor: 2, fresh: true, code: 'BOOKS' },
  { kind: 'voucher', actor: 2, fresh: true, code: 'BIGGER' },
  { kind: 'voucher', actor: 2, fresh: true, code: 'NOBODY' },
  { kind: 'gateway', actor: 0, does: 'decline' },
  { kind: 'voucher', actor: 2, fresh: true, code: 'WHOLE' },
  { kind: 'late', pick: 0 },
  { kind: 'buy', actor: 2, ...shownChoice },
  { kind: 'gateway', actor: 2, does: 'give up' },
  { kind: 'books', actor: 1, quantity: 2 },
  { kind: 'change', actor: 0, pick: 0, quantity: 2 },
  { kind: 'voucher', actor: 1, fresh: true, code: 'WHOLE' },
  { kind: 'buy', actor: 1, ...shownChoice },
]

/** One more of a product with a minimum of two is added to the line while its payment is open. */
const SOLD_BY_TWOS: Command[] = [
  { kind: 'add', actor: 0, piece: 'print', quantity: 2, extras: 0 },
  { kind: 'buy', actor: 0, ...shownChoice, fresh: true },
  { kind: 'change', actor: 1, pick: 0, quantity: 3 },
  { kind: 'gateway', actor: 0, does: 'pay' },
]

async function newWorld(): Promise<World> {
  await shop.app.db.collection('voucherUses').deleteMany({})
  const { subjects } = shop
  const people: World['people'] = [await buildCustomer(shop, { subjects }), await buildCustomer(shop, { subjects })]
  const second = shop.client()
  await second.call(account.signIn, { email: people[0].customer.email, password: people[0].password })
  const tab = (client: TestClient): Tab => ({ client, checkout: null, choice: null })
  return {
    model: emptyModel(),
    people,
    tabs: [tab(people[0].client), tab(second), tab(people[1].client)],
    checkouts: new Map(),
    orders: new Map(),
    pages: [null, null],
    over: [],
  }
}

async function run(world: World, each: Command): Promise<void> {
  if (each.kind === 'late') return payTooLate(world, each)
  const ran = await step(world, each)
  if (!ran) return
  const by = customerOf(each.actor)
  // one tab sees what the other one has done
  const other = world.tabs[by === 1 ? 2 : each.actor === 0 ? 1 : 0]
  const { cart } = await other.client.call(carts.get, {})
  expect(factsOf(cart), JSON.stringify(each)).toEqual(expectedCart(world.model, by))
}

/** Runs a command if it is possible, and compares the answer with the model. */
async function step(world: World, each: Exclude<Command, { kind: 'late' }>): Promise<boolean> {
  switch (each.kind) {
    case 'add':
      return add(world, each)
    case 'change':
      return change(world, each)
    case 'remove':
      return remove(world, each)
    case 'books':
      return addBooks(world, each)
    case 'checkOut':
      return checkOut(world, each)
    case 'voucher':
      return enterCode(world, each)
    case 'buy':
      return buy(world, each)
    case 'gateway':
      return atGateway(world, each)
  }
}

async function add({ model, tabs }: World, { actor, piece, quantity, extras: which }: Of<'add'>): Promise<boolean> {
  const { client } = tabs[actor]
  const extras = Object.keys(PIECES[piece].extras).filter((_extra, index) => which & (1 << index))
  const sent = { requestId: randomUUID(), lines: [shop.line(piece, quantity, extras)] }
  if (quantity < minQuantity(piece)) {
    expect(await client.fail(carts.addLines, sent)).toMatchObject({ reason: 'cart.quantity' })
    return true
  }
  await client.call(carts.addLines, sent)
  // the answer was lost, and the browser asks again
  const { cart } = await client.call(carts.addLines, sent)
  const id = cart.orderLines.findLast(({ type }) => type === 0)?.uuid ?? ''
  changeCart(model, customerOf(actor), (lines) => [...lines, { id, thing: piece, quantity, extras }])
  return true
}

/** A line of the cart or, now and then, one that no longer exists. */
function chosenLine(model: Model, by: Customer, pick: number): Line | string | undefined {
  const { lines, gone } = model.carts[by]
  return pick === 5 && gone[0] ? gone[0] : lines[pick % Math.max(1, lines.length)]
}

async function change({ model, tabs }: World, { actor, pick, quantity }: Of<'change'>): Promise<boolean> {
  const [by, { client }] = [customerOf(actor), tabs[actor]]
  const line = chosenLine(model, by, pick)
  if (!line) return false
  const sent = (uuid: string) => ({ uuid, requestId: randomUUID(), quantity })
  if (typeof line === 'string') {
    expect(await client.fail(carts.updateLine, sent(line))).toMatchObject({ reason: 'cart.unknown_line' })
  } else if (quantity < minQuantity(line.thing) || quantity > maxQuantity(line.thing)) {
    expect(await client.fail(carts.updateLine, sent(line.id))).toMatchObject({ reason: 'cart.quantity' })
  } else {
    await client.call(carts.updateLine, sent(line.id))
    changeCart(model, by, (lines) => lines.map((each) => (each.id === line.id ? { ...each, quantity } : each)))
  }
  return true
}

async function remove({ model, tabs }: World, { actor, pick }: Of<'remove'>): Promise<boolean> {
  const [by, { client }] = [customerOf(actor), tabs[actor]]
  const line = chosenLine(model, by, pick)
  if (!line) return false
  const uuid = typeof line === 'string' ? line : line.id
  const sent = { uuid, requestId: randomUUID() }
  if (typeof line === 'string') {
    expect(await client.fail(carts.deleteLine, sent)).toMatchObject({ reason: 'cart.unknown_line' })
  } else {
    await client.call(carts.deleteLine, sent)
    changeCart(model, by, (lines) => lines.filter(({ id }) => id !== uuid))
  }
  return true
}

async function addBooks({ model, tabs }: World, { actor, quantity }: Of<'books'>): Promise<boolean> {
  const [by, { client }] = [customerOf(actor), tabs[actor]]
  const there = model.carts[by].lines.find(({ thing }) => thing === 'book')
  const sent = { requestId: randomUUID(), catalogues: [shop.books(quantity)] }
  if (quantity === 0) {
    expect(await client.fail(carts.addCatalogues, sent)).toMatchObject({ reason: 'cart.no_catalogue' })
  } else if (quantity + (there?.quantity ?? 0) > BOOK.max) {
    expect(await client.fail(carts.addCatalogues, sent)).toMatchObject({ reason: 'cart.quantity' })
  } else {
    const { cart } = await client.call(carts.addCatalogues, sent)
    const id = cart.orderLines.find(({ catalogue }) => catalogue !== null)?.uuid ?? ''
    const more = (line: Line) => (line === there ? { ...line, quantity: line.quantity + quantity } : line)
    changeCart(model, by, (lines) =>
      there ? lines.map(more) : [...lines, { id, thing: 'book', quantity, extras: [] as string[] }],
    )
  }
  return true
}

type CheckoutStep = Omit<Of<'checkOut'>, 'kind'>

/** Continues to the checkout, with something in the cart. */
async function startCheckout(world: World, order: CheckoutStep): Promise<void> {
  const { actor, delivery } = order
  const isEmpty = world.model.carts[customerOf(actor)].lines.length === 0
  if (isEmpty) await add(world, { kind: 'add', actor, piece: delivery ? 'card' : 'print', quantity: 7, extras: 1 })
  await checkOut(world, order)
}

/** Continues to the checkout and through its two choices. */
async function checkOut(world: World, { actor, delivery, payment }: CheckoutStep): Promise<boolean> {
  const { model, tabs } = world
  const [by, tab] = [customerOf(actor), tabs[actor]]
  if (model.carts[by].lines.length === 0) {
    expect(await tab.client.fail(checkout.create, {})).toMatchObject({ reason: 'checkout.empty' })
    return true
  }
  const newCheckout = await tab.client.call(checkout.create, {})
  const key = checkoutOf(model, by)
  expect(newCheckout.checkoutUuid, 'one version of a cart has one checkout').toBe(
    world.checkouts.get(key) ?? newCheckout.checkoutUuid,
  )
  world.checkouts.set(key, newCheckout.checkoutUuid)
  expect(factsOf(newCheckout.cart)).toEqual(expectedCart(model, by))
  const choice = { checkoutUuid: newCheckout.checkoutUuid, deliveryOptionUuid: shop.deliveries[delivery] ?? '' }
  const delivered = await tab.client.call(checkout.paymentOptions, choice)
  expect(factsOf(delivered.cart)).toEqual(expectedCart(model, by, delivery))
  const paying = { ...choice, paymentOptionUuid: paymentUuid(shop.provider, payment) }
  const { cart } = await tab.client.call(checkout.choosePayment, paying)
  expect(factsOf(cart)).toEqual(expectedCart(model, by, delivery, payment))
  tab.checkout = { uuid: newCheckout.checkoutUuid, key }
  tab.choice = { delivery, payment, total: cart.summary.totalPrice }
  return true
}

async function enterCode(world: World, { actor, code, fresh }: Of<'voucher'>): Promise<boolean> {
  const { model, tabs } = world
  const [by, tab] = [customerOf(actor), tabs[actor]]
  if (fresh) await startCheckout(world, { actor, delivery: 0, payment: 1 })
  if (!tab.checkout || !tab.choice) return false
  const { delivery, payment } = tab.choice
  const sent = {
    checkoutUuid: tab.checkout.uuid,
    deliveryOptionUuid: shop.deliveries[delivery] ?? '',
    paymentOptionUuid: paymentUuid(shop.provider, payment),
    // as people type it
    code: code.toLowerCase().replace(/^(..)/, '$1-'),
  }
  if (tab.checkout.key !== checkoutOf(model, by)) {
    expect(await tab.client.fail(checkout.useVoucher, sent)).toMatchObject({ reason: 'checkout.cart_changed' })
    return true
  }
  const reasons = code === '' ? [] : refusals(model, by, code)
  if (reasons.length > 0) {
    const { reason } = await tab.client.fail(checkout.useVoucher, sent)
    expect(reasons.map((each) => `voucher.${each}`)).toContain(reason)
    note(reason.replace('voucher.', ''))
    return true
  }
  const { cart } = await tab.client.call(checkout.useVoucher, sent)
  model.carts[by].code = code === '' || code === 'NOBODY' ? null : code
  expect(factsOf(cart)).toEqual(expectedCart(model, by, delivery, payment))
  tab.choice = { delivery, payment, total: cart.summary.totalPrice }
  note('accepted')
  return true
}

/** 'Buy now', with what this tab saw last; sometimes pressed twice. */
async function buy(world: World, { actor, twice, fresh, ...choice }: Of<'buy'>): Promise<boolean> {
  const { model, tabs } = world
  const [by, tab] = [customerOf(actor), tabs[actor]]
  if (fresh) await startCheckout(world, { actor, ...choice })
  if (!tab.checkout || !tab.choice) return false
  const pressed: Press = { checkout: tab.checkout.key, ...tab.choice }
  const sent = {
    checkoutUuid: tab.checkout.uuid,
    deliveryOptionUuid: shop.deliveries[pressed.delivery] ?? '',
    paymentOptionUuid: paymentUuid(shop.provider, pressed.payment),
    deliveryOptionData: { deliveryAddress: anAddress },
    paymentOptionData: {},
    client: 'mobile' as const,
    comment: '',
    termsAccepted: true as const,
    totalPrice: pressed.total,
  }
  const before = world.pages[by]
  const outcome = press(model, by, pressed)
  note(outcome.kind === 'refused' ? outcome.reason : outcome.kind)
  if (outcome.kind === 'refused') {
    const failure = await tab.client.fail(checkout.transaction, sent)
    expect(failure.reason).toBe(`checkout.${outcome.reason}`)
    return true
  }
  const answers = await Promise.all(
    Array.from({ length: twice ? 2 : 1 }, () => tab.client.call(checkout.transaction, sent)),
  )
  const [answer] = answers as [(typeof answers)[number]]
  expect(new Set(answers.map(({ transaction }) => transaction.uuid)).size).toBe(1)
  const { uuid } = answer.order
  expect(uuid, 'a checkout is one order').toBe(world.orders.get(pressed.checkout) ?? uuid)
  world.orders.set(pressed.checkout, uuid)
  const { end, text } = await followRedirects(tab.client, answer.paymentHref)
  const isPaid = model.placed[by].some((each) => each.press.checkout === pressed.checkout)
  if (isPaid) expect(new URL(end).pathname).toBe(`/shopping-cart/checkout/payment/receipt/${uuid}`)
  else if (outcome.kind === 'same') expect(end).toBe(before?.hosted)
  else await openPage(world, by, { hosted: end, text, transaction: answer.transaction.uuid })
  if (outcome.kind === 'placed') await endPayment(world, by)
  await checkVouchers(world)
  return true
}

async function openPage(
  world: World,
  by: Customer,
  { hosted, text, transaction }: { hosted: string; text: string; transaction: string },
) {
  const cancel = text.match(/href="([^"]*cancelled=[^"]*)"/)?.[1]?.replaceAll('&#38;', '&') ?? ''
  const before = world.pages[by]
  if (before) world.over.push(before)
  world.pages[by] = { hosted, cancel }
  const session = await sandboxSessions(shop.app, shop.provider.key).findOne({ transaction })
  expect(session).toMatchObject({ state: 'open', amount: world.model.open[by]?.order.total, currency: 'USD' })
}

/** A payment has ended: so has its page, and two minutes later no voucher is reserved for it. */
async function endPayment(world: World, by: Customer): Promise<void> {
  const page = world.pages[by]
  if (page) world.over.push(page)
  world.pages[by] = null
  const last = world.model.placed[by].at(-1)
  if (last) await checkOrder(world, by, last.press.checkout, last.order)
}

async function atGateway(world: World, { actor, does }: Of<'gateway'>): Promise<boolean> {
  const { model, people, pages } = world
  const own = customerOf(actor)
  const by = pages[own] ? own : own === 0 ? 1 : 0
  const { client } = people[by]
  const [page, payment] = [pages[by], model.open[by]]
  if (!page || !payment) return false
  const receipt = `/shopping-cart/checkout/payment/receipt/${world.orders.get(payment.press.checkout)}`
  if (does === 'give up') await followRedirects(client, page.cancel)
  else {
    const end = await pressAtGateway(client, page.hosted, does)
    expect(new URL(end).pathname).toBe(does === 'pay' ? receipt : '/shopping-cart/checkout')
  }
  if (does === 'pay') {
    place(model, by)
    await learnIds(world, by)
  } else model.open[by] = null
  note({ pay: 'paid', decline: 'declined', 'give up': 'given up' }[does])
  await endPayment(world, by)
  await checkVouchers(world)
  return true
}

/** Lines that were not ordered have new ids. */
async function learnIds({ model, people }: World, by: Customer): Promise<void> {
  const { lines } = model.carts[by]
  if (!lines.some(({ id }) => id === REMAINDER_ID)) return
  const { cart } = await people[by].client.call(carts.get, {})
  const known = [...lines.map(({ id }) => id), ...model.carts[by].gone]
  for (const [index, line] of lines.entries()) {
    const { uuid = '' } = cart.orderLines[index] ?? {}
    if (line.id !== REMAINDER_ID) continue
    expect(known).not.toContain(uuid)
    line.id = uuid
    note('left over')
  }
}

/** A page of the gateway that was left open in a window, and whose payment has ended. */
async function payTooLate(world: World, { pick }: Of<'late'>): Promise<void> {
  const page = world.over[pick % Math.max(1, world.over.length)]
  if (!page) return
  await pressAtGateway(world.tabs[0].client, page.hosted, 'pay')
  note('too late')
}

async function checkVouchers({ model }: World): Promise<void> {
  shop.wait(61_000)
  await voucherRelease.run(shop.app)
  releaseVouchers(model)
  const counts = await countUses(shop.app, shop.provider.key)
  const of = (list: ReadonlyArray<{ code: Code }>, code: Code) => list.filter((each) => each.code === code).length
  for (const code of CODES) {
    const expected = { used: of(model.used, code), reserved: of(model.reservations, code) }
    expect(counts.get(code) ?? { used: 0, reserved: 0 }, code).toEqual(expected)
  }
}

async function checkOrder(
  { people, orders: uuids }: World,
  by: Customer,
  key: string,
  order: PricedOrder,
): Promise<void> {
  const orderUuid = uuids.get(key) ?? ''
  const receipt = await people[by].client.call(orders.get, { orderUuid })
  const lines = receipt.orderLines.filter(({ type }) => type === 0)
  expect(lines.map(lineFacts)).toEqual(order.lines.map((line) => ({ ...line, extras: line.extras.toSorted() })))
  // the lines of the order add up to its total
  for (const { runs = [], actualLinePrice, quantity } of lines) {
    expect(runs.reduce((sum, { count, price }) => sum + count * price, 0)).toBe(actualLinePrice)
    expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(quantity)
  }
  expect(receipt.orderLines.filter(({ type }) => type !== 0).map(summaryFacts)).toEqual(summaryOf(order))
  expect(receipt).toMatchObject({ rebateCode: order.code, summary: { totalPrice: order.total } })
}

/** At the end: every order once, each charge for one order, each confirmation once. */
async function checkBooks({ model, people, orders: uuids }: World): Promise<void> {
  const { app, provider } = shop
  for (const [index, { client, customer }] of people.entries()) {
    const placed = model.placed[index as Customer]
    const listed = await client.call(orders.list, {})
    const expected = placed.map(({ press: { checkout: key }, order }) => [uuids.get(key), order.total])
    expect(listed.map(({ uuid, totalPrice }) => [uuid, totalPrice]).toSorted()).toEqual(expected.toSorted())
    const stored = await ordersOf(app, provider.key).find({ 'content.customer': customer._id }).toArray()
    expect(stored.filter(({ confirmTime }) => confirmTime)).toHaveLength(placed.length)
    const mails = await app.db
      .collection<StoredMail>('mails')
      .countDocuments({ provider: provider.key, to: customer.email })
    expect(mails).toBe(placed.length)
    const journals = await checkoutsOf(app, provider.key).find({ customer: customer._id }).toArray()
    const transactions = journals.flatMap(({ attempts }) => attempts.map(({ transaction }) => transaction))
    const sessions = await sandboxSessions(app, provider.key)
      .find({ transaction: { $in: transactions } })
      .toArray()
    const charged = sessions.filter((session) => session.charged).map(({ amount }) => amount)
    const byCard = placed.filter(
      ({ press: { payment }, order }) => PAYMENTS[payment]?.gateway === 'sandbox' && order.total > 0,
    )
    expect(charged.toSorted()).toEqual(byCard.map(({ order }) => order.total).toSorted())
    expect(sessions.filter(({ refunded }) => refunded)).toEqual([])
  }
}

// The compared parts of a cart or an order, in the words of the model.

function lineFacts({
  uuid: id,
  product,
  quantity,
  subProductUuids,
  actualLinePrice: price,
}: Cart['orderLines'][number]) {
  const nameOf = (extra: string) => Object.entries(shop.extras).find(([, uuid]) => uuid === extra)?.[0] ?? ''
  return {
    id,
    thing: shop.thingOf(product?.uuid ?? ''),
    quantity,
    extras: subProductUuids.map(nameOf).toSorted(),
    price,
  }
}

const summaryFacts = ({ type, actualLinePrice }: Cart['orderLines'][number]) => [type, actualLinePrice]

function factsOf({ version, orderLines, summary, rebateCode, rebateProblem }: Cart) {
  return {
    version,
    lines: orderLines.filter(({ type }) => type === 0).map(lineFacts),
    summary: orderLines.filter(({ type }) => type !== 0).map(summaryFacts),
    total: summary.totalPrice,
    code: rebateCode,
    helps: rebateCode !== null && rebateProblem === undefined,
  }
}

function summaryOf({ discount, delivery, fee, total }: Omit<PricedOrder, 'lines' | 'code'>) {
  return [...(discount > 0 ? [[2, -discount]] : []), [3, delivery], ...(fee > 0 ? [[3, fee]] : []), [4, total]]
}

function expectedCart(model: Model, by: Customer, delivery?: number, payment?: number): ReturnType<typeof factsOf> {
  const { version, lines, code } = model.carts[by]
  const costs = quote(model, by, delivery, payment)
  const isNamed = code !== null && lines.length > 0
  const discount = costs.discount > 0 ? [[2, -costs.discount]] : []
  return {
    version,
    lines: priceLines(lines).map((line) => ({ ...line, extras: line.extras.toSorted() })),
    summary: delivery === undefined ? discount : summaryOf(costs),
    total: costs.total,
    code: isNamed ? code : null,
    helps: isNamed && costs.discount > 0,
  }
}
