import type { Collection } from '../../../platform/feature.ts'

export const sandboxCollections: Collection[] = [
  {
    name: 'sandboxSessions',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, transaction: 1 }, options: { unique: true } },
      { key: { provider: 1, 'news.due': 1 } },
    ],
  },
]
