import type { Feature } from '../../platform/feature.ts'

/** Folders of photographs with their rosters, taken into the jobs of a shop. */
export const imports: Feature = {
  name: 'imports',
  calls: [],
  commands: [
    {
      name: 'import',
      usage: 'import <folder> --provider <key> --job <name>',
      summary: 'imports a folder of photographs and its roster into a shop',
      load: async () => (await import('./command.ts')).importCommand,
    },
  ],
}
