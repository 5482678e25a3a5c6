import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Job } from '../jobs/collection.ts'
import { requirePicture } from '../jobs/pictures/requirePicture.ts'
import { requireGroup, requireSubject } from '../jobs/subjects/requireSubject.ts'
import { type ExposureEntry, findExposure, findSight, hasForgottenSteps } from './exposure.ts'
import { historyNumber } from './historyNumber.ts'
import { UNDO_DAYS } from './undoCorrection.ts'

type Scope = { of?: string; class?: string; picture?: string }

/** Prints who could see what a change took from somebody, or who could ever see a person, a class or a picture. */
export async function printExposure(app: App, job: Job, scope: Scope, rest: readonly string[]): Promise<void> {
  const exposure = await exposureOf(app, job, scope, rest)
  for (const entry of exposure) console.log(exposureLine(entry))
  const [number] = rest
  if (number !== undefined && (await hasForgottenSteps(app, job, historyNumber(rest))))
    return console.log(forgottenText(number))
  if (exposure.length > 0) return
  console.log(
    number === undefined
      ? 'Nobody could see it so far.'
      : `Nobody could see what number ${number} took from somebody, or it took nothing.`,
  )
}

/** A line of a report of who could see something. */
export function exposureLine({ kind, who, subject, at, detail }: ExposureEntry): string {
  const set = subject ? `${subject.name} ("${subject.key}")` : 'somebody deleted'
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  return [`${time} UTC`, kind, plain(who), `set of ${plain(set)}`, ...(detail ? [plain(detail)] : [])].join('  ')
}

const forgottenText = (number: string) =>
  `What number ${number} changed is no longer stored, at least in part: it was more than ${UNDO_DAYS} days ago, or about somebody who was deleted. Who else could see it is not known any more; "--picture" or "--class" lists who ever could see what is still there.`

async function exposureOf(app: App, job: Job, scope: Scope, rest: readonly string[]): Promise<ExposureEntry[]> {
  const { of, class: group, picture } = scope
  const scopes = [rest[0], of, group, picture].filter((each) => each !== undefined)
  if (scopes.length !== 1) throw new CommandError('Give one of: a number of the history, --of, --class, --picture', 2)
  if (of !== undefined) return findSight(app, job, { person: await requireSubject(app, job, of) })
  if (picture !== undefined) return findSight(app, job, { picture: await requirePicture(app, job, picture) })
  if (group !== undefined) return findSight(app, job, { group: await requireGroup(app, job, group) })
  const number = historyNumber(rest)
  const exposure = await findExposure(app, job, number)
  if (!exposure) throw new CommandError(`The history of "${plain(job.name)}" has no number ${number}`, 1)
  return exposure
}
