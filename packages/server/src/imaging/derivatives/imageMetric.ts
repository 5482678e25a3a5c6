import type { App } from '../../platform/app.ts'
import type { HistogramMetric } from '../../platform/metrics/metric.ts'

/** `upload`: all files of a customer's own picture. `variant`: one file of a size, effect, rotation, watermark and background. */
export type ImageKind = 'upload' | 'variant'

/** Its count is the number of images that were made, without those that were already stored. */
export const imageSeconds: HistogramMetric = {
  kind: 'histogram',
  name: 'portraitkit_image_seconds',
  help: 'Time to make the files of an image, by kind.',
  labels: ['kind'],
}

/** Makes an image and records how long it took, unless there is none. */
export async function measureImage<T>(
  { metrics, traces }: Pick<App, 'metrics' | 'traces'>,
  kind: ImageKind,
  make: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const made = await traces.part(`image ${kind}`, {}, make)
  if (made !== null) metrics.observe(imageSeconds, { kind }, (performance.now() - start) / 1000)
  return made
}
