import type { Feature } from '../feature.ts'
import { securityCollections } from './collection.ts'
import { securityPersonalData } from './personalData.ts'
import { securityEvents } from './securityMetric.ts'

/** The security log: what happens to accounts, codes, rights and downloads. Every feature may record events in it. */
export const security: Feature = {
  name: 'security',
  calls: [],
  collections: securityCollections,
  metrics: [securityEvents],
  commands: [
    {
      name: 'security',
      usage: 'security list',
      summary: 'lists what happened to accounts, codes, rights and downloads',
      load: async () => (await import('./command.ts')).securityCommand,
    },
  ],
  personalData: securityPersonalData,
}
