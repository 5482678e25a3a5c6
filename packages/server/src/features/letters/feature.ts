import type { Feature } from '../../platform/feature.ts'
import { forgetTasksOfJob } from '../jobs/deletion/forgetJobTasks.ts'
import { lettersTask } from './lettersTask.ts'

/** Letters on paper with the codes of a job. */
export const letters: Feature = {
  name: 'letters',
  calls: [],
  tasks: [lettersTask],
  forgetJob: forgetTasksOfJob(lettersTask, 'record of letters that were made'),
  commands: [
    {
      name: 'letters',
      usage: 'letters <job>',
      summary: "writes a PDF of letters with a job's codes",
      load: async () => (await import('./command.ts')).lettersCommand,
    },
  ],
}
