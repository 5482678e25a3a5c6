import type { App } from '../app.ts'
import { jsonText, runCommand } from '../command.ts'
import { refuseUnfinishedRestore } from '../dataFolder.ts'
import { StartError } from '../db/startError.ts'
import type { Env } from '../env.ts'
import type { RunBeforeOpening } from '../feature.ts'
import type { GaugeMetric, GaugesMetric } from '../metrics/metric.ts'
import { platformMetrics } from '../metrics/platformMetrics.ts'
import { countServers } from '../migrations/collection.ts'
import { findProblems } from './readiness.ts'

const USAGE = `Usage: ./portraitkit health [--json]

Says whether the shop can be served now: whether a server runs, the database answers, and the database, the data folder and the
folder of the pictures can be written; and what waits in the queues. It checks everything itself, from where it is started.

  --json   the same for another program: "healthy", "problems" and "figures", which have the names of the metrics

Exit code: 0 if nothing is wrong, 1 if something is, 2 if the command line is invalid.`

type Figure = { name: string; value: number | Readonly<Record<string, number>>; sentence: string }
type Report = { problems: string[]; figures: Figure[] }

/** `./portraitkit health`. Returns the exit code, see USAGE. */
export const healthCommand: RunBeforeOpening = (argv, env, open) =>
  runCommand({ usage: USAGE, options: { json: { type: 'boolean' } }, argv, needsArguments: false }, async (typed) => {
    const { problems, figures } = await examine(env, open)
    const healthy = problems.length === 0
    if (typed.values.json) {
      const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]))
      console.log(jsonText({ healthy, problems, figures: values }))
    } else {
      console.log(healthy ? 'The shop can be served.' : 'The shop cannot be served now.')
      for (const line of [...problems, ...figures.map(({ sentence }) => sentence)]) console.log(`  ${line}`)
    }
    return healthy ? 0 : 1
  })

/** If the command cannot open the shop, the reason is what an operator needs first. */
async function examine(env: Env, open: Parameters<RunBeforeOpening>[2]): Promise<Report> {
  try {
    refuseUnfinishedRestore(env)
    const { app, close } = await open(env)
    try {
      return await reportOn(app)
    } finally {
      await close()
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { problems: [error.message], figures: [] }
  }
}

async function reportOn(app: App): Promise<Report> {
  const problems = await findProblems(app)
  if (problems.length === 0 && (await countServers(app)) === 0) problems.push('No server of this shop runs.')
  const gauges = [...platformMetrics, ...app.features.flatMap(({ metrics = [] }) => metrics)].filter(isGauge)
  const results = await Promise.allSettled(gauges.map((gauge) => figureOf(app, gauge)))
  const figures = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return { problems, figures }
}

async function figureOf(app: App, gauge: GaugeMetric | GaugesMetric): Promise<Figure> {
  const { name } = gauge
  if (gauge.kind === 'gauge') {
    const value = await gauge.read(app)
    return { name, value, sentence: gauge.sentence(value) }
  }
  const value = await gauge.read(app)
  return { name, value, sentence: gauge.sentence(value) }
}

function isGauge(metric: { kind: string }): metric is GaugeMetric | GaugesMetric {
  return metric.kind === 'gauge' || metric.kind === 'gauges'
}
