import type { App } from '../../platform/app.ts'
import type { Customer } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { deleteLinePackages } from '../photo-packages/collection.ts'
import { lineDesigns } from './collection.ts'

/** Deletes what is stored for lines that are no longer in the cart. */
export async function forgetLineDesigns(
  app: App,
  provider: Provider,
  customer: Pick<Customer, 'uuid'>,
  lines: readonly { uuid: string }[],
): Promise<void> {
  const uuids = lines.map(({ uuid }) => uuid)
  await lineDesigns.removeAll(app, provider, customer, uuids)
  await deleteLinePackages(app, provider, customer, uuids)
}
