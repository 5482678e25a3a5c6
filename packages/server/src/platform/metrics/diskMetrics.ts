import { statfs } from 'node:fs/promises'
import { sizeText } from '../quantities.ts'
import type { GaugeMetric } from './metric.ts'

/** The disk of the data folder: pictures, the local database, emails without a mail server. */
export const diskMetrics: readonly GaugeMetric[] = [
  {
    kind: 'gauge',
    name: 'portraitkit_disk_free_bytes',
    help: 'Space that the server can still write on the disk of its data folder.',
    read: async ({ env }) => {
      const { bavail, bsize } = await statfs(env.dataDir)
      return bavail * bsize
    },
    sentence: (bytes) => `Free on the disk of the data folder: ${sizeText(bytes)}.`,
  },
  {
    kind: 'gauge',
    name: 'portraitkit_disk_used_bytes',
    help: 'Used space of the disk of the data folder, by whatever is on it.',
    read: async ({ env }) => {
      const { blocks, bfree, bsize } = await statfs(env.dataDir)
      return (blocks - bfree) * bsize
    },
    sentence: (bytes) => `Used on the disk of the data folder: ${sizeText(bytes)}.`,
  },
]
