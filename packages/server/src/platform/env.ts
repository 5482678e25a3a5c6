import { resolve } from 'node:path'
import * as z from 'zod'
import { LANES, type Lane, readLanes } from './lanes.ts'

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  ADMIN_PORT: z.coerce.number().int().min(0).max(65535).default(4001),
  DATA_DIR: z.string().default('./data'),
  MONGODB_URL: z.string().optional(),
  SMTP_URL: z.string().optional(),
  /** Bulk emails per minute to one receiving domain. */
  BULK_MAILS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  /** The shop's neutral address, at which every provider can be reached by `?provider=`. */
  PUBLIC_URL: z.url().optional(),
  /** Number of proxies in front whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The collector of OpenTelemetry traces; without it none are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** The last migration for which the operator has backed the database up. */
  BACKUP_MADE: z.coerce.number().int().min(1).optional(),
  /** The lanes of long work that the server does itself; workers do the others. */
  TASK_LANES: z
    .string()
    .default('all')
    .transform((written, context) => {
      const lanes = readLanes(written)
      if (!lanes) context.addIssue(`must be all, none, or some of ${LANES.join(', ')}`)
      return lanes ?? []
    }),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Env = {
  port: number
  adminPort: number
  dataDir: string
  mongodbUrl: string | undefined
  smtpUrl: string | undefined
  bulkMailsPerMinute: number
  publicUrl: string
  trustProxy: number
  secret: string | undefined
  backupMade: number | undefined
  taskLanes: readonly Lane[]
  /** Where traces are sent; undefined: nowhere. */
  tracesUrl: string | undefined
  mode: 'development' | 'production' | 'test'
  logLevel: string
}

/** The environment is invalid; the message names the variable. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** Reads the environment once, validated. Throws EnvError. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  // An empty variable counts as missing: shells and compose files produce them.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const read = variables.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new EnvError(`${issue?.path.join('.')} cannot be used: ${issue?.message}.`)
  }
  const env = read.data
  if (env.MONGODB_URL && !env.SECRET) {
    throw new EnvError(
      'SECRET is missing: with MONGODB_URL several servers can run, and all of them need the same secret.',
    )
  }
  return {
    port: env.PORT,
    adminPort: env.ADMIN_PORT,
    dataDir: resolve(env.DATA_DIR),
    mongodbUrl: env.MONGODB_URL,
    smtpUrl: env.SMTP_URL,
    bulkMailsPerMinute: env.BULK_MAILS_PER_MINUTE,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    trustProxy: env.TRUST_PROXY,
    secret: env.SECRET,
    backupMade: env.BACKUP_MADE,
    taskLanes: env.TASK_LANES,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    mode: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
  }
}
