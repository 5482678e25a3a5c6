import type { Feature } from '../../platform/feature.ts'

/** What a shop sells, as one file: every list of it lies with its own feature. */
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
