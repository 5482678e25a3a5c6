import type { CounterMetric } from '../metrics/metric.ts'
import { SECURITY_EVENT_NAMES } from './events.ts'

/** Counts each event of this process, also those that share a record. */
export const securityEvents: CounterMetric = {
  kind: 'counter',
  name: 'portraitkit_security_events_total',
  help: 'Events of the security log, by name.',
  label: { name: 'event', values: SECURITY_EVENT_NAMES },
}
