import { products } from '@portraitkit/core/products/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { saveProduct } from './collection.ts'
import type { ProductDocument } from './document.ts'

let server: TestServer

const aProduct = (number: number, change: Partial<ProductDocument> = {}): ProductDocument => ({
  uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  names: { en: `Card ${number}`, es: `Tarjeta ${number}` },
  type: 1,
  producttype: 'card',
  sortOrder: 1,
  formatSize: '15x15',
  minorderpartquantity: 1,
  subproducts: [{ uuid: '00000000-0000-4000-8000-0000000000aa', names: { en: 'Envelope' }, extraprice: 40 }],
  productprices: [
    { quantity: 5, price: 325, campaignprice: 299, type: 0 },
    { quantity: 1, price: 399, campaignprice: null, type: 0 },
  ],
  campaignrequirement: '',
  ...change,
})

beforeAll(async () => {
  server = await startTestServer()
  for (const product of [aProduct(10), aProduct(2), aProduct(3, { sortOrder: 0 })]) {
    await saveProduct(server.app, server.provider.key, product)
  }
  await saveProduct(server.app, server.other.key, aProduct(7))
})
afterAll(() => server.close())

describe('the price list', () => {
  it('[API-1] [API-3] names currency and products with their tiers, by sortOrder and then by name', async () => {
    const { currency, products: list } = await server.client().call(products.priceList, {})
    expect(currency).toBe(server.provider.currency)
    expect(list.map(({ name }) => name)).toEqual(['Card 3', 'Card 2', 'Card 10'])
    const { names: _names, subproducts: _subproducts, ...rest } = aProduct(3, { sortOrder: 0 })
    expect(list[0]).toEqual({
      ...rest,
      name: 'Card 3',
      subproducts: [{ uuid: '00000000-0000-4000-8000-0000000000aa', name: 'Envelope', extraprice: 40 }],
      productprices: rest.productprices.map((tier) => ({ ...tier, priorprice: null })).reverse(),
      campaign: null,
    })
  })

  it('follows a changed price at once', async () => {
    const changed = aProduct(2, { productprices: [{ quantity: 1, price: 1, campaignprice: null, type: 0 }] })
    await saveProduct(server.app, server.provider.key, changed)
    const { products: list } = await server.client().call(products.priceList, {})
    expect(list.find(({ name }) => name === 'Card 2')?.productprices).toHaveLength(1)
    expect(list).toHaveLength(3)
  })

  it('[API-2] refuses an invalid subject', async () => {
    expect(await server.client().fail(products.priceList, { subject: 'x' })).toMatchObject({ status: 400 })
  })
})
