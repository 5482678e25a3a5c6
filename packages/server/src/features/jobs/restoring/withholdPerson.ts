import type { App } from '../../../platform/app.ts'
import type { SubjectCommand } from '../../../platform/subjectHistory.ts'
import { type Job, subjectsOf } from '../collection.ts'
import { followMerges } from '../followMerges.ts'
import { JOINED, joinedName, NO, NO_YES, UNPUBLISHED, WITHDRAWN } from '../sights/personSight.ts'
import { PURPOSES, type SubjectState } from '../subjectState.ts'
import { changeSubject, type SubjectFields } from '../subjects/changeSubject.ts'
import { RESTORED } from '../subjects/restoredClass.ts'
import type { JobEntries } from './jobEntries.ts'

type Withheld = { command: SubjectCommand; fields: Partial<SubjectFields> }

/** Withholds a person, or whom they are one person with, under one of the names of their sight. Returns who was withheld; null if they are already. */
export async function withholdPerson(
  app: App,
  job: Job,
  [uuid = '', name = '']: readonly string[],
  entries: JobEntries,
): Promise<string | null> {
  const all = await subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  const named = all.find((each) => each.uuid === uuid)
  const person = named && followMerges(named, all)
  const withheld = person && !person.deleting ? withheldFields(app, job, person, name) : null
  if (!person || !withheld) return null
  await changeSubject(app, job, person.uuid, entries(withheld.command), () => withheld.fields)
  return person.uuid
}

function withheldFields(
  app: App,
  job: Job,
  { withdrawn, hidden, consent }: SubjectState,
  name: string,
): Withheld | null {
  const at = app.clock()
  const note = { at, by: null, reason: RESTORED }
  if (name === WITHDRAWN) return withdrawn ? null : { command: 'withdraw', fields: { withdrawn: note } }
  if (name === UNPUBLISHED) return hidden ? null : { command: 'unpublish', fields: { hidden: note } }
  if (name.startsWith(JOINED)) {
    const joined = job.hiddenGroups?.find(({ group }) => joinedName(app, job, group) === name)
    if (!joined || hidden) return null
    return { command: 'unpublish', fields: { hidden: { ...note, group: joined.group } } }
  }
  const purpose = PURPOSES.find((each) => name === `${NO}${each}` || name === `${NO_YES}${each}`)
  if (!purpose) return null
  const { [purpose]: before, ...others } = consent ?? {}
  if (name.startsWith(NO_YES))
    return before?.answer === 'yes' ? { command: 'consent', fields: { consent: others } } : null
  const no = { answer: 'no' as const, who: null, at, source: RESTORED }
  return before?.answer === 'no' ? null : { command: 'consent', fields: { consent: { ...others, [purpose]: no } } }
}
