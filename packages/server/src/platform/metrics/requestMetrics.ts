import type { HistogramMetric } from './metric.ts'

/** A call by its name in the contract, a page by its route, everything else by kind: never an address. */
export const requestSeconds: HistogramMetric = {
  kind: 'histogram',
  name: 'portraitkit_request_seconds',
  help: 'Time until a request was answered, by call and kind of status.',
  labels: ['call', 'status'],
}

/** `2xx`, `3xx`, `4xx` or `5xx`. */
export function statusKind(status: number): string {
  return `${Math.floor(status / 100)}xx`
}
