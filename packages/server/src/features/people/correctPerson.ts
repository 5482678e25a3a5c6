import type { App } from '../../platform/app.ts'
import { CommandError } from '../../platform/command.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { fold } from '../jobs/roster.ts'
import { changePerson, type SubjectChange } from '../jobs/subjects/changeSubject.ts'
import { hiddenWith } from '../jobs/subjects/hideSubjects.ts'
import { correctedFields } from '../jobs/subjects/rosterValues.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** As long as those of a roster. */
const MAX_LETTERS = 120

/** A name, class or key as it was typed, if it can be one; a sentence if not. */
function readPersonText(text: string | undefined): { value: string } | { fault: string } {
  const value = text?.normalize().trim().replaceAll(/\s+/g, ' ') ?? ''
  if (value === '') return { fault: 'is empty' }
  if (value.length > MAX_LETTERS) return { fault: `has more than ${MAX_LETTERS} characters` }
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(value)) return { fault: 'contains characters that cannot be seen' }
  return { value }
}

/** Throws CommandError if it cannot be one. */
export function requirePersonText(text: string | undefined, what: string): string {
  const read = readPersonText(text)
  if ('fault' in read) throw new CommandError(`The new ${what} ${read.fault}`, 2)
  return read.value
}

/**
 * Corrects a person's name: key, code, pictures, access and what a family has begun stay. An import of a roster that still has the earlier name
 * keeps the new one. Returns null if it is the name already.
 */
export function renamePerson(
  app: App,
  job: JobKey,
  uuid: string,
  { name, by }: { name: string; by: string | null },
): Promise<SubjectChange | null> {
  return changePerson(app, job, uuid, { command: 'rename', by }, (current) => correctedFields(current, 'name', name))
}

/**
 * Moves a person to another class: within a second the pictures of the earlier class are not theirs any more and those of the new one are.
 * Everything else stays, also in an import of a roster with the earlier class; whoever leaves an unpublished class is unpublished alone. Returns
 * null if they are in it already.
 */
export function changeClass(
  app: App,
  job: JobKey,
  uuid: string,
  { group, by }: { group: string; by: string | null },
): Promise<SubjectChange | null> {
  return changePerson(app, job, uuid, { command: 'change-class', by }, (current, stored) => {
    const hidden = hiddenWith(app, stored, current, { group, by })
    return { ...correctedFields(current, 'group', group), ...(hidden && { hidden }) }
  })
}

/** Others of the job with this name, who could be confused with whoever gets it. */
export async function othersNamed(app: App, job: JobKey, uuid: string, name: string): Promise<Subject[]> {
  const members = await subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  return members.filter((member) => member.uuid !== uuid && fold(member.name) === fold(name))
}
