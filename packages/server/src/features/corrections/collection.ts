import type { App } from '../../platform/app.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection } from '../../platform/feature.ts'
import type { CardChange, CodeChange, JobCommand, SubjectCommand } from '../../platform/subjectHistory.ts'
import type { Assignment } from '../jobs/picture.ts'
import type { PictureChange } from '../jobs/pictures/changePicture.ts'
import type { JobLoss } from '../jobs/sights/jobSight.ts'
import type { SubjectFields } from '../jobs/subjects/changeSubject.ts'

/**
 * A change of whose pictures are, or of somebody's name, class or state, made by one command: the history of a job consists of them. It
 * contains nothing about people.
 */
export type Correction = {
  provider: string
  uuid: string
  jobUuid: string
  /** Within its job, from 1. */
  number: number
  command: CorrectionCommand
  /** An operator's name; null if it is unknown. */
  by: string | null
  at: Date
  /** The run of a task that makes it, such as of an import: one that was interrupted continues it. */
  run?: string
  /** The number of the correction that this one reverses. */
  reverses?: number
  /** The number of the correction that reversed this one. */
  reversedBy?: number
  /** Some of its steps were deleted with somebody whom they were about: who saw what they took is no longer known. */
  hasForgotten?: true
}

export type CorrectionCommand =
  | 'import'
  | 'move'
  | 'add'
  | 'reject'
  | 'hide'
  | 'show'
  | 'replace'
  | 'decide-group'
  | 'undo'
  | SubjectCommand
  | JobCommand

/** One picture of a correction, written before the picture itself: what it was and what it becomes. */
export type CorrectionStep = {
  provider: string
  /** The uuid of the correction. */
  correction: string
  position: number
  picture: string
  /** Null: the picture was new. */
  before: Assignment | null
  after: Assignment
  /** Other fields that were changed, and not whose it is: then `before` and `after` are the same. */
  fields?: PictureChange
  /** The uuids of those who showed it before, by their groups at that time, and not afterwards. */
  lost: string[]
  /** Those who lost it got it back by the same correction. */
  isPassing?: boolean
  at: Date
}

/** One person of a correction, written before the person itself: what the changed fields were and what they become. */
export type SubjectStep = {
  provider: string
  /** The uuid of the correction. */
  correction: string
  position: number
  jobUuid: string
  subject: string
  /** Null for a field that was missing. Of `new-code` there are none. */
  before: Partial<SubjectFields>
  after: Partial<SubjectFields>
  at: Date
  /** The id of a code that an import, or a person, has given them or taken from them. */
  code?: string
  /** What became of the code; without it, it was given. */
  codeChange?: CodeChange['is']
  /** A card that names them from then on, or no longer. */
  card?: CardChange
  /** Of one who was merged into another one: what features have recorded for separating them, each with the feature's name. */
  moved?: string[]
}

/** What a correction of a class, or of the whole job, took from families, written before it was made. */
export type JobStep = {
  provider: string
  /** The uuid of the correction. */
  correction: string
  position: number
  jobUuid: string
  losses: readonly JobLoss[]
  at: Date
}

export const correctionCollections: Collection[] = [
  {
    name: 'corrections',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, jobUuid: 1, number: -1 }, options: { unique: true } },
      { key: { provider: 1, at: 1 } },
    ],
  },
  {
    name: 'correctionSteps',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, correction: 1, position: 1 }, options: { unique: true } },
      { key: { provider: 1, at: 1 } },
    ],
  },
  {
    name: 'subjectSteps',
    indexes: [
      { key: { provider: 1, correction: 1, position: 1 }, options: { unique: true } },
      { key: { provider: 1, subject: 1 } },
      { key: { provider: 1, jobUuid: 1 } },
      { key: { provider: 1, at: 1 } },
    ],
  },
  {
    name: 'jobSteps',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, correction: 1, position: 1 }, options: { unique: true } },
      { key: { provider: 1, jobUuid: 1 } },
      { key: { provider: 1, at: 1 } },
    ],
  },
]

export const correctionsOf = (app: App, provider: string) =>
  providerCollection<Correction>(app, 'corrections', provider)
export const correctionStepsOf = (app: App, provider: string) =>
  providerCollection<CorrectionStep>(app, 'correctionSteps', provider)
export const subjectStepsOf = (app: App, provider: string) =>
  providerCollection<SubjectStep>(app, 'subjectSteps', provider)
export const jobStepsOf = (app: App, provider: string) => providerCollection<JobStep>(app, 'jobSteps', provider)
