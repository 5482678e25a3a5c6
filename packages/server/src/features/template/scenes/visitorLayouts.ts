import type { CallContext } from '../../../platform/feature.ts'
import { type Allowance, allowanceOf, type Meter } from '../../../platform/http/allowance.ts'
import { networkAddress } from '../../../platform/networkAddress.ts'

/**
 * Laying out is expensive, and visitors may request it with texts of their own, which no cache contains. Measured in characters
 * of the scenes that were not cached. A million takes about a tenth of a second; all templates of a large shop have about
 * forty.
 */
export const VISITOR_LAYOUTS: Allowance = { kind: 'layouts', units: 100_000_000, windowMs: 10 * 60_000 }

/** The remaining layouts of a visitor at this address. Null for a customer, who has no limit. */
export function visitorLayouts(call: Pick<CallContext, 'app' | 'provider' | 'customer' | 'http'>): Meter | null {
  return call.customer ? null : allowanceOf(call, VISITOR_LAYOUTS, networkAddress(call.http.ip))
}
