import type { Feature } from '../../platform/feature.ts'
import { correctionCollections } from './collection.ts'
import { stepSweep } from './history.ts'

/** Corrections of whose the pictures of a job are, with the history in which they can be undone. */
export const corrections: Feature = {
  name: 'corrections',
  calls: [],
  collections: correctionCollections,
  background: [stepSweep],
  subcommands: [
    {
      of: 'jobs',
      usage: 'jobs pictures | history | undo <job>',
      summary: 'shows whose the pictures of a job are, corrects it, and undoes corrections',
      load: async () => (await import('./subcommands.ts')).correctionSubcommands,
    },
  ],
}
