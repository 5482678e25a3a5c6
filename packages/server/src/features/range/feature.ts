import type { Feature } from '../../platform/feature.ts'

/** Everything that a shop sells, as one file: every list in it belongs to its own feature. */
export const range: Feature = {
  name: 'range',
  calls: [],
  commands: [
    {
      name: 'provider',
      usage: 'provider apply <file> | show | schema',
      summary: 'sets what a shop sells from a file, prints that file',
      load: async () => (await import('./command.ts')).providerCommand,
    },
  ],
}
