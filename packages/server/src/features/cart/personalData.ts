import { ofProvider } from '../../platform/db/ofProvider.ts'
import type { PersonalData } from '../../platform/personalData.ts'

export const cartPersonalData: readonly PersonalData[] = [
  { collection: 'lineDesigns', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  {
    collection: 'cartScenes',
    of: async ({ provider, uuid }, app) => {
      const carts = await ofProvider<{ _id: string; customer: string; lines: Array<{ uuid: string }> }>(
        app,
        'carts',
        provider,
      )
        .find({ customer: uuid })
        .toArray()
      return { line: { $in: carts.flatMap(({ lines }) => lines.map((line) => line.uuid)) } }
    },
    exported: false,
  },
  { collection: 'carts', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id', 'done'] },
]
