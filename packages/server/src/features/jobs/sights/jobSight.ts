import type { App } from '../../../platform/app.ts'
import type { FieldChange } from '../../../platform/db/changeFields.ts'
import { openSightJournal, recordVisible, type SightThing } from '../../../platform/deletions/withheld.ts'
import type { Job } from '../collection.ts'
import { PICTURE_PURPOSES, PURPOSES, type SubjectRules } from '../subjectState.ts'

type JobKey = Pick<Job, 'uuid'>

/** The kind under which it is recorded that a job is withheld, by its uuid and one of these names. */
export const JOB_SIGHT = 'job-sight'
export const UNPUBLISHED = 'unpublished'
/** A class, by its hash. */
export const CLASS = 'class:'
/** Whoever was not asked about a purpose counts as no. */
export const NOT_ASKED = 'not-asked:'

export const jobSight = ({ uuid }: Pick<Job, 'uuid'>): SightThing => ({ kind: JOB_SIGHT, ids: uuid })

/** The name of a class in the journal, which contains no names: a class may be called after somebody. */
export function className(app: Pick<App, 'secrets'>, { uuid }: Pick<Job, 'uuid'>, group: string): string {
  return `${CLASS}${app.secrets.sign('jobs.withheldClass', `${uuid} ${group}`).slice(0, 22)}`
}

type Fields = Partial<Pick<Job, 'published'> & { [Name in 'hiddenGroups' | 'notAsked']: SubjectRules[Name] | null }>
export type JobSightChange = FieldChange<Fields>

const groupsIn = ({ hiddenGroups }: Fields) => (hiddenGroups ?? []).map(({ group }) => group)

/** What a change of a job withholds. */
function withheldByJob(app: App, job: JobKey, { before, after }: JobSightChange): string[] {
  const earlier = groupsIn(before)
  return [
    ...(before.published && after.published === false ? [UNPUBLISHED] : []),
    ...groupsIn(after).flatMap((group) => (earlier.includes(group) ? [] : className(app, job, group))),
    ...PURPOSES.flatMap((purpose) => (after.notAsked?.[purpose] === 'no' ? `${NOT_ASKED}${purpose}` : [])),
  ]
}

/** What a change of a job takes from its families: everything, what a class showed, or what nobody has agreed to who was not asked. */
export type JobLoss =
  | { of: 'job' }
  | { of: 'class'; group: string }
  | { of: 'not-asked'; purpose: (typeof PICTURE_PURPOSES)[number] }

/** What families lose by such a change of a job that is shown until then. */
export function lossesByJob({ before, after }: JobSightChange): JobLoss[] {
  const earlier = groupsIn(before)
  const groups = groupsIn(after).filter((group) => !earlier.includes(group))
  const isRefused = (purpose: (typeof PICTURE_PURPOSES)[number]) =>
    after.notAsked?.[purpose] === 'no' && before.notAsked?.[purpose] !== 'no'
  return [
    ...(before.published && after.published === false ? [{ of: 'job' as const }] : []),
    ...groups.map((group) => ({ of: 'class' as const, group })),
    ...PICTURE_PURPOSES.filter(isRefused).map((purpose) => ({ of: 'not-asked' as const, purpose })),
  ]
}

/** Whether such a change shows what is withheld under a name. */
function isVisibleByJob(app: App, job: JobKey, name: string, { after }: JobSightChange): boolean {
  if (name === UNPUBLISHED) return after.published === true
  if (name.startsWith(CLASS))
    return 'hiddenGroups' in after && !groupsIn(after).some((group) => className(app, job, group) === name)
  const purpose = PURPOSES.find((each) => name === `${NOT_ASKED}${each}`)
  return purpose !== undefined && 'notAsked' in after && after.notAsked?.[purpose] !== 'no'
}

/** The records of one change of a job. */
export type JobSight = {
  /** Before each attempt to write it. */
  begin(change: JobSightChange): Promise<void>
  /** After it was written. */
  end(change: JobSightChange): Promise<void>
}

export function openJobSight(app: App, job: Pick<Job, 'provider' | 'uuid'>): JobSight {
  const journal = openSightJournal(app, job.provider)
  return {
    begin: (change) => journal.withhold(jobSight(job), withheldByJob(app, job, change)),
    async end(change) {
      await journal.end()
      const isVisible = (name: string) => isVisibleByJob(app, job, name, change)
      await recordVisible(app, job.provider, jobSight(job), (names) => names.filter(isVisible))
    },
  }
}
