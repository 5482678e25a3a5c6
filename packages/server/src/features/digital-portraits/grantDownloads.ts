import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { downloadsOf, type PricedLine } from '../cart/lineKinds.ts'
import { grantRights } from '../rights/collection.ts'

/** Lets a customer download what an order has bought. Repeating it changes nothing. */
export async function grantDownloads(
  app: App,
  provider: Provider,
  { _id: order, content }: { _id: string; content: { customer: string; lines: readonly PricedLine[] } },
): Promise<void> {
  const targets = content.lines.flatMap(downloadsOf)
  if (targets.length > 0) await grantRights(app, provider, { customer: content.customer, targets, order })
}
