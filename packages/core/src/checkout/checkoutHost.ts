import type { LatestAnswer } from '../latestAnswer.ts'
import type { Shop } from '../shop.ts'
import type { CheckoutState } from './form.ts'

/** What the steps of one checkout share. */
export type CheckoutHost = {
  readonly call: Shop['call']
  readonly state: CheckoutState
  /** Answers of a checkout or a choice that is not the current one any more are dropped. */
  readonly latest: LatestAnswer
  /** Begins with the cart as it is now. What went wrong stays to be read. */
  startAnew(): Promise<void>
}
