import type { App } from '../../../platform/app.ts'
import type { FieldChange } from '../../../platform/db/changeFields.ts'
import { openSightJournal, recordVisible, type SightThing } from '../../../platform/deletions/withheld.ts'
import type { Job, Subject } from '../collection.ts'
import { followMerges } from '../followMerges.ts'
import { PURPOSES, type Purpose, type SubjectState } from '../subjectState.ts'
import { className } from './jobSight.ts'
import { classPicturesOf, findViewers, pictureSight } from './pictureSight.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** The kind under which it is recorded that a person is withheld, by job, subject and one of these names. */
export const PERSON_SIGHT = 'person-sight'
export const WITHDRAWN = 'withdrawn'
export const UNPUBLISHED = 'hidden'
/** The family has said no for a purpose, or a yes of theirs was removed. */
export const NO = 'no:'
export const NO_YES = 'no-yes:'
/** They are in a class, by its hash, and see nothing while it is unpublished. */
export const JOINED = 'joined:'

type Fields = Partial<Pick<Subject, 'group'> & { [Name in keyof SubjectState]: SubjectState[Name] | null }>
type Change = FieldChange<Fields>

const answerIn = ({ consent }: Fields, purpose: Purpose) => consent?.[purpose]?.answer

function withheldBy(app: App, job: JobKey, { before, after }: Change): string[] {
  const changed = 'consent' in after ? PURPOSES : []
  // Whoever is one person with somebody else is seen as that one; a deletion is recorded as such.
  const isWithdrawn = after.withdrawn && !after.merged && !after.deleting
  return [
    ...(isWithdrawn ? [WITHDRAWN] : []),
    ...(after.hidden ? [UNPUBLISHED] : []),
    ...(after.group == null ? [] : [joinedName(app, job, after.group)]),
    ...changed.flatMap((purpose) => {
      const answer = answerIn(after, purpose)
      if (answer === answerIn(before, purpose)) return []
      return answer === 'no' ? `${NO}${purpose}` : answerIn(before, purpose) === 'yes' ? `${NO_YES}${purpose}` : []
    }),
  ]
}

/** The name under which it is recorded that somebody has joined a class. */
export const joinedName = (app: App, job: JobKey, group: string) => `${JOINED}${className(app, job, group)}`

function isVisibleBy(app: App, job: JobKey, name: string, { after }: Change): boolean {
  if (name.startsWith(JOINED)) return after.group != null && name !== joinedName(app, job, after.group)
  if (name === WITHDRAWN) return 'withdrawn' in after && !after.withdrawn
  if (name === UNPUBLISHED) return 'hidden' in after && !after.hidden
  if (!('consent' in after)) return false
  if (name.startsWith(NO)) return answerIn(after, name.slice(NO.length) as Purpose) !== 'no'
  return answerIn(after, name.slice(NO_YES.length) as Purpose) === 'yes'
}

const isAboutSight = ({ after }: Change) => ['withdrawn', 'hidden', 'consent', 'group'].some((name) => name in after)

/** The records of one change of a person. */
export type PersonSight = {
  /** Before each attempt to write it. */
  begin(change: Change): Promise<void>
  /** After it was written. */
  end(change: Change): Promise<void>
}

/**
 * Records what a change of a person withholds, and shows again: of the person and of all who are one with them, as a backup may be older than
 * that.
 */
export function openPersonSight(app: App, job: JobKey, uuid: string): PersonSight {
  const { provider } = job
  const journal = openSightJournal(app, provider)
  return {
    async begin(change) {
      const names = withheldBy(app, job, change)
      if (names.length > 0)
        for (const each of await everyoneOf(app, job, uuid)) await journal.withhold(personSight(job, each), names)
      const { lost } = await classPicturesOf(app, job, uuid, change)
      for (const picture of lost) await journal.withhold(pictureSight(job, picture), [uuid])
    },
    async end(change) {
      await journal.end()
      const isVisible = (name: string) => isVisibleBy(app, job, name, change)
      if (isAboutSight(change))
        for (const each of await everyoneOf(app, job, uuid))
          await recordVisible(app, provider, personSight(job, each), (names) => names.filter(isVisible))
      const { gained } = await classPicturesOf(app, job, uuid, change)
      for (const picture of gained)
        await recordVisible(app, provider, pictureSight(job, picture), (names) => names.filter((name) => name === uuid))
    },
  }
}

const personSight = ({ uuid }: JobKey, subject: string): SightThing => ({
  kind: PERSON_SIGHT,
  ids: `${uuid} ${subject}`,
})

async function everyoneOf(app: App, job: JobKey, uuid: string): Promise<string[]> {
  const all = await findViewers(app, job)
  const same = all.filter((each) => followMerges(each, all).uuid === uuid).map((each) => each.uuid)
  return [...new Set([uuid, ...same])]
}
