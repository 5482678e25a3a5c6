import type { Db } from 'mongodb'
import type { Collection } from '../feature.ts'

/** Creates the indexes of all collections. Existing ones are unchanged. */
export async function makeIndexes(db: Db, collections: readonly Collection[]): Promise<void> {
  for (const { name, indexes } of collections) {
    for (const { key, options } of indexes) await db.collection(name).createIndex(key, options ?? {})
  }
}
