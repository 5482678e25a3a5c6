import type { Db } from 'mongodb'
import type { Logger } from 'pino'
import type { BlobStore } from './blobs/blobStore.ts'
import type { Env } from './env.ts'
import type { Feature } from './feature.ts'
import type { MailQueue } from './mail/queue.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Secrets } from './secrets.ts'
import type { Traces } from './traces/traces.ts'

/**
 * Everything that handlers, pages, jobs and commands work with. It holds no state of its own, so any number of processes may
 * run.
 */
export type App = {
  readonly env: Env
  readonly db: Db
  readonly blobs: BlobStore
  readonly secrets: Secrets
  readonly mail: MailQueue
  readonly log: Logger
  /** What operators monitor. */
  readonly metrics: Metrics
  /** What happens during a request. */
  readonly traces: Traces
  /** Every feature of the server, for anything that several of them provide together. */
  readonly features: readonly Feature[]
  /** The only source of time. */
  readonly clock: () => Date
}
