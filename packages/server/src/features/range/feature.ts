import type { Feature } from '../../platform/feature.ts'

/** What a shop sells, as one file: every list of it lies with its own feature. */
export const range: Feature = {
  name: 'range',
  calls: [],
  commands: [
    {
      name: 'provider',
      usage: 'provider apply <file> | show | schema',
      summary: 'makes what a shop sells what a file says, writes that file',
      load: async () => (await import('./command.ts')).providerCommand,
    },
  ],
}
