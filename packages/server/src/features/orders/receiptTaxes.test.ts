import { describe, expect, it } from 'vitest'
import { taxLines } from './receiptTaxes.ts'

const tax = {
  name: 'MVA',
  percent: 25,
  rates: [
    { percent: 0, types: [201] },
    { percent: 15, types: [3] },
  ],
}
const line = (linePrice: number, type = 1) => ({ linePrice, product: { uuid: `type ${type}`, type } })
const voucher = (price: number) => ({ kind: 'voucher' as const, price })

describe('the taxes in an order', () => {
  it('are one line for each rate; delivery has the shop’s own', () => {
    const order = {
      lines: [line(10_000), line(5000, 3), line(19_900, 201)],
      fees: [{ kind: 'delivery' as const, price: 2500 }],
    }
    expect(taxLines(tax, order)).toEqual([
      { name: 'MVA', percent: 25, total: 12_500, amount: 2500 },
      { name: 'MVA', percent: 15, total: 5000, amount: 652 },
      { name: 'MVA', percent: 0, total: 19_900, amount: 0 },
    ])
  })

  it('are reduced in proportion by a voucher, and add up to the total', () => {
    const lines = [line(1000), line(1000, 3), line(999, 201)]
    const taxes = taxLines(tax, { lines, fees: [voucher(-999)] })
    expect(taxes.map(({ total }) => total)).toEqual([667, 667, 666])
    expect(taxes.map(({ amount }) => amount)).toEqual([133, 87, 0])
  })

  it('of delivery and of other products are not reduced by a voucher', () => {
    const order = {
      lines: [line(1000), line(2000, 3)],
      fees: [voucher(-500), { kind: 'delivery' as const, price: 400 }],
      voucher: { products: ['type 3'] },
    }
    expect(taxLines(tax, order).map(({ percent, total }) => [percent, total])).toEqual([
      [25, 1400],
      [15, 1500],
    ])
  })

  it('are omitted if the shop names none, or nothing is paid', () => {
    expect(taxLines(null, { lines: [line(1000)], fees: [] })).toEqual([])
    expect(taxLines(tax, { lines: [line(0)], fees: [] })).toEqual([])
  })
})
