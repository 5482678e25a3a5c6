import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { subjectsByUuid } from '../corrections/correctPictures.ts'
import type { Job } from '../jobs/collection.ts'
import { counted } from '../jobs/counted.ts'
import { dayOf, readDay } from '../jobs/days.ts'
import type { Picture } from '../jobs/picture.ts'
import { fileNames } from '../jobs/pictures/fileNames.ts'
import { requirePicture } from '../jobs/pictures/requirePicture.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { requireSubject } from '../jobs/subjects/requireSubject.ts'
import { announceRetake } from './announceRetake.ts'
import { callOffRetake, createRetake, findOpenRetake, RetakeError } from './createRetake.ts'
import { listOwedReprints, reportRetakes } from './reportRetakes.ts'

/** How long families have to decide, if nothing else is said. */
const DAYS_TO_DECIDE = 14

const TEXT = { type: 'string' } as const

/** `./portraitkit jobs retake` and `jobs retakes`. */
export const retakeSubcommands = subcommands({
  words: ['retake', 'retakes'],
  help: {
    lines: [
      'jobs retake <job> <subject> <picture>=<new picture> … [--until <day>] [--reason <text>]',
      'jobs retakes <job> [announce | call-off <number>]',
    ],
    about: `"retake" says that new pictures of a person replace earlier ones, and emails the families: who has ordered an earlier one keeps it or
has it exchanged, until a day; no decision keeps. Import the new pictures first. The earlier ones stay as they are: reject them with
"jobs pictures". A picture is named by its file name or uuid. Repeating the command with the same pictures makes a second retake.
"retakes" lists the retakes of a job with what was decided, and the prints that were exchanged after they were produced and have to
be printed again; "announce" emails whom no email about one has reached yet, also at addresses that were refused before; "call-off" ends one
before its last day. See docs/guide/orders.md.`,
    options: [
      `  --until <day>      retake: the last day to decide, such as 2026-12-24; ${DAYS_TO_DECIDE} days from today by default`,
      '  --reason <text>    retake: the reason, for your own records',
    ],
  },
  options: { provider: TEXT, year: TEXT, until: TEXT, reason: TEXT, operator: TEXT },
  run: async ({ values, positionals: [what, named, ...rest] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    if (what === 'retake') return retake(app, provider, job, rest, values)
    const [action, number, ...more] = rest
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    if (action === undefined) return printRetakes(app, job)
    if (action === 'announce') return announceAgain(app, provider, job, number)
    if (action !== 'call-off') throw new CommandError(`There is no "jobs retakes … ${action}"`, 2)
    await callOff(app, job, number)
  },
})

type Values = { until?: string; reason?: string; operator?: string }

async function retake(
  app: App,
  provider: Provider,
  job: Job,
  [named, ...pairs]: string[],
  { until, reason, operator }: Values,
): Promise<void> {
  const subject = await requireSubject(app, job, named)
  const pictures: Array<{ before: Picture; after: Picture }> = []
  for (const pair of pairs) pictures.push(await readPair(app, job, pair))
  const day = until === undefined ? daysFromNow(app, DAYS_TO_DECIDE) : readDay(until)
  if (!day) throw new CommandError(`--until ${until} is not a day such as 2026-12-24`, 2)
  const by = readOperator(operator)
  const made = await createRetake(app, provider, job, {
    subject,
    pictures,
    reason: reason?.trim() || null,
    by,
    until: day,
    notifies: true,
  }).catch((error: unknown) => {
    throw error instanceof RetakeError ? new CommandError(plain(error.message), 1) : error
  })
  const emails = await announceRetake(app, provider, job, made)
  console.log(
    `Retake ${made.number} of "${plain(job.name)}" (${job.year}): ${pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`} of ${plain(subject.name)}, until ${dayOf(day)}. ${emailsText(emails ?? 0)}`,
  )
  if (emails === null) console.log(NOT_SHOWN)
  else if (emails === 0) console.log('Nobody was notified: no family is known.')
}

const NOT_SHOWN = 'Nobody was notified yet: the new pictures are not shown. The families hear of them when they are.'
const NO_FURTHER =
  'No further email is sent: the new pictures are not shown. Families without an email hear of them when they are.'
const emailsText = (count: number) => `${counted(count, 'email')} to families.`

async function announceAgain(app: App, provider: Provider, job: Job, text: string | undefined): Promise<void> {
  const number = readNumber(text)
  const open = await findOpenRetake(app, provider, job, number)
  if (!open) throw new CommandError(`"${plain(job.name)}" (${job.year}) has no open retake ${number}`, 1)
  const emails = await announceRetake(app, provider, job, open, { isRepeat: true })
  if (emails === null) return console.log(NO_FURTHER)
  console.log(emails === 0 ? 'Every family has its email, or it waits to be sent.' : emailsText(emails))
}

async function readPair(app: App, job: Job, pair: string): Promise<{ before: Picture; after: Picture }> {
  const at = pair.indexOf('=')
  if (at < 1 || at === pair.length - 1)
    throw new CommandError(`"${pair}" is not a pair such as old.jpg=new.jpg: the earlier picture comes first`, 2)
  return {
    before: await requirePicture(app, job, pair.slice(0, at)),
    after: await requirePicture(app, job, pair.slice(at + 1)),
  }
}

function daysFromNow({ clock }: App, days: number): Date | null {
  return readDay(dayOf(new Date(clock().getTime() + days * 24 * 60 * 60_000)))
}

async function printRetakes(app: App, job: Job): Promise<void> {
  const reports = await reportRetakes(app, job)
  const people = await subjectsByUuid(
    app,
    job,
    reports.map(({ retake }) => retake.subject),
  )
  const files = await fileNames(
    app,
    job,
    reports.flatMap(({ retake }) => retake.pictures.flatMap(({ before, after }) => [before, after])),
  )
  for (const { retake, keeping, exchanging } of reports) {
    const name = people.get(retake.subject)?.name ?? 'somebody deleted'
    const pairs = retake.pictures.map((each) =>
      [each.before, each.after].map((uuid) => files.get(uuid) ?? uuid).join('='),
    )
    const state = retake.calledOff ? `called off ${dayOf(retake.calledOff)}` : `until ${dayOf(retake.until)}`
    const cells = [`${retake.number}`, name, pairs.join(' '), state, `${exchanging} exchanged, ${keeping} kept`]
    console.log(plain([...cells, ...(retake.reason === null ? [] : [retake.reason])].join('  ')))
  }
  console.log(reports.length === 1 ? '1 retake.' : `${reports.length} retakes.`)
  const owed = await listOwedReprints(app, job)
  if (owed.length > 0) console.log('\nTo print again, with "orders print <order>":')
  for (const { number, position, product, copies, retake } of owed) {
    const cause =
      retake === null ? 'exchanged back' : `retake ${retake.number}${retake.reason ? `, ${retake.reason}` : ''}`
    console.log(plain(`${number}  ${position}  ${product}  ${copies} ${copies === 1 ? 'copy' : 'copies'}  ${cause}`))
  }
}

async function callOff(app: App, job: Job, text: string | undefined): Promise<void> {
  const number = readNumber(text)
  const isDone = await callOffRetake(app, job, number)
  if (!isDone) throw new CommandError(`"${plain(job.name)}" (${job.year}) has no open retake ${number}`, 1)
  console.log(`Retake ${number} is called off. What was exchanged stays.`)
}

function readNumber(text: string | undefined): number {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text)
  throw new CommandError('Give the number of a retake, see "jobs retakes"', 2)
}
