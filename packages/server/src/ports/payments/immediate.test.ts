import { describe, expect, it } from 'vitest'
import { gatewayConformance } from '../../testing/paymentsConformance.ts'
import type { Gateway, GatewayContext } from './gateway.ts'
import { invoice, nothingToPay } from './immediate.ts'
import { gateways } from './index.ts'

// They call no external service, and need neither app nor configuration.
const context = { config: {} } as unknown as GatewayContext

for (const gateway of [invoice, nothingToPay]) {
  /** The suite can observe only its own answers. */
  const refunded = new Set<string>()
  const watched: Gateway = {
    ...gateway,
    // The suite expects a page; a gateway without one sends the customer to its own.
    isInvoice: true,
    refund: async (payment, given) => {
      const report = await gateway.refund(payment, given)
      refunded.add(report.transaction)
      return report
    },
  }
  gatewayConformance(watched, () => ({
    context,
    otherContext: context,
    ledger: async (payment) => {
      const { report } = await gateway.open(payment, context)
      const refunds = refunded.has(payment.transaction) ? [report.amount] : []
      return { charges: report.state === 'paid' ? [report.amount] : [], refunds }
    },
    hosted: null,
  }))
}

describe('the list of gateways', () => {
  it('has a different name for each', () => {
    expect(new Set(gateways.map(({ name }) => name)).size).toBe(gateways.length)
  })
})
