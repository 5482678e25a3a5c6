import { expect, it } from 'vitest'
import type { PricedLine } from '../cart/lineKinds.ts'
import type { OrderContent } from './collection.ts'
import { recordUnsold } from './unsoldLines.ts'

const line = (uuid: string, linePrice: number, kind: 'print' | 'digital' = 'print') =>
  ({ uuid, kind, linePrice, product: { uuid: `product ${uuid}` }, sceneHash: '' }) as unknown as PricedLine
const fee = (kind: 'delivery' | 'payment' | 'voucher', price: number) => ({
  uuid: kind,
  kind,
  description: kind,
  price,
})

/** What is refunded for the lines with these uuids. */
function refundFor(
  lost: string[],
  lines: PricedLine[],
  fees: OrderContent['fees'] = [],
  voucher?: Partial<OrderContent['voucher']>,
) {
  const totalPrice = [...lines.map(({ linePrice }) => linePrice), ...fees.map(({ price }) => price)]
  const content = { lines, fees, voucher, totalPrice: totalPrice.reduce((sum, price) => sum + price, 0) }
  return recordUnsold(
    content as unknown as OrderContent,
    lines.filter(({ uuid }) => lost.includes(uuid)),
  )?.amount
}

it('refunds the price of a line', () => {
  expect(refundFor(['a'], [line('a', 399), line('b', 250)])).toBe(399)
})

it('refunds nothing if nothing was lost', () => {
  expect(refundFor([], [line('a', 399)])).toBeUndefined()
})

it('refunds everything, fees as well, if nothing is left', () => {
  expect(refundFor(['a'], [line('a', 399)], [fee('delivery', 495), fee('payment', 25)])).toBe(919)
})

it('refunds the delivery if only files are left', () => {
  const lines = [line('a', 399), line('b', 1500, 'digital')]
  expect(refundFor(['a'], lines, [fee('delivery', 495), fee('payment', 25)])).toBe(399 + 495)
  expect(refundFor(['b'], lines, [fee('delivery', 495), fee('payment', 25)])).toBe(1500)
})

it('leaves out what a voucher has paid of the line, rounded for the customer', () => {
  const lines = [line('a', 1000), line('b', 500)]
  expect(refundFor(['a'], lines, [fee('voucher', -100)], {})).toBe(1000 - 66)
  expect(refundFor(['b'], lines, [fee('voucher', -100)], { products: ['product a'] })).toBe(500)
  expect(refundFor(['b'], lines, [fee('voucher', -1500)], {})).toBe(0)
})

it('refunds no more than was paid', () => {
  expect(refundFor(['b'], [line('a', 0), line('b', 500)], [fee('voucher', -450)], { products: ['product a'] })).toBe(50)
})
