import type { App } from '../../platform/app.ts'
import { CommandError, plain, runSharedCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job } from './collection.ts'
import { dayOf, isOver } from './days.ts'
import { publishJob, unpublishJob } from './publish.ts'
import { requireJob } from './requireJob.ts'
import { type JobSummary, listJobs } from './summary.ts'

const USAGE = `Usage: ./portraitkit jobs list
       ./portraitkit jobs publish <job>
       ./portraitkit jobs unpublish <job>

A job is named by its name or its uuid.

"publish" shows the pictures and sends every family one mail that says so; published again it writes to those who were not
written to yet. Reminders follow after 3 and 10 days and on the last day to order, see docs/guide/families.md.
"unpublish" keeps the pictures back and ends the reminders.

  --provider <key>   the shop; not needed where there is only one
  --year <year>      the year of the job, where several jobs have its name

Answers 0 when it did what was asked, 1 when it could not, 2 when the command cannot be read.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, year: TEXT }

/** `./portraitkit jobs`. Answers the exit code, see USAGE. */
export function jobsCommand(argv: string[], app: App): Promise<number> {
  const command = { name: 'jobs', usage: USAGE, options: OPTIONS, argv, app }
  return runSharedCommand(command, async ({ values, positionals }) => {
    const [what = '', named, ...more] = positionals
    if (more.length > 0) throw new CommandError(`Too much: ${more.join(' ')}; a name of several words needs quotes`, 2)
    if (!['list', 'publish', 'unpublish'].includes(what)) throw new CommandError(`There is no "jobs ${what}"`, 2)
    const provider = await shopOrOnly(app, values.provider)
    if (what === 'list') await list(app, provider)
    else {
      const job = await requireJob(app, provider, named, values.year)
      if (what === 'publish') await publish(app, provider, job)
      else await unpublish(app, provider, job)
    }
    return 0
  })
}

async function list(app: App, provider: Provider): Promise<void> {
  const jobs = await listJobs(app, provider)
  for (const job of jobs) console.log(lineOf(job))
  console.log(jobs.length === 1 ? '1 job.' : `${jobs.length} jobs.`)
}

function lineOf(summary: JobSummary): string {
  const { job, subjects, pictures } = summary
  const cells = [
    job.uuid,
    String(job.year),
    plain(job.name),
    counted(subjects, 'subject'),
    counted(pictures, 'picture'),
    stateOf(summary),
    ...(job.orderBy ? [`order by ${dayOf(job.orderBy)}`] : []),
    ...(job.freeDeliveryUntil ? [`free delivery until ${dayOf(job.freeDeliveryUntil)}`] : []),
    ...(job.deletion ? [deletionOf(summary, dayOf(job.deletion))] : []),
  ]
  return cells.join('  ')
}

function deletionOf({ deletion, pictures }: JobSummary, day: string): string {
  if (deletion === 'planned') return `deleted on ${day}`
  if (deletion === 'done') return `deleted since ${day}`
  return `deleted since ${day} but for ${counted(pictures, 'picture')} still to be deleted or printed`
}

function stateOf({ state, job: { announcement } }: JobSummary): string {
  if (state === 'published' && announcement) return `published ${dayOf(announcement.published)}`
  return state === 'shown' ? 'shown, families not told' : state
}

const WHY_UNPUBLISHED = {
  unknown: 'is not there any more',
  archived: 'is archived',
  'no pictures': 'has no pictures yet',
}

async function publish(app: App, provider: Provider, job: Job): Promise<void> {
  const published = await publishJob(app, provider, job.uuid)
  const { outcome } = published
  if (outcome === 'deleted')
    throw new CommandError(`The pictures of "${plain(job.name)}" are past their deletion: nothing was published`, 1)
  if (outcome !== 'published')
    throw new CommandError(`"${plain(job.name)}" ${WHY_UNPUBLISHED[outcome]}: nothing was published`, 1)
  const { mailCount, withoutAddress } = published
  console.log(`"${plain(job.name)}" (${job.year}) is published.`)
  console.log(
    mailCount === 0
      ? 'No mail is sent: nobody is to be told who was not told already.'
      : `${counted(mailCount, 'family', 'families')} ${mailCount === 1 ? 'gets' : 'get'} one mail each that the pictures are ready; who got it already gets none.`,
  )
  if (withoutAddress > 0) {
    console.log(
      `${counted(withoutAddress, 'subject')} ${withoutAddress === 1 ? 'has' : 'have'} no e-mail address in the roster: "letters" makes letters for all.`,
    )
  }
  if (job.orderBy && isOver(job.orderBy, provider, app.clock()))
    console.log(`Mind: the last day to order was ${dayOf(job.orderBy)}.`)
}

async function unpublish(app: App, provider: Provider, job: Job): Promise<void> {
  await unpublishJob(app, provider, job.uuid)
  console.log(`The pictures of "${plain(job.name)}" (${job.year}) are kept back, and nobody is reminded of them.`)
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
