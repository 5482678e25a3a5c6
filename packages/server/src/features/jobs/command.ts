import type { App } from '../../platform/app.ts'
import { CommandError, plain, runSharedCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { runCommandTask } from '../../platform/tasks/commandTask.ts'
import type { Job } from './collection.ts'
import { counted } from './counted.ts'
import { dayOf } from './days.ts'
import { type JobSummary, listJobs } from './listJobs.ts'
import { publish, publishPart, unpublish } from './publishing/printPublishing.ts'
import { remakeFilesTask } from './remakeFilesTask.ts'
import { requireJob } from './requireJob.ts'

const USAGE = `Usage: ./portraitkit jobs list
       ./portraitkit jobs publish <job> [--subject <subject> | --class <group>]
       ./portraitkit jobs unpublish <job> [--subject <subject> | --class <group>]
       ./portraitkit jobs remake-files <job> [--all]

<job> is the name or the uuid of a job.

"publish" shows the pictures and emails every family once; if it is repeated, only families that were not notified before are
emailed. Reminders follow after 3 and 10 days and on the last day to order, see docs/guide/families.md.
"unpublish" withholds the pictures and ends the reminders. With --subject or --class it withholds those of one subject or group of a
published job, until "publish" shows them again. It says how many could see them, and "exposure" lists who.
"remake-files" makes the files again that are made from the photographs and are missing, such as after a restore that left out
damaged ones. Killed at any point, it is continued by a server, or by repeating the command.

  --provider <key>   the shop; optional if there is only one
  --year <year>      the year of the job, if several jobs have this name
  --subject <name>   publish, unpublish: only this subject, by key, uuid or whole name
  --class <group>    publish, unpublish: only this group, also for those who join it later
  --all              remake-files: also the sizes that are there, such as after a change of their quality; working copies, from
                     which prints are made, stay

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const OPTIONS = {
  provider: TEXT,
  year: TEXT,
  subject: TEXT,
  class: TEXT,
  reason: TEXT,
  operator: TEXT,
  all: { type: 'boolean' },
} as const

/** `./portraitkit jobs`. Returns the exit code, see USAGE. */
export function jobsCommand(argv: string[], app: App): Promise<number> {
  const command = { name: 'jobs', usage: USAGE, options: OPTIONS, argv, app }
  return runSharedCommand(command, async ({ values, positionals }) => {
    const [what = '', named, ...more] = positionals
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    if (!['list', 'publish', 'unpublish', 'remake-files'].includes(what))
      throw new CommandError(`There is no "jobs ${what}"`, 2)
    if (values.all && what !== 'remake-files') throw new CommandError('--all is an option of remake-files', 2)
    const isForPart = values.subject !== undefined || values.class !== undefined
    if (isForPart && !['publish', 'unpublish'].includes(what))
      throw new CommandError('--subject and --class are options of publish and unpublish', 2)
    const provider = await shopOrOnly(app, values.provider)
    if (what === 'list') await list(app, provider)
    else {
      const job = await requireJob(app, provider, named, values.year)
      if (isForPart) await publishPart(app, provider, job, { ...values, isShown: what === 'publish' })
      else if (what === 'publish') await publish(app, provider, job)
      else if (what === 'remake-files') await remakeFiles(app, provider, job, values.all ?? false)
      else await unpublish(app, provider, job, values.operator)
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
  return `deleted since ${day} except ${counted(pictures, 'picture')} still to be deleted or printed`
}

function stateOf({ state, isNotified, job: { announcement, deleting, published } }: JobSummary): string {
  if (deleting) return 'being deleted'
  if (state === 'closed' && !published) return 'closed, withheld'
  if (state !== 'published') return state
  return isNotified && announcement ? `published ${dayOf(announcement.published)}` : 'published, families not notified'
}

async function remakeFiles(app: App, { key }: Provider, job: Job, all: boolean): Promise<void> {
  const { pictures, remade, unusable } = await runCommandTask(app, remakeFilesTask, {
    provider: key,
    key: `${job.uuid} ${all ? 'all' : 'missing'}`,
    input: { job: job.uuid, all },
  })
  const made = remade === 0 ? 'no file was missing' : `files of ${remade} were made again`
  console.log(`"${plain(job.name)}" (${job.year}) has ${counted(pictures, 'picture')}: ${made}.`)
  if (unusable === 0) return
  throw new CommandError(
    `${counted(unusable, 'picture')} cannot be made again, because the original is missing or damaged: "tasks show" lists them`,
    1,
  )
}
