import type { Collection } from '../../platform/feature.ts'

/** Codes, what customers may see by them, and what customers share with others. */
export const accessCollections: Collection[] = [
  {
    name: 'codes',
    isImpersonal: true,
    indexes: [{ key: { provider: 1, subjects: 1 } }, { key: { provider: 1, 'ended.subjects': 1 } }],
  },
  {
    name: 'grants',
    indexes: [{ key: { provider: 1, customer: 1, granted: -1 } }, { key: { provider: 1, subject: 1 } }],
  },
  {
    name: 'formerAccess',
    isImpersonal: true,
    indexes: [{ key: { provider: 1, subject: 1 } }, { key: { expires: 1 }, options: { expireAfterSeconds: 0 } }],
  },
  {
    name: 'shares',
    indexes: [
      { key: { provider: 1, slot: 1 }, options: { unique: true } },
      { key: { provider: 1, token: 1 }, options: { unique: true } },
      { key: { provider: 1, sharedBy: 1, created: -1 } },
      { key: { provider: 1, created: -1 } },
      { key: { provider: 1, forget: 1 } },
      { key: { provider: 1, subjects: 1 } },
    ],
  },
]
