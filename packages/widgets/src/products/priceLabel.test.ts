import { priceRows } from '@portraitkit/core/products/volumePrice.ts'
import { expect, it } from 'vitest'
import { translateTo } from '../../../server/src/platform/texts.ts'
import { priceLabel } from './priceLabel.ts'

const tier = (
  quantity: number,
  price: number,
  change: Partial<{ campaignprice: number; priorprice: number; type: number }> = {},
) => ({
  quantity,
  price,
  campaignprice: null,
  priorprice: null,
  type: 0,
  ...change,
})
const product = (
  productprices: ReturnType<typeof tier>[],
  minorderpartquantity = 1,
  campaign: string | null = null,
) => ({
  productprices,
  minorderpartquantity,
  campaign: campaign === null ? null : { name: campaign, until: null },
})
const labels = (language: string, type: number) => {
  const t = translateTo(language)
  return priceRows(product([tier(1, 400, { type }), tier(2, 300, { type }), tier(5, 250, { type })])).map((row) =>
    priceLabel(t, row),
  )
}

it('[PRC-2] price type 0 is written as quantities, any other as ordinals', () => {
  expect(labels('en', 0)).toEqual(['1', '2 to 4', '5 and on'])
  for (const type of [1, 2]) expect(labels('en', type)).toEqual(['1st', '2nd to 4th', '5th and on'])
})

it('[PRC-2] ordinals are %dst, %dnd, %drd, %dth, with their exceptions', () => {
  const t = translateTo('en')
  const ordinal = (from: number) => priceLabel(t, { from, to: from, type: 1, price: 0, before: null })
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 112].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '101st',
    '112th',
  ])
})

it.each([
  ['de', '1.', '2. bis 4.', 'ab dem 5.'],
  ['es', '1.ª', '2.ª a 4.ª', 'desde la 5.ª'],
  ['nb', '1.', '2. til 4.', 'fra og med 5.'],
  ['sv', '1:a', '2:a till 4:e', 'från och med 5:e'],
  ['da', '1.', '2. til 4.', 'fra og med 5.'],
])('[PRC-2] ordinals are written as usual in %s', (language, ...expected) => {
  expect(labels(language, 1)).toEqual(expected)
})

it('[PRC-2] a campaign’s prices are shown while it lasts, with only the struck price that the law allows', () => {
  const tiers = [
    tier(1, 400, { campaignprice: 300, priorprice: 350 }),
    tier(5, 320, { campaignprice: 300, priorprice: 290 }),
    tier(9, 250),
  ]
  const prices = (campaign: string | null) =>
    priceRows(product(tiers, 1, campaign)).map(({ price, before }) => [price, before])
  expect(prices('Spring')).toEqual([
    [300, 350],
    [300, null],
    [250, null],
  ])
  expect(prices(null)).toEqual([
    [400, null],
    [320, null],
    [250, null],
  ])
})

it('[PRC-2] a product with a minimum quantity has no price below it', () => {
  const rows = priceRows(product([tier(1, 400), tier(4, 300), tier(10, 200)], 6))
  expect(rows.map(({ from, to }) => [from, to])).toEqual([
    [6, 9],
    [10, null],
  ])
})
