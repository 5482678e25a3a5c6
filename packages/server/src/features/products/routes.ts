import { products as contract } from '@portraitkit/core/products/contract.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { productCollections } from './collection.ts'
import { priceListOf } from './priceList.ts'

export const products: Feature = {
  name: 'products',
  collections: productCollections,
  calls: bind(contract, {
    // Prices are the same for every picture set so far; the subject is accepted for prices that may differ.
    priceList: async (_input, { app, provider, customer, language }) => ({
      currency: provider.currency,
      products: await priceListOf(app, provider, language, () => factsOf(app, provider, customer?.uuid)),
    }),
  }),
}
