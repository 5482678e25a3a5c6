import { describe, expect, it } from 'vitest'
import { pieceCount, quantityBounds, unitPrice } from './cart.ts'
import { priceLines } from './prices.ts'

const card = {
  uuid: 'card',
  campaign: null,
  subproducts: [{ uuid: 'glossy', name: 'Glossy', extraprice: 25 }],
  productprices: [
    { quantity: 1, price: 999, campaignprice: null, type: 0 },
    { quantity: 5, price: 799, campaignprice: null, type: 0 },
  ],
}
const mug = {
  uuid: 'mug',
  campaign: null,
  subproducts: [],
  productprices: [{ quantity: 1, price: 1250, campaignprice: null, type: 0 }],
}

describe('prices of lines', () => {
  it('record how a price is composed', () => {
    expect(priceLines([{ product: card, quantity: 6, subProductUuids: [] }])).toEqual([
      {
        linePrice: 4 * 999 + 2 * 799,
        runs: [
          { count: 4, price: 999 },
          { count: 2, price: 799 },
        ],
      },
    ])
  })

  it('include the saving of a campaign, only for the pieces that are lawfully cheaper', () => {
    const tiers = [
      { quantity: 1, price: 1000, campaignprice: 800, priorprice: 950, type: 0 },
      { quantity: 3, price: 700, campaignprice: 650, priorprice: 640, type: 0 },
    ]
    const campaign = { name: 'Early birds', until: null }
    const cheaper = { ...mug, campaign, productprices: tiers }
    const [line] = priceLines([{ product: cheaper, quantity: 4, subProductUuids: [] }])
    expect(line).toMatchObject({ linePrice: 2 * 800 + 2 * 650, rebate: 2 * 150 })
    const [plain] = priceLines([{ product: { ...cheaper, campaign: null }, quantity: 4, subProductUuids: [] }])
    expect(plain).not.toHaveProperty('rebate')
  })

  it('count pieces of the same product across lines, but not those of other products', () => {
    const lines = [
      { product: card, quantity: 3, subProductUuids: [] },
      { product: mug, quantity: 9, subProductUuids: [] },
      { product: card, quantity: 3, subProductUuids: ['glossy'] },
    ]
    expect(priceLines(lines).map(({ linePrice }) => linePrice)).toEqual([3 * 999, 9 * 1250, 1024 + 2 * 824])
  })
})

describe('quantities', () => {
  const line = { quantity: 3, minimumQuantity: 2, maximumQuantity: null }

  it('range from the minimum to the current one plus 100, or to the maximum', () => {
    expect(quantityBounds(line)).toEqual({ min: 2, max: 103 })
    expect(quantityBounds({ ...line, maximumQuantity: 10 })).toEqual({ min: 2, max: 10 })
  })

  it('are counted over products only, and only those that can be ordered', () => {
    const orderLines = [
      { type: 0, quantity: 3, isOffered: true },
      { type: 3, quantity: 1, isOffered: true },
      { type: 0, quantity: 2, isOffered: true },
      { type: 0, quantity: 4, isOffered: false },
    ]
    expect(pieceCount({ orderLines } as Parameters<typeof pieceCount>[0])).toBe(5)
    expect(unitPrice({ linePrice: 3000, quantity: 3 })).toBe(1000)
  })
})
