import type { Feature } from '../feature.ts'

/** What is wrong with a page that embeds the shop, as far as it is visible from outside. */
export const doctor: Feature = {
  name: 'doctor',
  calls: [],
  commands: [
    {
      name: 'doctor',
      usage: 'doctor <address> [--provider <key>]',
      summary: 'says what is wrong with a page that embeds the shop, and the remedy',
      load: async () => (await import('./command.ts')).doctorCommand,
    },
  ],
}
