import type { CounterMetric } from './metric.ts'

/** The log names the work that failed. */
export const backgroundRuns: CounterMetric = {
  kind: 'counter',
  name: 'portraitkit_background_runs_total',
  help: 'Runs of background work, by outcome.',
  label: { name: 'outcome', values: ['ok', 'failed'] },
}
