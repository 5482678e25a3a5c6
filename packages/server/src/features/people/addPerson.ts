import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { addSubject } from '../jobs/importStore.ts'
import { requireBeforeDeletion } from '../jobs/openJob.ts'
import { fold } from '../jobs/roster.ts'
import { whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { subjectHistory } from '../jobs/subjects/changeSubject.ts'
import { wasDeleted } from '../jobs/subjects/deletedPeople.ts'

/** Somebody who is not on the roster: staff, a brother or sister, a walk-in. */
export type NewPerson = {
  name: string
  /** Empty for none. */
  group: string
  /** Missing: as in a roster without keys, of group and name. */
  key?: string
  emails: string[]
  phone: string | null
  by: string | null
  /** Somebody with this key or name was deleted from the job, and comes back. */
  again?: boolean
}

export type AddOutcome =
  | { outcome: 'added'; subject: Subject; code: string; number: number | null }
  /** Somebody of the job has this key, now or before. Nothing was changed. */
  | { outcome: 'taken'; by: Subject }
  | { outcome: 'deleted before' }

/** Adds a person to a job as a line of a roster would, with a code. An undo withdraws them. Throws CommandError from the job's day of deletion on. */
export function addPerson(app: App, provider: Provider, job: Job, person: NewPerson): Promise<AddOutcome> {
  return whileChangingPeople(app, job, 'add-person', () => addAlone(app, provider, job, person))
}

async function addAlone(app: App, provider: Provider, job: Job, person: NewPerson): Promise<AddOutcome> {
  const { name, group, emails, phone, by, again = false } = person
  const key = person.key ?? [group, name].filter(Boolean).join(' / ')
  if (!again && wasDeleted(app, job, { key, name })) return { outcome: 'deleted before' }
  requireBeforeDeletion(job, provider, app.clock())
  const row = { line: 0, key, name, group, emails, phone, code: null, files: [], favorite: null }
  const holder = await keyHolder(app, job, key)
  const subject = holder ? null : await addSubject(app, job, row, { isAdded: true })
  if (!subject) return { outcome: 'taken', by: holder ?? ((await keyHolder(app, job, key)) as Subject) }
  const history = subjectHistory(app, job, { command: 'add-person', by })
  const before = { withdrawn: { at: app.clock(), by, reason: 'added by mistake' } }
  await history.recordSubject(subject.uuid, { before, after: { withdrawn: null } })
  const [code] = await codesFor(app, provider, [subject.uuid])
  return { outcome: 'added', subject, code: code?.code ?? '', number: await history.number() }
}

/** A key that a roster has replaced is still in the names of files. */
function keyHolder(app: App, { provider, uuid: jobUuid }: Job, key: string): Promise<Subject | null> {
  return subjectsOf(app, provider).findOne({ jobUuid, $or: [{ key: fold(key) }, { earlierKeys: fold(key) }] })
}
