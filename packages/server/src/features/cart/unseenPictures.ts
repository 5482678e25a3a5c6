import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { findUploads } from '../uploads/collection.ts'

/**
 * Those of these pictures that a customer cannot see now: withheld ones of their subjects, and such as have been assigned to
 * somebody else. `subjects` are those that the customer may see.
 */
export async function findUnseenPictures(
  app: App,
  provider: Provider,
  { customer, subjects, used }: { customer: string; subjects: readonly string[]; used: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (used.length === 0) return new Set()
  const sets = await findDeliveredSets(app, provider.key, subjects)
  const visible = new Set(sets.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))
  const others = used.filter((uuid) => !visible.has(uuid))
  if (others.length === 0) return new Set()
  const own = new Set((await findUploads(app, provider.key, customer)).map(({ uuid }) => uuid))
  return new Set(others.filter((uuid) => !own.has(uuid)))
}
