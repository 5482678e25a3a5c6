import type { MongoClient } from 'mongodb'
import type { HistogramMetric } from './metric.ts'
import type { Metrics } from './metrics.ts'

export const databaseSeconds: HistogramMetric = {
  kind: 'histogram',
  name: 'portraitkit_database_seconds',
  help: 'Time of one round trip to the database, by command and outcome.',
  labels: ['command', 'outcome'],
}

/** Measures every command that a client sends. */
export function measureDatabase(client: MongoClient, metrics: Metrics): void {
  const record = (outcome: 'ok' | 'failed') => (event: { commandName: string; duration: number }) => {
    metrics.observe(databaseSeconds, { command: event.commandName, outcome }, event.duration / 1000)
  }
  client.on('commandSucceeded', record('ok')).on('commandFailed', record('failed'))
}
