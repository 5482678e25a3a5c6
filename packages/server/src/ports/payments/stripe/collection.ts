import type { Collection } from '../../../platform/feature.ts'

export const stripeCollections: Collection[] = [
  { name: 'stripePayments', isImpersonal: true, indexes: [{ key: { provider: 1, created: 1 } }] },
]
