import { catalogues as contract } from '@portraitkit/core/catalogues/contract.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { catalogues as list } from './collection.ts'
import { offeredCatalogues } from './offeredCatalogues.ts'

export const catalogues: Feature = {
  name: 'catalogues',
  collections: list.collections,
  calls: bind(contract, {
    list: (_input, { app, provider, customer, language }) => offeredCatalogues(app, provider, customer.uuid, language),
  }),
}
