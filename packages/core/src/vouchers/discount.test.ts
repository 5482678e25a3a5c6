import { describe, expect, it } from 'vitest'
import { voucherDiscount } from './discount.ts'

const [card, mug] = ['card', 'mug']
const line = (uuid: string, linePrice: number) => ({ product: { uuid }, linePrice })

describe('the reduction by a voucher', () => {
  const lines = [line(card, 1990), line(mug, 1495)]

  it('is a percentage of the products, rounded in the customer’s favour', () => {
    // 10 % of 34.85 is 3.485
    expect(voucherDiscount(lines, { percent: 10 })).toBe(349)
    expect(voucherDiscount(lines, { percent: 100 })).toBe(3485)
  })

  it('is an amount, and never more than the price of the products', () => {
    expect(voucherDiscount(lines, { amount: 500 })).toBe(500)
    expect(voucherDiscount(lines, { amount: 5000 })).toBe(3485)
  })

  it('counts only the products that it names', () => {
    expect(voucherDiscount(lines, { percent: 20, products: [mug] })).toBe(299)
    expect(voucherDiscount(lines, { amount: 9999, products: [mug] })).toBe(1495)
    expect(voucherDiscount(lines, { amount: 500, products: ['puzzle'] })).toBe(0)
  })

  it('is nothing below the minimum price, and full from it on', () => {
    expect(voucherDiscount(lines, { amount: 500, least: 3486 })).toBe(0)
    expect(voucherDiscount(lines, { amount: 500, least: 3485 })).toBe(500)
    // The price of other products does not count.
    expect(voucherDiscount(lines, { amount: 500, least: 2000, products: [card] })).toBe(0)
  })

  it('is nothing for an empty cart', () => {
    expect(voucherDiscount([], { percent: 10 })).toBe(0)
  })
})
