import type { Filter, UpdateFilter } from 'mongodb'
import type { ProviderCollection } from '../../platform/db/providerCollection.ts'

type NamesSubjects = { _id: string; subjects: string[] }

/**
 * Takes subjects out of all documents of a collection that name several; those that name nobody else are deleted. Returns how many named
 * one of them. Repeating it changes nothing.
 */
export async function removeFrom<D extends NamesSubjects>(
  collection: ProviderCollection<D>,
  subjects: readonly string[],
): Promise<number> {
  const named = (await collection.find({ subjects: { $in: [...subjects] } } as Filter<D>).toArray()) as NamesSubjects[]
  const idsOf = (documents: readonly NamesSubjects[]) =>
    ({ _id: { $in: documents.map(({ _id }) => _id) } }) as Filter<D>
  const isAlone = (document: NamesSubjects) => document.subjects.every((uuid) => subjects.includes(uuid))
  await collection.deleteMany(idsOf(named.filter(isAlone)))
  const others = named.filter((document) => !isAlone(document))
  await collection.updateMany(idsOf(others), {
    $pull: { subjects: { $in: [...subjects] } },
  } as unknown as UpdateFilter<D>)
  return named.length
}
