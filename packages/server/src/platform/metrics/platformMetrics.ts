import { backgroundRuns } from './backgroundMetric.ts'
import { databaseSeconds } from './databaseMetrics.ts'
import { diskMetrics } from './diskMetrics.ts'
import type { Metric } from './metric.ts'
import { requestSeconds } from './requestMetrics.ts'

/** What every server reports, whatever its features. */
export const platformMetrics: readonly Metric[] = [requestSeconds, databaseSeconds, backgroundRuns, ...diskMetrics]
