import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { picturesOf } from '../jobs/collection.ts'
import { grantRights, rightsTo } from '../rights/collection.ts'
import type { StoredRetake } from './collection.ts'

/**
 * Who has bought an earlier picture of a retake as a file may download the new one, too: a file costs nothing to make, so there is nothing to
 * choose. By the same order, so that a refund ends both. A bought set contains the new picture anyway. Repeating it grants nothing twice.
 * Returns the customers.
 */
export async function grantNewDownloads(
  app: App,
  provider: Provider,
  { pictures }: Pick<StoredRetake, 'pictures'>,
): Promise<ReadonlySet<string>> {
  const rights = await rightsTo(
    app,
    provider,
    pictures.map(({ before }) => before),
  )
  const stored = await picturesOf(app, provider.key)
    .find({ uuid: { $in: pictures.map(({ after }) => after) } }, { projection: { uuid: 1, version: 1 } })
    .toArray()
  const files = stored.map(({ uuid, version = null }) => ({ picture: uuid, version }))
  for (const { customer, target, order } of rights) {
    const targets = pictures.filter(({ before }) => before === target).map(({ after }) => after)
    await grantRights(app, provider, { customer, targets, order, files })
  }
  return new Set(rights.map(({ customer }) => customer))
}
