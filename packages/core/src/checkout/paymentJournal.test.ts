import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Attempt,
  applyReport,
  closingSteps,
  failedPayment,
  type Journal,
  nextStep,
  type PaymentReport,
  refundSteps,
  sameAttempt,
  startRefund,
  stepDone,
  withAttempt,
  withdrawAttempt,
} from './paymentJournal.ts'

const empty: Journal = { currency: 'USD', attempts: [], paidBy: null, closed: [] }

function anAttempt(transaction: string, change: Partial<Attempt> = {}): Attempt {
  return { transaction, fingerprint: `f-${transaction}`, amount: 1000, state: 'opening', ordered: false, ...change }
}

function aReport(transaction: string, state: PaymentReport['state'], amount = 1000): PaymentReport {
  return { transaction, state, amount, currency: 'USD' }
}

const stateOf = (journal: Journal, transaction: string) =>
  journal.attempts.find((attempt) => attempt.transaction === transaction)?.state

describe('the journal of a checkout', () => {
  it('advances from a new attempt to a closed order, one step after the other', () => {
    let journal = withAttempt(empty, anAttempt('a'))
    const names: string[] = []
    for (let step = nextStep(journal); step; step = nextStep(journal)) {
      names.push(step.name)
      journal = step.name === 'open-session' ? applyReport(journal, aReport('a', 'paid')) : stepDone(journal, step)
    }
    expect(names).toEqual(['insert-order', 'open-session', ...closingSteps])
  })

  it('waits while the customer is at the gateway', () => {
    const journal = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'open'))
    expect(stateOf(journal, 'a')).toBe('open')
    expect(nextStep(journal)).toBeNull()
  })

  it('cancels an earlier attempt at the gateway before opening a newer one', () => {
    const open = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'open'))
    const journal = withAttempt(open, anAttempt('b'))
    expect(nextStep(journal)).toEqual({ name: 'expire-session', transaction: 'a' })
    expect(nextStep(applyReport(journal, aReport('a', 'abandoned')))).toEqual({
      name: 'insert-order',
      transaction: 'b',
    })
  })

  it('accepts the earlier attempt as the payment if it turns out to be paid', () => {
    const open = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'open'))
    const journal = applyReport(withAttempt(open, anAttempt('b')), aReport('a', 'paid'))
    expect(journal.paidBy).toBe('a')
    expect(stateOf(journal, 'b')).toBe('expiring')
  })

  it('ignores repeated reports, and older reports after newer ones', () => {
    const open = withAttempt(empty, anAttempt('a', { ordered: true }))
    const paid = applyReport(open, aReport('a', 'paid'))
    for (const late of ['paid', 'open', 'declined', 'abandoned', 'failed'] as const) {
      expect(applyReport(paid, aReport('a', late)), late).toEqual(paid)
    }
    const declined = applyReport(open, aReport('a', 'declined'))
    for (const late of ['open', 'abandoned'] as const)
      expect(applyReport(declined, aReport('a', late))).toEqual(declined)
    // It was declined, then another card was charged: the charge decides.
    expect(applyReport(declined, aReport('a', 'paid')).paidBy).toBe('a')
  })

  it('refunds a second charge', () => {
    const two = withAttempt(withAttempt(empty, anAttempt('a', { ordered: true })), anAttempt('b', { ordered: true }))
    const journal = applyReport(applyReport(two, aReport('a', 'paid')), aReport('b', 'paid'))
    expect(journal.paidBy).toBe('a')
    expect(stateOf(journal, 'b')).toBe('refunding')
  })

  it('refunds a charge of the wrong amount or currency, and orders nothing', () => {
    const journal = withAttempt(empty, anAttempt('a', { ordered: true }))
    expect(stateOf(applyReport(journal, aReport('a', 'paid', 999)), 'a')).toBe('refunding')
    expect(applyReport(journal, aReport('a', 'paid', 999)).paidBy).toBeNull()
    expect(stateOf(applyReport(journal, { ...aReport('a', 'paid'), currency: 'NOK' }), 'a')).toBe('refunding')
  })

  it('recognises the same attempt when it is sent again, live or paid, but not a failed one', () => {
    const live = withAttempt(empty, anAttempt('a'))
    expect(sameAttempt(live, 'f-a')?.transaction).toBe('a')
    expect(sameAttempt(live, 'f-b')).toBeUndefined()
    expect(sameAttempt(applyReport(live, aReport('a', 'declined')), 'f-a')).toBeUndefined()
    expect(sameAttempt(applyReport(live, aReport('a', 'paid')), 'f-a')?.transaction).toBe('a')
  })

  it('refuses further attempts when it is paid', () => {
    expect(() =>
      withAttempt(applyReport(withAttempt(empty, anAttempt('a')), aReport('a', 'paid')), anAttempt('b')),
    ).toThrow()
  })

  it('contains the reason why the last payment failed', () => {
    const journal = applyReport(withAttempt(empty, anAttempt('a')), aReport('a', 'declined'))
    expect(failedPayment(journal)).toBe('declined')
    expect(failedPayment(withAttempt(journal, anAttempt('b')))).toBeNull()
  })

  it('refunds the payment if another checkout has bought the same lines', () => {
    const paid = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'paid'))
    const journal = withdrawAttempt(paid)
    expect(journal.paidBy).toBeNull()
    expect(nextStep(journal)).toEqual({ name: 'refund', transaction: 'a' })
    expect(withdrawAttempt(stepDone(paid, { name: 'confirm-order', transaction: 'a' })).paidBy).toBe('a')
  })

  it('refunds an order’s payment once after it was closed, then revokes its rights', () => {
    const paid = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'paid'))
    const names: string[] = []
    let journal = startRefund(paid)
    expect(startRefund(journal)).toBe(journal)
    for (let step = nextStep(journal); step; step = nextStep(journal)) {
      names.push(step.name)
      journal = stepDone(journal, step)
    }
    expect(names).toEqual([...closingSteps, 'refund', ...refundSteps])
    expect([journal.paidBy, stateOf(journal, 'a'), startRefund(journal)]).toEqual(['a', 'refunded', journal])
    // A late report of its payment does not count as payment.
    expect(applyReport(journal, aReport('a', 'paid'))).toEqual(journal)
    expect(startRefund(empty)).toBe(empty)
  })

  it('revokes the rights of an order whose payment was refunded at the gateway itself', () => {
    let journal = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'paid'))
    for (const name of closingSteps) journal = stepDone(journal, { name, transaction: 'a' })
    expect(nextStep(applyReport(journal, aReport('a', 'refunded')))).toEqual({
      name: 'mark-refunded',
      transaction: 'a',
    })
  })

  it('has no further step for a payment that was charged and refunded before any report', () => {
    const open = applyReport(withAttempt(empty, anAttempt('a', { ordered: true })), aReport('a', 'open'))
    const journal = applyReport(open, aReport('a', 'refunded'))
    expect([journal.paidBy, stateOf(journal, 'a'), nextStep(journal)]).toEqual([null, 'refunded', null])
  })
})

describe('reports of a gateway, in any order and any number of times', () => {
  const transactions = ['a', 'b', 'c']
  const report = fc.record({
    kind: fc.constant('report' as const),
    transaction: fc.constantFrom(...transactions),
    state: fc.constantFrom<PaymentReport['state']>(
      'paid',
      'paid',
      'open',
      'declined',
      'abandoned',
      'failed',
      'refunded',
    ),
    amount: fc.constantFrom(1000, 1000, 1000, 999),
  })
  const event = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('send' as const), transaction: fc.constantFrom(...transactions) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('step' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('give back' as const) }) },
    { weight: 6, arbitrary: report },
  )

  it('leave at most one payment, keep a paid order paid, and refund every other charge', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        let journal = empty
        // The test's own record of who was charged.
        const took = new Set<string>()
        let first: string | null = null
        let isBack = false
        for (const each of events) {
          if (each.kind === 'send') {
            const isNew = !journal.attempts.some(({ transaction }) => transaction === each.transaction)
            if (isNew && !journal.paidBy) journal = withAttempt(journal, anAttempt(each.transaction))
          } else if (each.kind === 'step') {
            const step = nextStep(journal)
            if (step) journal = stepDone(journal, step)
          } else if (each.kind === 'give back') {
            if (first) isBack = true
            journal = startRefund(journal)
          } else {
            const known = journal.attempts.some(({ transaction }) => transaction === each.transaction)
            if (known && each.state === 'paid' && !took.has(each.transaction)) {
              took.add(each.transaction)
              if (!first && each.amount === 1000) first = each.transaction
            }
            // A refunded payment was charged before, whether or not it was reported.
            if (known && each.state === 'refunded') took.add(each.transaction)
            if (each.state === 'refunded' && each.transaction === first) isBack = true
            journal = applyReport(journal, { ...each, currency: 'USD' })
          }
          expect(journal.paidBy).toBe(first)
          expect(journal.attempts.filter(({ state }) => state === 'paid').length).toBe(first && !isBack ? 1 : 0)
          for (const transaction of took) {
            if (transaction !== first || isBack)
              expect(['refunding', 'refunded']).toContain(stateOf(journal, transaction))
          }
          expect(journal.attempts.filter(({ state }) => state === 'opening' || state === 'open').length).toBeLessThan(2)
        }
      }),
      { numRuns: 300 },
    )
  })
})
