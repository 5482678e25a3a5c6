import type { Product } from '@portraitkit/core/products/contract.ts'

/** A product that is not in any list of products: sold at one price whatever the quantity, and part of no campaign. */
export function singlePriceProduct(
  product: Pick<Product, 'uuid' | 'name' | 'type' | 'producttype'>,
  price: number,
): Product {
  return {
    ...product,
    sortOrder: 0,
    formatSize: '',
    minorderpartquantity: 1,
    subproducts: [],
    productprices: [{ quantity: 1, price, campaignprice: null, priorprice: null, type: 0 }],
    campaignrequirement: '',
    campaign: null,
  }
}
