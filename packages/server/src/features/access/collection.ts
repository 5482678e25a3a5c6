import type { Collection } from '../../platform/feature.ts'

/** Codes, and what customers may see by them. */
export const accessCollections: Collection[] = [
  { name: 'codes', isImpersonal: true, indexes: [{ key: { provider: 1, subjects: 1 } }] },
  {
    name: 'grants',
    indexes: [{ key: { provider: 1, customer: 1, granted: -1 } }, { key: { provider: 1, subject: 1 } }],
  },
]
