import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPrice, priceAt, priceOf, type Tier, tierAt } from './volumePrice.ts'

const tier = (quantity: number, price: number, campaignprice: number | null = null): Tier => ({
  quantity,
  price,
  campaignprice,
})
const aProduct = (...productprices: Tier[]) => ({
  campaign: null,
  productprices,
  subproducts: [
    { uuid: 'envelope', name: 'Envelope', extraprice: 40 },
    { uuid: 'foil', name: 'Gold foil', extraprice: 125 },
  ],
})

describe('volume pricing', () => {
  const card = aProduct(tier(10, 250), tier(1, 399, 299), tier(5, 325))

  it.each([
    [1, 399],
    [4, 399],
    [5, 325],
    [9, 325],
    [10, 250],
    [500, 250],
  ])('[PRC-1] the item at position %i has the price of the highest tier not above it', (position, price) => {
    expect(priceAt(card, position)).toBe(price)
  })

  it('[PRC-1] a line is the sum of its items, not the last price times the quantity', () => {
    expect(priceOf(card, 6)).toBe(4 * 399 + 2 * 325)
    expect(priceOf(card, 2, { before: 4 })).toBe(2 * 325)
    expect(priceOf(card, 0)).toBe(0)
  })

  it('adds the selected subproducts to every item and uses campaign prices if there are any', () => {
    expect(priceOf(card, 3, { subProducts: ['foil', 'unknown'] })).toBe(3 * (399 + 125))
    const reduced = { ...card, campaign: { name: 'Early birds', until: null } }
    expect(priceOf(reduced, 5)).toBe(4 * 299 + 325)
    expect([fromPrice(card), fromPrice(reduced)]).toEqual([250, 250])
    expect(fromPrice({ ...reduced, productprices: [tier(1, 399, 299)] })).toBe(299)
  })

  it('[PRC-1] [PRC-5] agrees with the specified rule for every list of tiers, in whole minor units', () => {
    const tiers = fc.uniqueArray(
      fc.record({ quantity: fc.integer({ min: 1, max: 40 }), price: fc.integer({ min: 0, max: 100_000 }) }),
      { minLength: 1, maxLength: 8, selector: ({ quantity }) => quantity },
    )
    fc.assert(
      fc.property(tiers, fc.nat(60), fc.nat(20), (list, quantity, before) => {
        const prices = list.map(({ quantity, price }) => tier(quantity, price))
        // the model: walk up through the positions and change the price where a tier begins
        const sorted = [...prices].sort((one, other) => one.quantity - other.quantity)
        let current = sorted[0]?.price ?? 0
        let model = 0
        for (let position = 1; position <= before + quantity; position++) {
          const begins = prices.find((each) => each.quantity === position)
          if (begins) current = begins.price
          if (position > before) model += current
        }
        const sum = priceOf(aProduct(...prices), quantity, { before })
        expect(sum).toBe(model)
        expect(Number.isSafeInteger(sum)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('throws for a product without prices', () => {
    expect(() => tierAt([], 1)).toThrow('without prices')
  })
})
