import type { Feature } from '../../platform/feature.ts'

/** Letters on paper with the codes of a job. */
export const letters: Feature = {
  name: 'letters',
  calls: [],
  commands: [
    {
      name: 'letters',
      usage: 'letters <job>',
      summary: 'writes the letters with the codes of a job as a PDF',
      load: async () => (await import('./command.ts')).lettersCommand,
    },
  ],
}
