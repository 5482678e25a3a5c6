import type { Db, IndexDescription } from 'mongodb'
import type { Collection } from '../feature.ts'

/** Creates the indexes of all collections. Existing ones are unchanged. */
export async function makeIndexes(db: Db, collections: readonly Collection[]): Promise<void> {
  await Promise.all(
    collections.map(async ({ name, indexes }) => {
      const descriptions = indexes.map(({ key, options }) => ({ key, ...options }) as IndexDescription)
      if (descriptions.length > 0) await db.collection(name).createIndexes(descriptions)
    }),
  )
}
