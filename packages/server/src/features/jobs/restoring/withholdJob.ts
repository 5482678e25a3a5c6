import type { App } from '../../../platform/app.ts'
import type { WithheldThing } from '../../../platform/withheldThing.ts'
import { changeJob } from '../changeJob.ts'
import { type Job, subjectsOf } from '../collection.ts'
import { unpublishedFields } from '../publishing/publishJob.ts'
import { CLASS, className, NOT_ASKED, UNPUBLISHED } from '../sights/jobSight.ts'
import { PURPOSES } from '../subjectState.ts'
import { notAskedFields } from '../subjects/consent.ts'
import { restoredClassFields } from '../subjects/restoredClass.ts'

type WithheldPart = Pick<WithheldThing, 'what' | 'id'>

/** Withholds a job, or a part of it, under one of the names of its sight. Returns what was withheld; null if it is already. */
export async function withholdJob(app: App, job: Job, [name = '']: readonly string[]): Promise<WithheldPart | null> {
  const group = name.startsWith(CLASS) ? await findClass(app, job, name) : null
  const purpose = PURPOSES.find((each) => name === `${NOT_ASKED}${each}`)
  const changed = await changeJob(app, job, (current) => {
    if (name === UNPUBLISHED) return current.published ? unpublishedFields(current) : null
    if (group !== null) return restoredClassFields(app, current, group)
    return purpose ? notAskedFields(app, current, purpose, 'no') : null
  })
  if (!changed) return null
  if (group !== null) return { what: 'class', id: group }
  return purpose ? { what: 'purpose', id: purpose } : { what: 'job', id: job.uuid }
}

/** The class that a name in the journal means, if the job has it; also one that nobody is in any more. */
async function findClass(app: App, job: Job, name: string): Promise<string | null> {
  const members = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid }, { projection: { group: 1, earlierGroups: 1 } })
    .toArray()
  const groups = new Set(members.flatMap(({ group, earlierGroups }) => [group, ...(earlierGroups ?? [])]))
  return [...groups].find((group) => className(app, job, group) === name) ?? null
}
