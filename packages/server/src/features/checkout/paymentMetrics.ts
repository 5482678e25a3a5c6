import type { App } from '../../platform/app.ts'
import type { GaugeMetric } from '../../platform/metrics/metric.ts'
import { minutesText } from '../../platform/quantities.ts'
import { countUnsettled, findFirstDue } from './collection.ts'

/** What is left of payments, over all servers. */
export const paymentMetrics: readonly GaugeMetric[] = [
  {
    kind: 'gauge',
    name: 'portraitkit_payments_waiting',
    help: 'Checkouts that may still be paid, or whose payment is not completed yet.',
    read: countUnsettled,
    sentence: (count) => `Checkouts that wait for a payment: ${count}.`,
  },
  {
    kind: 'gauge',
    name: 'portraitkit_payments_overdue_seconds',
    help: 'How long the checkout that needs attention most has waited for it; 0 if none does.',
    read: overdueSeconds,
    sentence: (seconds) => `The most urgent of these checkouts is ${minutesText(seconds)} late.`,
  },
]

async function overdueSeconds(app: App): Promise<number> {
  const due = await findFirstDue(app)
  return due ? Math.max(0, app.clock().getTime() - due.getTime()) / 1000 : 0
}
