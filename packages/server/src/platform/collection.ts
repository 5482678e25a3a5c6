import type { Collection } from './feature.ts'

/** What the platform itself keeps. */
export const platformCollections: Collection[] = [
  /** Leases of work that is done by one process at a time; those that concern no provider in particular stand under `*`. */
  { name: 'leases', indexes: [] },
  { name: 'throttles', indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
  { name: 'tickets', indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
  { name: 'server', indexes: [] },
]
