import type { App } from '../../platform/app.ts'
import type { CodeChange, SubjectHistory } from '../../platform/subjectHistory.ts'
import { disputeAgain, disputeOfOne, returnCode, subjectsOfCodeId, takeFromCode } from '../access/disputedCodes.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import type { Consent, SubjectRules } from '../jobs/subjectState.ts'
import { changeSubject, type SubjectFields } from '../jobs/subjects/changeSubject.ts'
import { hiddenWith, strictestHidden } from '../jobs/subjects/hideSubjects.ts'
import { isAs, overlap, reversedFields } from './changedEntries.ts'
import { codesChangedLater } from './codesChangedLater.ts'
import { type Correction, type CorrectionCommand, type SubjectStep, subjectStepsOf } from './collection.ts'
import { isCardChangedLater, isCardStep, reverseCard } from './undoCards.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** The people of a correction, the last change first. */
export async function findSubjectSteps(app: App, { provider }: JobKey, { uuid }: Correction): Promise<SubjectStep[]> {
  return subjectStepsOf(app, provider).find({ correction: uuid }).sort({ position: -1 }).toArray()
}

/** The names of those of whom something that these steps changed was changed later, other than by an undo of them that was interrupted. */
export async function subjectsChangedLater(
  app: App,
  job: JobKey,
  { steps, correction, interrupted }: { steps: readonly SubjectStep[]; correction: Correction; interrupted?: string },
): Promise<string[]> {
  const [ofCodes, ofCards] = [steps.filter(isCodeStep), steps.filter(isCardStep)]
  const ofFields = steps.filter((step) => !isCodeStep(step) && !isCardStep(step))
  const latest = new Map(ofFields.toReversed().map((step) => [step.subject, step]))
  const later: string[] = []
  for (const step of latest.values()) {
    const subject = await subjectsOf(app, job.provider).findOne({ uuid: step.subject, jobUuid: job.uuid })
    if (!subject || subject.deleting) later.push('somebody deleted')
    else if (!isAs('after', subject, step) && !(await wasNeverMade(app, job, subject, step, interrupted)))
      later.push(subject.name)
    // What was theirs is somebody else's by now.
    else if ((await findPerson(app, job, step))?.merged) later.push(subject.name)
    const holder = await otherHolder(app, job, step, steps)
    if (holder) later.push(holder.name)
  }
  const changed = await codesChangedLater(app, job, correction, ofCodes)
  for (const step of ofCodes)
    if (changed.has(step.code) || (await opensOthers(app, job, step, correction.command)))
      later.push(await nameOf(app, job, step.subject))
  for (const step of ofCards)
    if (await isCardChangedLater(app, job, step)) later.push(await nameOf(app, job, step.subject))
  return [...new Set(later)]
}

type CodeStep = SubjectStep & { code: string }
const isCodeStep = (step: SubjectStep): step is CodeStep => step.code !== undefined

async function nameOf(app: App, job: JobKey, uuid: string): Promise<string> {
  return (await subjectsOf(app, job.provider).findOne({ uuid, jobUuid: job.uuid }))?.name ?? 'somebody deleted'
}

/**
 * Recorded, but the process was killed before it changed anything, or undone by a process that was killed: the fields are as before, and nobody
 * else has changed them since.
 */
async function wasNeverMade(
  app: App,
  job: JobKey,
  subject: Subject,
  step: SubjectStep,
  interrupted = '',
): Promise<boolean> {
  if (!isAs('before', subject, step)) return false
  const all = await subjectStepsOf(app, job.provider).find({ subject: step.subject }).toArray()
  const own = [step.correction, interrupted]
  return !all.some((other) => !own.includes(other.correction) && other.at >= step.at && overlap(step, other))
}

/** Whether the code of a step opens others by now: those with whom they are one person, or share it. */
async function opensOthers(
  app: App,
  job: JobKey,
  { code: id, codeChange, subject }: CodeStep,
  command: CorrectionCommand,
): Promise<boolean> {
  const opened = await subjectsOfCodeId(app, { key: job.provider }, id)
  if (command === 'give-code') return opened.some((uuid) => uuid !== subject)
  const { merged } = (await subjectsOf(app, job.provider).findOne({ uuid: subject, jobUuid: job.uuid })) ?? {}
  // Somebody who is one with another one by now has no code of their own.
  if (merged && (codeChange === 'taken' || codeChange === 'disputed')) return true
  return merged ? opened.includes(merged.into) : false
}

/** Who else has the key that a person would have again; not who gets another one by the same undo. */
async function otherHolder(
  app: App,
  job: JobKey,
  { subject, before: { key } }: SubjectStep,
  steps: readonly SubjectStep[],
): Promise<Subject | null> {
  if (key === undefined) return null
  const holder = await subjectsOf(app, job.provider).findOne({ jobUuid: job.uuid, key })
  const isGivenBack = steps.some((step) => step.subject === holder?.uuid && step.before.key !== undefined)
  return holder?.uuid === subject || isGivenBack ? null : holder
}

/** With whom a step made somebody one person. */
async function findPerson(app: App, job: JobKey, { after }: SubjectStep): Promise<Subject | null> {
  if (!after.merged) return null
  return subjectsOf(app, job.provider).findOne({ uuid: after.merged.into, jobUuid: job.uuid })
}

/** What was refused for two who were one person is refused for both when they are separated: whom it was about is unknown. */
function refusedSince({ merged, consent, hidden }: Subject, person: Subject | null): Partial<SubjectFields> {
  const isSince = (at: Date | undefined) => merged && at && at >= merged.at
  if (!person) return {}
  const refused = Object.entries(person.consent ?? {}).filter(([, { answer, at }]) => answer === 'no' && isSince(at))
  const answers: Consent = { ...consent, ...Object.fromEntries(refused) }
  return {
    // Nobody is merged who is withdrawn: whatever its time, as after an undo, it was done since.
    ...(person.withdrawn && { withdrawn: person.withdrawn }),
    ...(isSince(person.hidden?.at) && { hidden: strictestHidden(hidden ?? null, person.hidden ?? null) }),
    ...(refused.length > 0 && { consent: answers }),
  }
}

const REVERSED: Record<CodeChange['is'], CodeChange['is']> = {
  given: 'taken',
  taken: 'given',
  returned: 'disputed',
  disputed: 'returned',
}

/** Reverses what a step did with a code. A code that somebody has given to one of two people is nobody's again. */
function reverseCode(
  app: App,
  job: JobKey,
  { code, codeChange = 'given', subject, at: since }: CodeStep,
  command: CorrectionCommand,
): Promise<boolean> {
  if (command === 'give-code') return disputeAgain(app, job, code, subject)
  const provider = { key: job.provider }
  if (codeChange === 'given') return takeFromCode(app, provider, code, subject)
  return codeChange === 'returned'
    ? disputeOfOne(app, job, code, subject)
    : returnCode(app, provider, { id: code, subject, since })
}

/** Who goes back to a class, and by whom. */
type Return = { command: CorrectionCommand; by: string | null }

/**
 * Brings back what a step changed, if it was not changed since; everything else of the person stays. Whoever leaves an unpublished class by that
 * stays unpublished. Returns what was changed; null if nothing was.
 */
export async function reverseSubject(
  app: App,
  job: JobKey & SubjectRules,
  step: SubjectStep,
  history: SubjectHistory,
  { command, by }: Return,
): Promise<Partial<SubjectFields> | null> {
  if (isCodeStep(step)) {
    if (!(await reverseCode(app, job, step, command))) return null
    const is = REVERSED[step.codeChange ?? 'given']
    await history.recordSubject(step.subject, { before: {}, after: {} }, { id: step.code, is })
    return {}
  }
  if (isCardStep(step)) return (await reverseCard(app, job, step, history)) ? {} : null
  const person = await findPerson(app, job, step)
  const change = await changeSubject(app, job, step.subject, history, (current) => {
    if (!isAs('after', current, step) || current.deleting) return null
    const fields = { ...reversedFields(current, step), ...refusedSince(current, person) }
    const { group, hidden = current.hidden ?? null } = fields
    const left = group == null ? null : hiddenWith(app, job, { group: current.group, hidden }, { group, by })
    return { ...fields, ...(left && { hidden: left }) }
  })
  return change?.after ?? null
}
