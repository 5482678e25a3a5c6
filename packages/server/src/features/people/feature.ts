import type { Feature } from '../../platform/feature.ts'

/** Corrections of the people of a job: their codes, names and classes. */
export const people: Feature = {
  name: 'people',
  calls: [],
  subcommands: [
    {
      of: 'jobs',
      usage: 'jobs new-code | rename | change-class | merge <job> <subject>',
      summary:
        'gives somebody a new code, because a letter went astray; corrects a name or a class; makes one of two who are one',
      load: async () => (await import('./subcommands.ts')).peopleSubcommands,
    },
  ],
}
