import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { App } from '../../platform/app.ts'
import { createDrafts } from '../../platform/db/drafts.ts'
import type { Customer } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { linePackages } from '../photo-packages/collection.ts'

/** What customers have changed of lines in their carts, by the line: what is not there yet, and what they have put there last. */
export const lineDesigns = createDrafts<DesignContent>('lineDesigns')

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
