import type { Feature } from '../../platform/feature.ts'
import { jobCollections } from './collection.ts'
import { jobDeletionSweep, repeatJobDeletion } from './deletion/deleteJob.ts'
import { pictureDeletion, repeatPictureDeletion, repeatRosterDeletion } from './deletion/deletePictures.ts'
import { repeatSubjectDeletion } from './deletion/deleteSubject.ts'
import { forgetTasksOfJob } from './deletion/forgetJobTasks.ts'
import { jobMigrations } from './migrations.ts'
import { jobsPersonalData } from './personalData.ts'
import { pictureVersionCollections } from './pictures/collection.ts'
import { jobMailTopics } from './publishing/mailTopics.ts'
import { remakeFilesTask } from './remakeFilesTask.ts'
import { repeatWithholding } from './restoring/repeatWithholding.ts'
import { mergeFaces } from './subjects/mergedSubjects.ts'

/** Jobs, subjects and pictures as delivered. Other features show them to customers. */
export const jobs: Feature = {
  name: 'jobs',
  calls: [],
  collections: [...jobCollections, ...pictureVersionCollections],
  migrations: jobMigrations,
  commands: [
    {
      name: 'jobs',
      usage: 'jobs list | publish | unpublish | remake-files <job>',
      summary: 'lists jobs, publishes their pictures and notifies the families, makes missing files of pictures again',
      load: async () => (await import('./command.ts')).jobsCommand,
    },
  ],
  subcommands: [
    {
      of: 'jobs',
      usage: 'withdraw | restore | consent | state <job>',
      summary: 'withdraws somebody, records what a family has agreed to, decides about pictures of several people',
      load: async () => (await import('./subjectSubcommands.ts')).subjectSubcommands,
    },
    {
      of: 'jobs',
      usage: 'delete <job> | delete-subject <job> <subject> [--yes]',
      summary: 'deletes somebody, or a whole job, with everything that is stored about them, and prints a receipt',
      load: async () => (await import('./deletion/deleteSubcommands.ts')).deleteSubcommands,
    },
  ],
  background: [pictureDeletion, jobDeletionSweep],
  tasks: [remakeFilesTask],
  mergeSubjects: mergeFaces,
  repeatDeletion: { ...repeatPictureDeletion, ...repeatSubjectDeletion, ...repeatRosterDeletion, ...repeatJobDeletion },
  repeatWithholding,
  forgetJob: forgetTasksOfJob(remakeFilesTask, 'record of files that were made again'),
  mailTopics: jobMailTopics,
  personalData: jobsPersonalData,
}
