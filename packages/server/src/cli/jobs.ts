import { inspectionPackages } from '../features/inspection/collection.ts'
import {
  contactsOf,
  groupPicturesOf,
  type Job,
  jobsOf,
  offerInspection,
  subjectsOf,
} from '../features/jobs/collection.ts'
import { dayOf, isDeleted, isOver, readDay } from '../features/jobs/days.ts'
import { publishJob, unpublishJob } from '../features/reminders/announce.ts'
import { photographedSubjects } from '../features/reminders/families.ts'
import type { App } from '../platform/app.ts'
import { CommandError, runCommand, theShop } from '../platform/command.ts'
import type { Provider } from '../platform/provider/document.ts'
import { plain, theJob } from './theJob.ts'

const USAGE = `Usage: ./portraitkit jobs list
       ./portraitkit jobs publish <job>
       ./portraitkit jobs unpublish <job>
       ./portraitkit jobs inspection <job> --until <day> [--package <key>] | --none

A job is named by its name or its uuid.

"publish" shows the pictures and sends every family one mail that says so; published again it writes to those who were not
written to yet. Reminders follow after 3 and 10 days and on the last day to order, see docs/guide/families.md.
"unpublish" keeps the pictures back and ends the reminders.
"inspection" offers a package of printed pictures to look at, of the list "inspections" of what the shop sells, to whose parents
say yes by the end of that day; "inspections" lists them.

  --provider <key>   the shop; not needed where there is only one
  --year <year>      the year of the job, where several jobs have its name
  --until <day>      the last day to say yes to a package for inspection, such as 2026-11-30
  --package <key>    which package; not needed where the shop has only one
  --none             offers none any more; who has said yes keeps it

Answers 0 when it did what was asked, 1 when it could not, 2 when the command cannot be read.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, year: TEXT, until: TEXT, package: TEXT, none: { type: 'boolean' } } as const

/** `./portraitkit jobs`. Answers the exit code, see USAGE. */
export function jobsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', named, ...more] = positionals
    if (more.length > 0) throw new CommandError(`Too much: ${more.join(' ')}; a name of several words needs quotes`, 2)
    if (!['list', 'publish', 'unpublish', 'inspection'].includes(what))
      throw new CommandError(`There is no "jobs ${what}"`, 2)
    const provider = await theShop(app, values.provider)
    if (what === 'list') await list(app, provider)
    else {
      const job = await theJob(app, provider, named, values.year)
      if (what === 'publish') await publish(app, provider, job)
      else if (what === 'inspection') await offer(app, provider, job, values)
      else await unpublish(app, provider, job)
    }
    return 0
  })
}

async function list(app: App, provider: Provider): Promise<void> {
  const jobs = await jobsOf(app, provider.key).find({}).sort({ year: -1, name: 1 }).toArray()
  for (const job of jobs) console.log(await lineOf(app, provider, job))
  console.log(jobs.length === 1 ? '1 job.' : `${jobs.length} jobs.`)
}

async function lineOf(app: App, provider: Provider, job: Job): Promise<string> {
  const [subjects, groupPictures] = await Promise.all([
    subjectsOf(app, job.provider)
      .find({ jobUuid: job.uuid }, { projection: { 'pictures.uuid': 1 } })
      .toArray(),
    groupPicturesOf(app, job.provider).count({ jobUuid: job.uuid }),
  ])
  // a sibling picture stands, with one uuid, in each of its subjects
  const portraits = new Set(subjects.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))
  const cells = [
    job.uuid,
    String(job.year),
    plain(job.name),
    counted(subjects.length, 'subject'),
    counted(portraits.size + groupPictures, 'picture'),
    stateOf(job),
    ...(job.orderBy ? [`order by ${dayOf(job.orderBy)}`] : []),
    ...(job.freeDeliveryUntil ? [`free delivery until ${dayOf(job.freeDeliveryUntil)}`] : []),
    ...(job.deletion ? [deletionOf(job, portraits.size + groupPictures, isDeleted(job, provider, app.clock()))] : []),
  ]
  return cells.join('  ')
}

function deletionOf({ deletion, picturesDeleted }: Job, left: number, isDue: boolean): string {
  const day = deletion ? dayOf(deletion) : ''
  if (!isDue) return `deleted on ${day}`
  if (picturesDeleted) return `deleted since ${day}`
  return `deleted since ${day} but for ${counted(left, 'picture')} still to be deleted or printed`
}

function stateOf({ isArchived, published, announcement }: Job): string {
  if (isArchived) return 'archived'
  if (!published) return 'kept back'
  return announcement ? `published ${dayOf(announcement.published)}` : 'shown, families not told'
}

async function publish(app: App, provider: Provider, job: Job): Promise<void> {
  if (job.isArchived) throw new CommandError(`"${plain(job.name)}" is archived: nothing was published`, 1)
  if (isDeleted(job, provider, app.clock())) {
    throw new CommandError(`The pictures of "${plain(job.name)}" are past their deletion: nothing was published`, 1)
  }
  const subjects = await photographedSubjects(app, job)
  if (subjects.length === 0) {
    throw new CommandError(`"${plain(job.name)}" has no pictures yet: nothing was published`, 1)
  }
  const told = await publishJob(app, provider, job.uuid)
  console.log(`"${plain(job.name)}" (${job.year}) is published.`)
  console.log(
    told === 0
      ? 'No mail is sent: nobody is to be told who was not told already.'
      : `${counted(told, 'family', 'families')} ${told === 1 ? 'gets' : 'get'} one mail each that the pictures are ready; who got it already gets none.`,
  )
  const without = subjects.filter((subject) => contactsOf(subject).length === 0).length
  if (without > 0) {
    console.log(
      `${counted(without, 'subject')} ${without === 1 ? 'has' : 'have'} no e-mail address in the roster: "letters" makes letters for all.`,
    )
  }
  if (job.orderBy && isOver(job.orderBy, provider, app.clock()))
    console.log(`Mind: the last day to order was ${dayOf(job.orderBy)}.`)
}

async function unpublish(app: App, provider: Provider, job: Job): Promise<void> {
  await unpublishJob(app, provider, job.uuid)
  console.log(`The pictures of "${plain(job.name)}" (${job.year}) are kept back, and nobody is reminded of them.`)
}

type Offered = { until?: string | undefined; package?: string | undefined; none?: boolean | undefined }

async function offer(app: App, provider: Provider, job: Job, { until, package: named, none }: Offered): Promise<void> {
  const about = `"${plain(job.name)}" (${job.year})`
  if (none) {
    await offerInspection(app, provider.key, job.uuid, null)
    console.log(`${about} offers no package for inspection any more.`)
    return
  }
  if (until === undefined) throw new CommandError('Say until when with --until, or --none', 2)
  const day = readDay(until)
  if (!day) throw new CommandError(`--until: "${until}" is no day such as 2026-11-30`, 2)
  const all = await inspectionPackages.list(app, provider.key)
  const keys = all.map(({ key }) => key).join(', ')
  if (all.length === 0)
    throw new CommandError('The shop has no "inspections" in what it sells; see "provider apply"', 1)
  const found = named === undefined && all.length === 1 ? all[0] : all.find(({ key }) => key === named)
  if (!found) throw new CommandError(`Name a package with --package: ${keys}`, 2)
  await offerInspection(app, provider.key, job.uuid, { package: found.key, until: day })
  console.log(
    `${about} offers "${found.key}" for inspection until the end of ${until}. It is sent to nobody who does not ask for it.`,
  )
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
