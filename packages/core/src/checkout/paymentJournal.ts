/**
 * The journal of a checkout: which payments were attempted and which steps are done. Pure: a journal and an event give the next
 * journal, and `nextStep` says what to do now. Each step must be idempotent: it is carried out, then recorded with `stepDone`;
 * a process that dies in between leaves it to be repeated.
 */

/**
 * opening: selected, the gateway may or may not have it · open: the customer can pay · expiring: to be cancelled at the
 * gateway, for a newer attempt or because another one was paid · paid · declined, abandoned, failed: nothing was charged ·
 * refunding, refunded: charged although the order was paid already, or another amount than the order's; or the order's own
 * payment, refunded by the operator.
 */
export type AttemptState =
  | 'opening'
  | 'open'
  | 'expiring'
  | 'paid'
  | 'declined'
  | 'abandoned'
  | 'failed'
  | 'refunding'
  | 'refunded'

export type Attempt = {
  /** Uuid of the transaction; the idempotency key at the gateway. */
  readonly transaction: string
  /** Hash of what the customer sent: sending the same again is the same attempt. */
  readonly fingerprint: string
  /** Minor units, in the journal's currency. */
  readonly amount: number
  readonly state: AttemptState
  /** Whether the order is stored as this attempt has it. */
  readonly ordered: boolean
}

/** The remaining steps of a paid order, in this order. */
export const closingSteps = ['confirm-order', 'grant-rights', 'remove-lines', 'queue-mail', 'refund-unsold'] as const
export type ClosingStep = (typeof closingSteps)[number]
/** The remaining steps of a refunded order, in this order. */
export const refundSteps = ['mark-refunded', 'revoke-rights', 'queue-refund-mail'] as const
export type RefundStep = (typeof refundSteps)[number]
export type StepName = 'insert-order' | 'open-session' | 'expire-session' | 'refund' | ClosingStep | RefundStep
export type Step = { name: StepName; transaction: string }

export type Journal<A extends Attempt = Attempt> = {
  readonly currency: string
  readonly attempts: readonly A[]
  /** The transaction that paid the order. */
  readonly paidBy: string | null
  /** The steps done for the order since then. */
  readonly closed: readonly (ClosingStep | RefundStep)[]
}

/** A gateway's report on a transaction. */
export type PaymentReport = {
  transaction: string
  state: 'open' | 'paid' | 'declined' | 'abandoned' | 'failed' | 'refunded'
  amount: number
  currency: string
}

const LIVE_STATES: readonly AttemptState[] = ['opening', 'open']
const UNCHARGED_STATES: readonly AttemptState[] = ['opening', 'open', 'expiring', 'declined', 'abandoned', 'failed']

export function isLive(attempt: Attempt): boolean {
  return LIVE_STATES.includes(attempt.state)
}

export function attemptOf<A extends Attempt>(journal: Journal<A>, transaction: string): A | undefined {
  return journal.attempts.find((attempt) => attempt.transaction === transaction)
}

/** The attempt to resume when the customer sends the same again: the one that paid, or the live one that is equal. */
export function sameAttempt<A extends Attempt>(journal: Journal<A>, fingerprint: string): A | undefined {
  const last = journal.attempts.at(-1)
  const candidate = journal.paidBy ? attemptOf(journal, journal.paidBy) : last && isLive(last) ? last : undefined
  return candidate?.fingerprint === fingerprint ? candidate : undefined
}

/** Adds an attempt; live ones before it have to be cancelled at the gateway first. Not for a paid journal. */
export function withAttempt<A extends Attempt>(journal: Journal<A>, attempt: A): Journal<A> {
  if (journal.paidBy) throw new Error('A paid checkout takes no further attempt')
  return { ...journal, attempts: [...journal.attempts.map(expireIfLive), attempt] }
}

function expireIfLive<A extends Attempt>(attempt: A): A {
  return isLive(attempt) ? { ...attempt, state: 'expiring' } : attempt
}

/** What to do now, or null if nothing is to be done before the next payment or submission. */
export function nextStep(journal: Journal): Step | null {
  if (journal.paidBy) {
    const closing = closingSteps.find((step) => !journal.closed.includes(step))
    if (closing) return { name: closing, transaction: journal.paidBy }
    const isBack = attemptOf(journal, journal.paidBy)?.state === 'refunded'
    const undoing = isBack && refundSteps.find((step) => !journal.closed.includes(step))
    if (undoing) return { name: undoing, transaction: journal.paidBy }
  }
  const at = (state: AttemptState) => journal.attempts.find((attempt) => attempt.state === state)
  const refunding = at('refunding')
  if (refunding) return { name: 'refund', transaction: refunding.transaction }
  const expiring = at('expiring')
  if (expiring) return { name: 'expire-session', transaction: expiring.transaction }
  const opening = at('opening')
  if (opening) return { name: opening.ordered ? 'open-session' : 'insert-order', transaction: opening.transaction }
  return null
}

/** The journal after a step that needs no report from the gateway. */
export function stepDone<A extends Attempt>(journal: Journal<A>, step: Step): Journal<A> {
  if (step.name === 'insert-order')
    return change(journal, step.transaction, (attempt) => ({ ...attempt, ordered: true }))
  if (step.name === 'refund') {
    return change(journal, step.transaction, (attempt) =>
      attempt.state === 'refunding' ? { ...attempt, state: 'refunded' } : attempt,
    )
  }
  const closing = [...closingSteps, ...refundSteps].find((name) => name === step.name)
  if (!closing || journal.closed.includes(closing)) return journal
  return { ...journal, closed: [...journal.closed, closing] }
}

/**
 * The journal after a gateway's report, whenever and however often it arrives. Charges decide: a paid order stays paid, the
 * first payment is the order's, and every other charge is refunded, as is one of the wrong amount.
 */
export function applyReport<A extends Attempt>(journal: Journal<A>, report: PaymentReport): Journal<A> {
  const attempt = attemptOf(journal, report.transaction)
  if (!attempt) return journal
  if (report.state === 'paid') return applyCharge(journal, attempt, report)
  // Also refunds that the operator made at the gateway itself, and charges that were refunded before their report arrived.
  if (report.state === 'refunded')
    return settle(journal, attempt, [...UNCHARGED_STATES, 'paid', 'refunding'], 'refunded')
  if (report.state === 'open') return settle(journal, attempt, ['opening'], 'open')
  return settle(journal, attempt, ['opening', 'open', 'expiring'], report.state)
}

function applyCharge<A extends Attempt>(journal: Journal<A>, attempt: A, report: PaymentReport): Journal<A> {
  if (!UNCHARGED_STATES.includes(attempt.state)) return journal
  const isRight = report.amount === attempt.amount && report.currency === journal.currency
  if (journal.paidBy || !isRight) return settle(journal, attempt, UNCHARGED_STATES, 'refunding')
  const paid = settle(journal, attempt, UNCHARGED_STATES, 'paid')
  return { ...paid, paidBy: attempt.transaction, attempts: paid.attempts.map(expireIfLive) }
}

/** Starts the refund of the order's payment by the operator. A journal that is not paid, or is being refunded, is unchanged. */
export function startRefund<A extends Attempt>(journal: Journal<A>): Journal<A> {
  const attempt = journal.paidBy ? attemptOf(journal, journal.paidBy) : undefined
  return attempt?.state === 'paid' ? settle(journal, attempt, ['paid'], 'refunding') : journal
}

/** Another checkout turned out to have bought the paid attempt's lines already: the payment is refunded. */
export function withdrawAttempt<A extends Attempt>(journal: Journal<A>): Journal<A> {
  const attempt = journal.paidBy ? attemptOf(journal, journal.paidBy) : undefined
  if (!attempt || journal.closed.length > 0) return journal
  return { ...settle(journal, attempt, ['paid'], 'refunding'), paidBy: null }
}

function settle<A extends Attempt>(
  journal: Journal<A>,
  { transaction }: A,
  from: readonly AttemptState[],
  state: AttemptState,
): Journal<A> {
  return change(journal, transaction, (attempt) => (from.includes(attempt.state) ? { ...attempt, state } : attempt))
}

function change<A extends Attempt>(journal: Journal<A>, transaction: string, by: (attempt: A) => A): Journal<A> {
  return {
    ...journal,
    attempts: journal.attempts.map((attempt) => (attempt.transaction === transaction ? by(attempt) : attempt)),
  }
}

/** How the last payment ended if it failed. */
export function failedPayment(journal: Journal): 'declined' | 'abandoned' | 'failed' | null {
  const state = journal.paidBy ? undefined : journal.attempts.at(-1)?.state
  return state === 'declined' || state === 'abandoned' || state === 'failed' ? state : null
}
