import { providerCollection } from '../../platform/db/providerCollection.ts'
import type { PersonalData } from '../../platform/personalData.ts'

export const cartPersonalData: readonly PersonalData[] = [
  { collection: 'lineDesigns', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] },
  {
    collection: 'cartScenes',
    filterFor: async ({ provider, uuid }, app) => {
      const carts = await providerCollection<{ _id: string; customer: string; lines: Array<{ uuid: string }> }>(
        app,
        'carts',
        provider,
      )
        .find({ customer: uuid })
        .toArray()
      return { line: { $in: carts.flatMap(({ lines }) => lines.map((line) => line.uuid)) } }
    },
    isExported: false,
  },
  { collection: 'carts', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id', 'done'] },
]
