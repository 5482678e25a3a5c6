import type { Collection } from './feature.ts'
import { migrationCollections } from './migrations/collection.ts'

/** The platform's own collections. */
export const platformCollections: Collection[] = [
  /**
   * Leases for work that only one process at a time may do; those that belong to no particular provider have the provider `*`.
   */
  { name: 'leases', isImpersonal: true, indexes: [] },
  { name: 'throttles', isImpersonal: true, indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
  {
    name: 'tickets',
    indexes: [
      { key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
      { key: { provider: 1, 'data.customer': 1 } },
    ],
  },
  { name: 'server', isImpersonal: true, indexes: [] },
  ...migrationCollections,
]
