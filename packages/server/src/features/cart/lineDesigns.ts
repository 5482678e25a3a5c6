import type { App } from '../../platform/app.ts'
import type { Customer } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { linePackages } from '../photo-packages/collection.ts'
import { lineDesigns } from './collection.ts'

/** Forgets what is kept of lines that are not in the cart any more. */
export async function forgetKeptOf(
  app: App,
  provider: Provider,
  customer: Pick<Customer, 'uuid'>,
  lines: readonly { uuid: string }[],
): Promise<void> {
  for (const { uuid } of lines) {
    await lineDesigns.remove(app, provider, customer, { uuid })
    await linePackages.remove(app, provider, customer, { uuid })
  }
}
