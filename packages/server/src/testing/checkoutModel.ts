/**
 * The rights of a shop's customers, as calculated by somebody who has read the specification and never seen the product: prices
 * by position, a campaign, vouchers with their stock, fees, and which press of 'Buy now' is an order. It imports nothing.
 */

export const CUSTOMERS = [0, 1] as const
export type Customer = (typeof CUSTOMERS)[number]
export type Piece = 'card' | 'print'
export type Thing = Piece | 'book'
export type Code = 'TENTH' | 'FIVER' | 'BIGGER' | 'BOOKS' | 'WHOLE'
export type Reason = 'unknown' | 'used' | 'used_up' | 'other_products' | 'least'

type Tier = { from: number; price: number; reduced: number | null }

/** The price list: a tier applies from the copy at its position on; `reduced` during the campaign. */
export const PIECES: Record<Piece, { tiers: Tier[]; min: number; extras: Record<string, number> }> = {
  card: {
    tiers: [
      { from: 1, price: 399, reduced: 299 },
      { from: 5, price: 325, reduced: 275 },
      { from: 10, price: 249, reduced: null },
    ],
    min: 1,
    extras: { envelope: 40, foil: 125 },
  },
  print: {
    tiers: [
      { from: 1, price: 155, reduced: null },
      { from: 6, price: 120, reduced: 99 },
    ],
    min: 3,
    extras: { frame: 75 },
  },
}
export const BOOK = { price: 2500, max: 3 }
/** The campaign applies while the cart contains this number of cards and prints. */
export const CAMPAIGN_FROM = 8
export const FREE_FROM = 3000
export const DELIVERIES = [
  { name: 'post', price: 495, isExpress: false },
  { name: 'express', price: 1295, isExpress: true },
]
export const PAYMENTS = [
  { gateway: 'invoice', fee: 0 },
  { gateway: 'sandbox', fee: 25 },
] as const

type Voucher = { percent?: number; amount?: number; of?: Thing[]; least?: number; stock?: number; again?: boolean }
export const VOUCHERS: Record<Code, Voucher> = {
  TENTH: { percent: 10, stock: 3 },
  FIVER: { amount: 500, of: ['print'], stock: 2, again: true },
  BIGGER: { percent: 15, least: 3000 },
  BOOKS: { percent: 50, of: ['book'], again: true },
  WHOLE: { percent: 100, stock: 1 },
}
export const CODES = Object.keys(VOUCHERS) as Code[]

export type Line = { id: string; thing: Thing; quantity: number; extras: string[] }
/** The id of a line created by the product, which the model cannot know. */
export const REMAINDER_ID = 'rest'
type Cart = { version: number; lines: Line[]; gone: string[]; code: Code | null }
/** The input of pressing 'Buy now'. */
export type Press = { checkout: string; delivery: number; payment: number; total: number }
type Payment = { press: Press; order: PricedOrder }
export type PricedOrder = { lines: Array<Line & { price: number }>; code: Code | null } & Quote
type Quote = { discount: number; delivery: number; fee: number; total: number }

export type Model = {
  carts: Record<Customer, Cart>
  /** The payment that a customer has open at the gateway: one, or none. */
  open: Record<Customer, Payment | null>
  placed: Record<Customer, Payment[]>
  /** Vouchers in placed orders. */
  used: Array<{ code: Code; by: Customer }>
  /** Vouchers reserved for orders of these checkouts. */
  reservations: Array<{ code: Code; by: Customer; checkout: string }>
}

export function emptyModel(): Model {
  const cart = (): Cart => ({ version: 0, lines: [], gone: [], code: null })
  return {
    carts: [cart(), cart()],
    open: [null, null],
    placed: [[], []],
    used: [],
    reservations: [],
  } as unknown as Model
}

const isPiece = (thing: Thing): thing is Piece => thing !== 'book'
export const minQuantity = (thing: Thing) => (isPiece(thing) ? PIECES[thing].min : 1)
export const maxQuantity = (thing: Thing) => (isPiece(thing) ? 999 : BOOK.max)

/** The lines with their prices: copy after copy, counted across lines. */
export function priceLines(lines: readonly Line[]): Array<Line & { price: number }> {
  let pieces = 0
  for (const { thing, quantity } of lines) if (isPiece(thing)) pieces += quantity
  const position = { card: 0, print: 0 }
  return lines.map((line) => {
    const { thing, quantity, extras } = line
    if (!isPiece(thing)) return { ...line, price: quantity * BOOK.price }
    let price = 0
    for (let piece = 0; piece < quantity; piece++) {
      position[thing] += 1
      let own = 0
      for (const tier of PIECES[thing].tiers) {
        if (tier.from > position[thing]) break
        own = pieces >= CAMPAIGN_FROM && tier.reduced !== null ? tier.reduced : tier.price
      }
      for (const extra of extras) own += PIECES[thing].extras[extra] ?? 0
      price += own
    }
    return { ...line, price }
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

/** The reasons why a code does not reduce a customer's cart; none if it does. */
export function refusals(model: Model, by: Customer, code: Code | 'NOBODY'): Reason[] {
  if (code === 'NOBODY') return ['unknown']
  const { of, least: minimum = 0, stock = Number.POSITIVE_INFINITY, again } = VOUCHERS[code]
  const base = baseOf(model.carts[by].lines, of)
  const uses = model.used.filter((use) => use.code === code)
  const reservations = model.reservations.filter((hold) => hold.code === code)
  const isReserved = reservations.some((hold) => hold.by === by)
  return [
    ...(!again && uses.some((use) => use.by === by) ? (['used'] as const) : []),
    ...(!isReserved && uses.length + reservations.length >= stock ? (['used_up'] as const) : []),
    ...(base === 0 ? (['other_products'] as const) : []),
    ...(base < minimum ? (['least'] as const) : []),
  ]
}

function baseOf(lines: readonly Line[], of?: readonly Thing[]): number {
  return sum(priceLines(lines).map(({ thing, price }) => (!of || of.includes(thing) ? price : 0)))
}

/** The reduction by the code in a cart; halves of a cent go to the customer. */
function discountOf(model: Model, by: Customer): number {
  const { code, lines } = model.carts[by]
  if (!code || lines.length === 0 || refusals(model, by, code).length > 0) return 0
  const { percent, amount = 0, of } = VOUCHERS[code]
  const base = baseOf(lines, of)
  const off = percent ? Math.floor((base * percent + 50) / 100) : amount
  return Math.min(off, base)
}

/** The total of a cart with these choices. */
export function quote(model: Model, by: Customer, delivery?: number, payment?: number): Quote {
  const products = baseOf(model.carts[by].lines)
  const discount = discountOf(model, by)
  const way = delivery === undefined ? undefined : DELIVERIES[delivery]
  // Free depending on the price of the products before the voucher, and never for express.
  const carriage = way ? (products >= FREE_FROM && !way.isExpress ? 0 : way.price) : 0
  const owed = products - discount + carriage
  const fee = payment === undefined || owed === 0 ? 0 : (PAYMENTS[payment]?.fee ?? 0)
  return { discount, delivery: carriage, fee, total: owed + fee }
}

/** A checkout belongs to one version of one cart. */
export const checkoutOf = (model: Model, by: Customer) => `${by} ${model.carts[by].version}`

export function changeCart(model: Model, by: Customer, change: (lines: Line[]) => Line[]): void {
  const cart = model.carts[by]
  const lines = change(cart.lines)
  const gone = cart.lines.filter((line) => !lines.some(({ id }) => id === line.id)).map(({ id }) => id)
  model.carts[by] = { ...cart, lines, gone: [...cart.gone, ...gone], version: cart.version + 1 }
}

type PressInput =
  | { kind: 'refused'; reason: 'cart_changed' | 'price_changed' | 'already_paid' }
  | { kind: 'same' }
  | { kind: 'placed' }
  | { kind: 'opened' }

const isSame = (one: Press, other: Press) => JSON.stringify(one) === JSON.stringify(other)

/** 'Buy now'. A refusal changes nothing. */
export function press(model: Model, by: Customer, pressed: Press): PressInput {
  const paid = model.placed[by].find((each) => each.press.checkout === pressed.checkout)
  if (paid) return isSame(paid.press, pressed) ? { kind: 'same' } : { kind: 'refused', reason: 'already_paid' }
  const open = model.open[by]
  if (open && isSame(open.press, pressed)) return { kind: 'same' }
  if (pressed.checkout !== checkoutOf(model, by)) return { kind: 'refused', reason: 'cart_changed' }
  const costs = quote(model, by, pressed.delivery, pressed.payment)
  if (costs.total !== pressed.total) return { kind: 'refused', reason: 'price_changed' }
  const { lines, code } = model.carts[by]
  const order: PricedOrder = { lines: priceLines(lines), code: costs.discount > 0 ? code : null, ...costs }
  const payment = { press: pressed, order }
  if (order.code) {
    const { code: voucher } = order
    model.reservations = model.reservations.filter((hold) => hold.code !== voucher || hold.by !== by)
    model.reservations.push({ code: voucher, by, checkout: pressed.checkout })
  }
  // Selecting another payment option has ended the previous payment.
  model.open[by] = payment
  if (PAYMENTS[pressed.payment]?.gateway === 'sandbox' && costs.total > 0) return { kind: 'opened' }
  place(model, by)
  return { kind: 'placed' }
}

/**
 * The open payment is paid: its lines leave the cart, with the code in it, and its voucher is used. Copies that were added to a
 * line meanwhile stay, as a line whose id is not known yet.
 */
export function place(model: Model, by: Customer): void {
  const payment = model.open[by]
  if (!payment) return
  const { order } = payment
  model.open[by] = null
  model.placed[by].push(payment)
  if (order.code) {
    const { code } = order
    model.reservations = model.reservations.filter((hold) => hold.code !== code || hold.by !== by)
    model.used.push({ code, by })
  }
  const bought = order.lines.map(({ id }) => id)
  const cart = model.carts[by]
  if (!cart.lines.some(({ id }) => bought.includes(id))) return
  changeCart(model, by, (lines) =>
    lines.flatMap((line) => {
      const paid = order.lines.find(({ id }) => id === line.id)
      const more = line.quantity - (paid?.quantity ?? 0)
      if (!paid) return [line]
      // with a minimum quantity of two, one more is two
      return more > 0 ? [{ ...line, id: REMAINDER_ID, quantity: Math.max(more, minQuantity(line.thing)) }] : []
    }),
  )
  model.carts[by].code = null
}

/** Two minutes later: a voucher is reserved only for an order whose payment is under way. */
export function releaseVouchers(model: Model): void {
  model.reservations = model.reservations.filter(({ by, checkout }) => model.open[by]?.press.checkout === checkout)
}
