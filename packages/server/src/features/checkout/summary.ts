import type { App } from '../../platform/app.ts'
import { checkoutsOf, type StoredCheckout } from './collection.ts'

/** Records which lines the customer sees in the summary now. */
export async function recordSummary(
  app: App,
  checkout: StoredCheckout,
  lines: readonly string[],
): Promise<StoredCheckout> {
  if (checkout.lines && hasSame(checkout.lines, lines)) return checkout
  const { _id, provider } = checkout
  await checkoutsOf(app, provider).updateOne({ _id }, { $set: { lines: [...lines] } })
  return { ...checkout, lines: [...lines] }
}

/** Whether these are the lines that the customer saw in the summary. */
export function isSummary({ lines }: Pick<StoredCheckout, 'lines'>, uuids: readonly string[]): boolean {
  return lines === undefined || hasSame(lines, uuids)
}

function hasSame(some: readonly string[], others: readonly string[]): boolean {
  return new Set([...some, ...others]).size === some.length && some.length === others.length
}
