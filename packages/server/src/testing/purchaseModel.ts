/**
 * What must be true of a shop's books after any purchases, whatever happened to the servers meanwhile: as calculated by somebody
 * who has read the price list and never seen the product. It imports nothing. Money is in minor units.
 */

export type PriceList = {
  /** The price of a copy from the copy with this number on, cheapest last. All copies of an order are of one product. */
  tiers: ReadonlyArray<{ from: number; price: number }>
  delivery: number
  /** By gateway. */
  fees: Readonly<Record<string, number>>
  /** The codes, with the percentage that each takes off the products. */
  vouchers: Readonly<Record<string, { percent: number; stock: number }>>
}

/** What a customer did, and what the customer's browser was shown. */
export type Shopper = {
  customer: string
  email: string
  /** The lines that were put into the cart, with their copies. */
  added: ReadonlyMap<string, number>
  /** The orders whose receipt the browser was sent to. */
  acknowledged: ReadonlySet<string>
}

export type Books = {
  /** The orders that were placed. */
  orders: readonly BookedOrder[]
  /** The payments that a gateway took, those that it refunded included. */
  charges: ReadonlyArray<{ transaction: string; amount: number; isRefunded: boolean }>
  /** The receipts by email, sent or queued. */
  receipts: ReadonlyArray<{ order: string; to: string }>
  /** The lines that are still in carts. */
  cartLines: ReadonlyArray<{ customer: string; line: string; quantity: number }>
  voucherUses: ReadonlyArray<{ code: string; order: string; isPaid: boolean }>
}

export type BookedOrder = {
  id: string
  customer: string
  lines: ReadonlyArray<{ id: string; quantity: number; price: number }>
  /** Null if an invoice is sent, which nobody charges. */
  transaction: string | null
  gateway: string
  code: string | null
  total: number
}

/** Every sentence of the shop's rules that the books contradict; none if they agree. */
export function findFaults(prices: PriceList, shoppers: readonly Shopper[], books: Books): string[] {
  return [
    ...repeated(books.orders.map(({ id }) => id)).map((id) => `order ${id} exists twice`),
    ...books.orders.flatMap((order) => faultsOfPrice(prices, order)),
    ...shoppers.flatMap((shopper) => faultsOfShopper(shopper, books)),
    ...faultsOfStrangers(shoppers, books),
    ...faultsOfCharges(books),
    ...faultsOfReceipts(shoppers, books),
    ...faultsOfVouchers(prices, books),
  ]
}

/** Each line that was added is in one order or still in the cart, with its copies; each receipt that was seen is an order. */
function faultsOfShopper({ customer, added, acknowledged }: Shopper, { orders, cartLines }: Books): string[] {
  const own = orders.filter((order) => order.customer === customer)
  const placed = new Set(own.map(({ id }) => id))
  const found = [
    ...own.flatMap(({ lines }) => lines.map(({ id, quantity }) => `${id} with ${quantity}`)),
    ...cartLines.filter((line) => line.customer === customer).map(({ line, quantity }) => `${line} with ${quantity}`),
  ]
  const expected = [...added].map(([line, quantity]) => `${line} with ${quantity}`)
  return [
    ...[...acknowledged].filter((id) => !placed.has(id)).map((id) => `order ${id} was acknowledged and is lost`),
    ...without(expected, found).map((line) => `line ${line} is lost`),
    ...without(found, expected).map((line) => `line ${line} is there once too often`),
  ]
}

function faultsOfStrangers(shoppers: readonly Shopper[], { orders, cartLines }: Books): string[] {
  const known = new Set(shoppers.map(({ customer }) => customer))
  return [...orders, ...cartLines]
    .filter(({ customer }) => !known.has(customer))
    .map(({ customer }) => `customer ${customer} has bought or collected something and never came`)
}

function faultsOfPrice({ tiers, delivery, fees, vouchers }: PriceList, order: BookedOrder): string[] {
  let copies = 0
  let products = 0
  const faults: string[] = []
  for (const { id, quantity, price } of order.lines) {
    let expected = 0
    for (let copy = 0; copy < quantity; copy++) {
      copies += 1
      expected += tiers.reduce((last, tier) => (tier.from <= copies ? tier.price : last), 0)
    }
    products += expected
    if (price !== expected) faults.push(`line ${id} costs ${price}, not ${expected}`)
  }
  // Half a unit goes to the customer.
  const discount = order.code === null ? 0 : Math.floor((products * (vouchers[order.code]?.percent ?? 0) + 50) / 100)
  const total = products - discount + delivery + (fees[order.gateway] ?? Number.NaN)
  if (order.lines.length === 0) faults.push(`order ${order.id} is empty`)
  if (order.total !== total) faults.push(`order ${order.id} costs ${order.total}, not ${total}`)
  return faults
}

/** No order without its payment, no payment without its order, and each once. */
function faultsOfCharges({ orders, charges }: Books): string[] {
  const owed = orders
    .filter(({ transaction }) => transaction !== null)
    .map((each) => `${each.transaction} ${each.total}`)
  const paid = charges.filter(({ isRefunded }) => !isRefunded).map((each) => `${each.transaction} ${each.amount}`)
  return [
    ...without(owed, paid).map((payment) => `payment ${payment} is owed and was never charged`),
    ...without(paid, owed).map((payment) => `payment ${payment} was charged and belongs to no order`),
  ]
}

function faultsOfReceipts(shoppers: readonly Shopper[], { orders, receipts }: Books): string[] {
  const emails = new Map(shoppers.map(({ customer, email }) => [customer, email]))
  const due = orders.map(({ id, customer }) => `${id} to ${emails.get(customer)}`)
  const queued = receipts.map(({ order, to }) => `${order} to ${to}`)
  return [
    ...without(due, queued).map((receipt) => `receipt ${receipt} was never queued`),
    ...without(queued, due).map((receipt) => `receipt ${receipt} is one too many`),
  ]
}

function faultsOfVouchers({ vouchers }: PriceList, { orders, voucherUses }: Books): string[] {
  const due = orders.filter(({ code }) => code !== null).map(({ id, code }) => `${code} in ${id}`)
  const used = voucherUses.map(({ code, order, isPaid }) => `${code} in ${order}${isPaid ? '' : ', unpaid'}`)
  const counts = Map.groupBy(voucherUses, ({ code }) => code)
  return [
    ...without(due, used).map((use) => `voucher ${use} was not counted`),
    ...without(used, due).map((use) => `voucher ${use} is counted without its order`),
    ...[...counts]
      .filter(([code, uses]) => uses.length > (vouchers[code]?.stock ?? 0))
      .map(([code, uses]) => `voucher ${code} was used ${uses.length} times`),
  ]
}

/** What is in the first list more often than in the second. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of other) counts.set(each, (counts.get(each) ?? 0) + 1)
  return list.filter((each) => {
    const count = counts.get(each) ?? 0
    counts.set(each, count - 1)
    return count <= 0
  })
}

function repeated(list: readonly string[]): string[] {
  return without(list, [...new Set(list)])
}
