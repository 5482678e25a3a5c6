import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../app.ts'
import type { CounterMetric, GaugeMetric, GaugesMetric, HistogramMetric, Metric } from './metric.ts'
import { processMetrics } from './processMetrics.ts'

/** The figures of one server. Only a declared metric can be recorded. */
export type Metrics = {
  /** Counts one event. `value` is one of the values of the metric's label, if it has one. */
  increase(metric: CounterMetric, value?: string): void
  /** Records a duration in seconds. */
  observe(metric: HistogramMetric, labels: Readonly<Record<string, string>>, seconds: number): void
  /** Everything in Prometheus' text format. A figure that cannot be read now is left out. */
  text(app: App): Promise<string>
}

/** From an answer out of memory to one that a person has given up on, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts what the metrics declare, for one server: several in one process are counted apart. */
export function createMetrics(declared: readonly Metric[]): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counters = new Map<string, Counter>()
  const histograms = new Map<string, Histogram>()
  const gauges: (GaugeMetric | GaugesMetric)[] = []
  for (const metric of declared) {
    const { name, help } = metric
    if (metric.kind === 'gauge' || metric.kind === 'gauges') gauges.push(metric)
    else if (metric.kind === 'counter') counters.set(name, startCounter(metric, registry))
    else {
      histograms.set(name, new Histogram({ name, help, registers, labelNames: metric.labels, buckets: BUCKETS }))
    }
  }
  return {
    increase({ name, label }, value) {
      const counter = requireDeclared(counters, name)
      if (label && value !== undefined) counter.inc({ [label.name]: value })
      else counter.inc()
    },
    observe({ name }, labels, seconds) {
      requireDeclared(histograms, name).observe(labels, seconds)
    },
    async text(app) {
      const registries = [processMetrics(), registry, await readGauges(app, gauges)]
      return (await Promise.all(registries.map((each) => each.metrics()))).join('')
    },
  }
}

function startCounter({ name, help, label }: CounterMetric, registry: Registry): Counter {
  const counter = new Counter({ name, help, registers: [registry], labelNames: label ? [label.name] : [] })
  if (label) for (const value of label.values) counter.inc({ [label.name]: value }, 0)
  return counter
}

function requireDeclared<T>(known: ReadonlyMap<string, T>, name: string): T {
  const found = known.get(name)
  if (!found) throw new Error(`No feature declares the metric ${name}`)
  return found
}

/** The current values of all gauges, all read at once. */
async function readGauges(app: App, gauges: readonly (GaugeMetric | GaugesMetric)[]): Promise<Registry> {
  const registry = new Registry()
  await Promise.all(
    gauges.map(async (metric) => {
      try {
        await readGauge(app, metric, registry)
      } catch (error) {
        app.log.debug({ metric: metric.name, err: error }, 'a metric could not be read')
      }
    }),
  )
  return registry
}

async function readGauge(app: App, metric: GaugeMetric | GaugesMetric, registry: Registry): Promise<void> {
  const { name, help } = metric
  const registers = [registry]
  if (metric.kind === 'gauge') {
    const value = await metric.read(app)
    new Gauge({ name, help, registers }).set(value)
    return
  }
  const values = await metric.read(app)
  const gauge = new Gauge({ name, help, registers, labelNames: [metric.label] })
  for (const [label, value] of Object.entries(values)) gauge.set({ [metric.label]: label }, value)
}
