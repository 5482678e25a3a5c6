import type { Feature } from '../feature.ts'
import type { GaugeMetric } from '../metrics/metric.ts'
import { findProblems } from './readiness.ts'
import { unfinishedBlobs } from './unfinishedBlobs.ts'

const ready: GaugeMetric = {
  kind: 'gauge',
  name: 'portraitkit_ready',
  help: '1 if the database answers and everything can be written, otherwise 0.',
  read: async (app) => ((await findProblems(app)).length === 0 ? 1 : 0),
  sentence: (value) =>
    value === 1 ? 'Everything can be read and written.' : 'Not everything can be read and written.',
}

/** Whether the shop can be served now, for programs and for people; and what killed processes have left. */
export const health: Feature = {
  name: 'health',
  calls: [],
  metrics: [ready],
  background: [unfinishedBlobs],
  commands: [
    {
      name: 'health',
      usage: 'health [--json]',
      summary: 'says whether the shop can be served now, and what is waiting',
      loadBeforeOpening: async () => (await import('./healthCommand.ts')).healthCommand,
    },
  ],
}
