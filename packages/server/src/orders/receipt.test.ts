import { describe, expect, it } from 'vitest'
import { taxLines } from './receipt.ts'

const tax = {
  name: 'MVA',
  percent: 25,
  rates: [
    { percent: 0, types: [201] },
    { percent: 15, types: [3] },
  ],
}
const line = (linePrice: number, type = 1) => ({ linePrice, product: { type } })

describe('the taxes in an order', () => {
  it('are one line for each rate, delivery by the shop’s own', () => {
    const order = {
      lines: [line(10_000), line(5000, 3), line(19_900, 201)],
      fees: [{ price: 2500 }],
      totalPrice: 37_400,
    }
    expect(taxLines(tax, order)).toEqual([
      { name: 'MVA', percent: 25, total: 12_500, amount: 2500 },
      { name: 'MVA', percent: 15, total: 5000, amount: 652 },
      { name: 'MVA', percent: 0, total: 19_900, amount: 0 },
    ])
  })

  it('share what a rebate takes off, and add up to the total', () => {
    const order = { lines: [line(1000), line(1000, 3), line(999, 201)], fees: [], totalPrice: 2000 }
    const taxes = taxLines(tax, order)
    expect(taxes.map(({ total }) => total)).toEqual([667, 667, 666])
    expect(taxes.map(({ amount }) => amount)).toEqual([133, 87, 0])
  })

  it('are none where the shop names none, and where nothing is paid', () => {
    expect(taxLines(null, { lines: [line(1000)], fees: [], totalPrice: 1000 })).toEqual([])
    expect(taxLines(tax, { lines: [line(0)], fees: [], totalPrice: 0 })).toEqual([])
  })
})
