import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { App } from '../app.ts'
import { createDrafts } from '../db/drafts.ts'
import type { Customer } from '../feature.ts'
import { linePackages } from '../photo-packages/collection.ts'
import type { Provider } from '../provider/document.ts'

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
