import type { LatestAnswer } from '../latestAnswer.ts'
import type { Shop } from '../shop.ts'
import type { CheckoutState } from './form.ts'

/** What the steps of a checkout share. */
export type CheckoutHost = {
  readonly call: Shop['call']
  readonly state: CheckoutState
  /** Drops answers for an outdated checkout or selection. */
  readonly latest: LatestAnswer
  /** Starts with the current cart. Errors remain visible. */
  startAnew(): Promise<void>
}
