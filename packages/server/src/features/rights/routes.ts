import type { Feature } from '../../platform/feature.ts'
import { rightCollections } from './collection.ts'

/** What customers may download. Orders grant it; picture sets, pictures and downloads check it. */
export const rights: Feature = {
  name: 'rights',
  calls: [],
  collections: rightCollections,
  personalData: [{ collection: 'rights', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] }],
}
