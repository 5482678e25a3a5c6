import type { Feature } from '../../platform/feature.ts'
import { schoolCollections } from './collection.ts'

/** The schools and clubs of a shop, with their jobs over the years. */
export const schools: Feature = {
  name: 'schools',
  calls: [],
  collections: schoolCollections,
  commands: [
    {
      name: 'schools',
      usage: 'schools list | add | show | set | remove <school>',
      summary: 'lists and changes the schools of a shop, with their jobs and what is remembered of their rosters',
      load: async () => (await import('./command.ts')).schoolsCommand,
    },
  ],
}
