import { products as contract } from '@portraitkit/core/products/contract.ts'
import { bind, type Feature } from '../feature.ts'
import { productCollections, productsOf } from './collection.ts'

export const products: Feature = {
  name: 'products',
  collections: productCollections,
  calls: bind(contract, {
    // Prices are the same for every picture set so far; the subject is taken for those that are not.
    priceList: async (_input, { app, provider, language }) => ({
      currency: provider.currency,
      products: await productsOf(app, provider.key, language),
    }),
  }),
}
