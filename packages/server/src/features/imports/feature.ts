import type { Feature } from '../../platform/feature.ts'
import { forgetImports, forgetReports } from './forgetImports.ts'
import { importTask } from './importTask.ts'
import { isImporting } from './openImports.ts'

/** Imports folders of photographs with their rosters into the jobs of a shop. */
export const imports: Feature = {
  name: 'imports',
  calls: [],
  tasks: [importTask],
  forgetSubjects: forgetReports,
  forgetJob: forgetImports,
  isImporting,
  commands: [
    {
      name: 'import',
      usage: 'import <folder> --provider <key> --job <name>',
      summary: 'imports a folder of photographs and its roster into a shop',
      load: async () => (await import('./command.ts')).importCommand,
    },
  ],
}
