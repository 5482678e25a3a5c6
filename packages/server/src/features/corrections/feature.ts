import type { Feature } from '../../platform/feature.ts'
import { correctionCollections } from './collection.ts'
import { exposureText } from './exposureText.ts'
import { forgetHistory, forgetSteps } from './forgetSubjects.ts'
import { stepSweep } from './history.ts'
import { correctionsPersonalData } from './personalData.ts'
import { recordCorrection } from './recordCorrection.ts'

/** Corrections of whose the pictures of a job are, and the history in which they and those of people can be undone. */
export const corrections: Feature = {
  name: 'corrections',
  calls: [],
  collections: correctionCollections,
  personalData: correctionsPersonalData,
  subjectHistory: recordCorrection,
  exposureText,
  background: [stepSweep],
  forgetSubjects: forgetSteps,
  forgetJob: forgetHistory,
  subcommands: [
    {
      of: 'jobs',
      usage: 'jobs decide-group <job>',
      summary: 'lists the pictures that are withheld because of somebody in them, and decides about one',
      load: async () => (await import('./decideGroup.ts')).decideSubcommands,
    },
    {
      of: 'jobs',
      usage: 'jobs pictures | history | undo | exposure <job>',
      summary: 'shows whose the pictures of a job are, corrects and undoes it, lists who saw what was wrong',
      load: async () => (await import('./subcommands.ts')).correctionSubcommands,
    },
  ],
}
