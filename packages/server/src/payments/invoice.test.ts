import { describe, expect, it } from 'vitest'
import { gatewayConformance } from './conformance.ts'
import type { Gateway, GatewayContext } from './gateway.ts'
import { gateways } from './index.ts'
import { invoice } from './invoice.ts'

// An invoice asks nobody outside: it needs neither app nor configuration.
const context = { config: {} } as unknown as GatewayContext
/** What the invoice says of itself is all there is to see of it. */
const refunded = new Set<string>()

const watched: Gateway = {
  ...invoice,
  refund: async (payment, given) => {
    const report = await invoice.refund(payment, given)
    refunded.add(report.transaction)
    return report
  },
}

gatewayConformance(watched, () => ({
  context,
  otherContext: context,
  book: async (payment) => {
    const { report } = await invoice.open(payment, context)
    const refunds = refunded.has(payment.transaction) ? [report.amount] : []
    return { charges: report.state === 'paid' ? [report.amount] : [], refunds }
  },
  hosted: null,
}))

describe('the list of gateways', () => {
  it('has a name for each', () => {
    expect(new Set(gateways.map(({ name }) => name)).size).toBe(gateways.length)
  })
})
