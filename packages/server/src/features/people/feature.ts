import type { Feature } from '../../platform/feature.ts'

/** Corrections of the people of a job: their codes, names and classes. */
export const people: Feature = {
  name: 'people',
  calls: [],
  subcommands: [
    {
      of: 'jobs',
      usage: 'jobs people <job> | mark | add-person <job> <subject>',
      summary: 'lists who is in a job and whether they were photographed, adds somebody who is not on the roster',
      load: async () => (await import('./listSubcommands.ts')).peopleListSubcommands,
    },
    {
      of: 'jobs',
      usage: 'jobs details <job> <subject>',
      summary: 'shows or corrects the addresses, guardians, teacher and grade of somebody',
      load: async () => (await import('./detailsSubcommand.ts')).detailsSubcommand,
    },
    {
      of: 'jobs',
      usage: 'jobs new-code | rename | change-class | merge <job> <subject>',
      summary:
        'gives somebody a new code, because a letter went astray; corrects a name or a class; makes one of two who are one',
      load: async () => (await import('./subcommands.ts')).peopleSubcommands,
    },
  ],
}
