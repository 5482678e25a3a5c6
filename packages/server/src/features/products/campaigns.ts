import * as z from 'zod'
import { rule } from '../../platform/rules/rule.ts'
import { names } from './document.ts'
import type { Span } from './priceHistory.ts'

/**
 * A campaign: while its rule is met for a customer, the products whose `campaignrequirement` is its key cost their campaign
 * prices.
 */
export const campaignDocument = () =>
  z.strictObject({
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'A key contains only lower-case letters, digits and -'),
    names: names(),
    rule: rule(),
  })
export type Campaign = z.infer<ReturnType<typeof campaignDocument>>

/**
 * The period in which a campaign, or another offer with a rule, is open to everybody; null if its rule has other conditions
 * than time.
 */
export function publicPeriod({ rule: { from, until, ...conditions } }: Pick<Campaign, 'rule'>): Span | null {
  if (Object.values(conditions).some((condition) => condition !== undefined)) return null
  return { from: from ? new Date(from) : null, until: until ? new Date(until) : null }
}
