import { describe, expect, it } from 'vitest'
import { type BookedOrder, type Books, findFaults, type PriceList, type Shopper } from './purchaseModel.ts'

const prices: PriceList = {
  tiers: [
    { from: 1, price: 400 },
    { from: 3, price: 300 },
  ],
  delivery: 500,
  fees: { invoice: 0, card: 25 },
  vouchers: { TENTH: { percent: 10, stock: 1 } },
}
const anna: Shopper = {
  customer: 'anna',
  email: 'anna@example.com',
  added: new Map([
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ]),
  acknowledged: new Set(['1', '2']),
}
const first: BookedOrder = {
  id: '1',
  customer: 'anna',
  lines: [{ id: 'a', quantity: 3, price: 1100 }],
  transaction: 'paid',
  gateway: 'card',
  code: 'TENTH',
  total: 1100 - 110 + 500 + 25,
}
const second: BookedOrder = {
  id: '2',
  customer: 'anna',
  lines: [{ id: 'b', quantity: 1, price: 400 }],
  transaction: null,
  gateway: 'invoice',
  code: null,
  total: 900,
}
const sound: Books = {
  orders: [first, second],
  charges: [
    { transaction: 'paid', amount: 1515, isRefunded: false },
    { transaction: 'too late', amount: 1515, isRefunded: true },
  ],
  receipts: [
    { order: '1', to: 'anna@example.com' },
    { order: '2', to: 'anna@example.com' },
  ],
  cartLines: [{ customer: 'anna', line: 'c', quantity: 2 }],
  voucherUses: [{ code: 'TENTH', order: '1', isPaid: true }],
}

describe('the model of purchases', () => {
  it('finds nothing in sound books', () => {
    expect(findFaults(prices, [anna], sound)).toEqual([])
  })

  const [charge] = sound.charges as [Books['charges'][number]]
  const [receipt] = sound.receipts as [Books['receipts'][number]]
  const [use] = sound.voucherUses as [Books['voucherUses'][number]]
  const faults: Array<[what: string, change: Partial<Books>, fault: string]> = [
    ['a lost order', { orders: [second] }, 'order 1 was acknowledged and is lost'],
    ['an order twice', { orders: [first, second, second] }, 'order 2 exists twice'],
    ['an order of a stranger', { orders: [first, second, { ...second, id: '3', customer: 'bob' }] }, 'customer bob'],
    ['an order without lines', { orders: [first, { ...second, lines: [], total: 500 }] }, 'order 2 is empty'],
    ['a lost line', { cartLines: [] }, 'line c with 2 is lost'],
    [
      'a line both bought and in the cart',
      { cartLines: [{ customer: 'anna', line: 'b', quantity: 1 }] },
      'once too often',
    ],
    [
      'a line with fewer copies',
      { cartLines: [{ customer: 'anna', line: 'c', quantity: 1 }] },
      'line c with 2 is lost',
    ],
    ['a wrong line price', { orders: [first, { ...second, lines: [{ id: 'b', quantity: 1, price: 1 }] }] }, 'not 400'],
    ['a wrong total', { orders: [first, { ...second, total: 901 }] }, 'order 2 costs 901, not 900'],
    ['a forgotten fee', { orders: [{ ...first, total: 1490 }, second] }, 'order 1 costs 1490, not 1515'],
    ['an order without payment', { charges: [] }, 'paid 1515 is owed'],
    ['a refunded payment of an order', { charges: [{ ...charge, isRefunded: true }] }, 'paid 1515 is owed'],
    ['a payment without order', { charges: [charge, { ...charge, transaction: 'x' }] }, 'payment x 1515 was charged'],
    ['a payment twice', { charges: [charge, charge] }, 'payment paid 1515 was charged'],
    ['a payment of another amount', { charges: [{ ...charge, amount: 1 }] }, 'payment paid 1 was charged'],
    ['a missing receipt', { receipts: [receipt] }, 'receipt 2 to anna@example.com was never queued'],
    ['a receipt twice', { receipts: [...sound.receipts, receipt] }, 'receipt 1 to anna@example.com is one too many'],
    ['a receipt to somebody else', { receipts: [receipt, { order: '2', to: 'bob' }] }, 'receipt 2 to bob'],
    ['an uncounted voucher', { voucherUses: [] }, 'voucher TENTH in 1 was not counted'],
    ['a reserved voucher', { voucherUses: [use, { ...use, order: '3', isPaid: false }] }, 'TENTH in 3, unpaid'],
    [
      'a voucher used beyond its stock',
      { voucherUses: [use, { ...use, order: '2' }] },
      'voucher TENTH was used 2 times',
    ],
  ]
  it.each(faults)('finds %s', (_what, change, fault) => {
    expect(findFaults(prices, [anna], { ...sound, ...change }).join('\n')).toContain(fault)
  })
})
