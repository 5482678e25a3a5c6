import type { App } from '../app.ts'

type Description = {
  /** In Prometheus' conventions, such as `portraitkit_mails_failed_total`. */
  name: string
  help: string
}

/** Events of this process since its start. Starts at 0 for each value of its label. */
export type CounterMetric = Description & {
  kind: 'counter'
  /** A closed list of values: nothing personal, nothing that a caller can make up. */
  label?: { name: string; values: readonly string[] }
}

/** Durations in this process since its start, in seconds. The values of its labels come from the code, never from a caller. */
export type HistogramMetric = Description & { kind: 'histogram'; labels: readonly string[] }

type Reading<Value> = Description & {
  /**
   * Its value now. A query names the providers and uses an index, because it is repeated every few seconds. An error leaves
   * the figure out of this answer.
   */
  read: (app: App) => Promise<Value>
  /** The value in a sentence, for `./portraitkit health`. */
  sentence: (value: Value) => string
}

/** A figure that is read at each request for `/metrics`, such as the length of a queue in the database. */
export type GaugeMetric = Reading<number> & { kind: 'gauge' }

/** A figure for each value of its label, read at once; the values come from the code. */
export type GaugesMetric = Reading<Readonly<Record<string, number>>> & { kind: 'gauges'; label: string }

/** What a part of the server reports to operators in `/metrics`. */
export type Metric = CounterMetric | HistogramMetric | GaugeMetric | GaugesMetric
