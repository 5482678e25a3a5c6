import type { App } from '../../../platform/app.ts'
import { CommandError, plain, readOperator } from '../../../platform/command.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { type Job, jobsOf, subjectsOf } from '../collection.ts'
import { counted } from '../counted.ts'
import { dayOf, isOver } from '../days.ts'
import { isHidden } from '../subjectState.ts'
import { hideGroup, hideSubject, showGroup, showSubject } from '../subjects/hideSubjects.ts'
import { printExposureCount } from '../subjects/printExposureCount.ts'
import { requireGroup, requireSubject } from '../subjects/requireSubject.ts'
import { publishJob, unpublishJob } from './publishJob.ts'

const WHY_UNPUBLISHED = {
  unknown: 'no longer exists',
  archived: 'is closed',
  'no pictures': 'has no pictures yet',
}

/** `./portraitkit jobs publish <job>`. */
export async function publish(app: App, provider: Provider, job: Job): Promise<void> {
  const published = await publishJob(app, provider, job.uuid)
  const { outcome } = published
  if (outcome === 'deleted')
    throw new CommandError(
      `The pictures of "${plain(job.name)}" are past their deletion date: nothing was published`,
      1,
    )
  if (outcome !== 'published') {
    const advice = outcome === 'archived' ? '. Set another state first, such as with "jobs state" and "proofing"' : ''
    throw new CommandError(`"${plain(job.name)}" ${WHY_UNPUBLISHED[outcome]}: nothing was published${advice}`, 1)
  }
  const { mailCount, withoutAddress } = published
  console.log(`"${plain(job.name)}" (${job.year}) is published.`)
  console.log(
    mailCount === 0
      ? 'No email is sent: every family was already notified.'
      : `${counted(mailCount, 'family', 'families')} ${mailCount === 1 ? 'gets' : 'get'} one email each that the pictures are ready; families that already got it get none.`,
  )
  if (withoutAddress > 0) {
    console.log(
      `${counted(withoutAddress, 'subject')} ${withoutAddress === 1 ? 'has' : 'have'} no email address in the roster: "letters" makes letters for all.`,
    )
  }
  if (job.orderBy && isOver(job.orderBy, provider, app.clock()))
    console.log(`Note: the last day to order was ${dayOf(job.orderBy)}.`)
}

/** `./portraitkit jobs unpublish <job>`. */
export async function unpublish(app: App, provider: Provider, job: Job, operator?: string): Promise<void> {
  const change = await unpublishJob(app, provider, job.uuid, readOperator(operator))
  console.log(`The pictures of "${plain(job.name)}" (${job.year}) are withheld, and nobody is reminded of them.`)
  if (change) await printExposureCount(app, job, change.number)
}

type Part = { subject?: string | undefined; class?: string | undefined; isShown: boolean } & Reason
type Reason = { operator?: string | undefined; reason?: string | undefined }

/** `./portraitkit jobs publish` and `unpublish` for one subject or one group. */
export async function publishPart(app: App, provider: Provider, job: Job, part: Part): Promise<void> {
  if (part.subject !== undefined && part.class !== undefined)
    throw new CommandError('Give --subject or --class, not both', 2)
  const about = await (part.class === undefined ? changeSubjectPart(app, job, part) : changeGroupPart(app, job, part))
  if (about === null) return
  console.log(about)
  if (part.isShown && job.announcement && job.published) await publish(app, provider, job)
}

/** What to print; null if it was printed. */
async function changeSubjectPart(app: App, job: Job, { subject: named, isShown, operator, reason }: Part) {
  const { uuid, name } = await requireSubject(app, job, named)
  const change = await (isShown
    ? showSubject(app, job, uuid, readOperator(operator))
    : hideSubject(app, job, uuid, { by: readOperator(operator), reason }))
  if (!change) return printUnchanged(plain(name), isShown)
  if (!isShown) {
    console.log(`The pictures of ${plain(name)} are withheld, and nobody is mailed about them.`)
    await printExposureCount(app, job, change.number)
    return null
  }
  const subject = await subjectsOf(app, job.provider).findOne({ uuid })
  const current = await jobsOf(app, job.provider).findOne({ uuid: job.uuid })
  const isOfHiddenGroup = subject && current && isHidden(subject, current)
  return isOfHiddenGroup
    ? `${plain(name)} is no longer withheld alone, but the whole group ${plain(subject.group)} is: publish it with --class.`
    : `The pictures of ${plain(name)} are shown again, as those of the job.`
}

async function changeGroupPart(app: App, job: Job, { class: named = '', isShown, operator, reason }: Part) {
  const group = await requireGroup(app, job, named)
  const by = readOperator(operator)
  if (isShown) {
    if (!(await showGroup(app, job, group, by))) return printUnchanged(plain(group), isShown)
    return `The pictures of ${plain(group)} are shown again, except of those who are withheld alone.`
  }
  const change = await hideGroup(app, job, group, { by, reason })
  if (!change) return printUnchanged(plain(group), isShown)
  console.log(`The pictures of everybody in ${plain(group)} are withheld, and nobody is mailed about them.`)
  await printExposureCount(app, job, change.number)
  return null
}

function printUnchanged(name: string, isShown: boolean): null {
  console.log(`${name} ${isShown ? 'is not withheld' : 'is withheld already'}. Nothing was changed.`)
  return null
}
