import { resolve } from 'node:path'
import { minorDigits } from '@portraitkit/core/money.ts'
import { customersOf } from '../features/account/collection.ts'
import { agreedInspections, type Inspection } from '../features/inspection/collection.ts'
import { sent } from '../features/inspection/offer.ts'
import { findSubjects, type Job } from '../features/jobs/collection.ts'
import { csvText } from '../features/jobs/csv.ts'
import { dayOf, isOver } from '../features/jobs/days.ts'
import type { App } from '../platform/app.ts'
import { CommandError, runCommand, theShop } from '../platform/command.ts'
import { writePrivate } from '../platform/privateFiles.ts'
import type { Provider } from '../platform/provider/document.ts'
import { plain, theJob } from './theJob.ts'

const USAGE = `Usage: ./portraitkit inspections <job> [--out <file>]

Lists as CSV, for the lab, who gets a package of printed pictures for inspection: those alone of whom a parent has said yes and
not taken it back. With the address of who has said yes, to what, at which price, and when.

A job is named by its name or its uuid.

  --provider <key>   the shop; not needed where there is only one
  --year <year>      the year of the job, where several jobs have its name
  --out <file>       where the list goes, by default to the terminal

Answers 0 when it did what was asked, 1 when it could not, 2 when the command cannot be read.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, year: TEXT, out: TEXT }

/** `./portraitkit inspections`. Answers the exit code, see USAGE. */
export function inspectionsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [named, ...more] = positionals
    if (more.length > 0) throw new CommandError(`Too much: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await theShop(app, values.provider)
    const job = await theJob(app, provider, named, values.year)
    const rows = await rowsOf(app, provider, job)
    const csv = csvText(COLUMNS, rows)
    if (values.out === undefined) console.log(csv.trimEnd())
    else await write(resolve(values.out), csv, rows.length)
    // not among the rows, where somebody may read them on
    const isOpen = job.inspection && !isOver(job.inspection.until, provider, app.clock())
    if (isOpen)
      console.error(`Mind: until the end of ${dayOf(job.inspection?.until as Date)} parents may still change it.`)
    return 0
  })
}

const COLUMNS = [
  'subject',
  'group',
  'name',
  'address',
  'address2',
  'postal code',
  'city',
  'state',
  'phone',
  'e-mail',
  'package',
  'price if kept',
  'currency',
  'days to return',
  'agreed',
]

async function rowsOf(app: App, provider: Provider, job: Job): Promise<string[][]> {
  const all = await sent(app, provider, await agreedInspections(app, provider.key, job.uuid))
  const subjects = await findSubjects(
    app,
    provider.key,
    all.map(({ subject }) => subject),
  )
  const customers = await customersOf(app, provider)
    .find({ _id: { $in: all.map(({ agreed }) => agreed.customer) } })
    .toArray()
  const rows = subjects.flatMap((subject) => {
    const { agreed } = all.find((each) => each.subject === subject.uuid) as Inspection
    const customer = customers.find(({ _id }) => _id === agreed.customer)
    if (!customer) return []
    const { name, mobile, email, address } = customer
    const where = [address.address, address.address2, address.postalCode, address.city, address.state]
    const what = [agreed.name, priceOf(agreed), agreed.currency, String(agreed.daysToReturn)]
    return [[subject.name, subject.group, name, ...where, mobile, email, ...what, agreed.at.toISOString()].map(plain)]
  })
  const collator = new Intl.Collator(provider.defaultLanguage, { numeric: true })
  return rows.sort((one, other) => collator.compare(`${one[1]} ${one[0]}`, `${other[1]} ${other[0]}`))
}

/** As a number that spreadsheets read, with as many digits as the currency has. */
function priceOf({ price, currency }: Inspection['agreed']): string {
  const digits = minorDigits(currency)
  return (price / 10 ** digits).toFixed(digits)
}

async function write(file: string, csv: string, count: number): Promise<void> {
  try {
    // Addresses of families are nobody else's business.
    await writePrivate(file, csv)
  } catch (error) {
    throw new CommandError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, 1)
  }
  console.log(`${file}\n${count === 1 ? '1 package.' : `${count} packages.`}`)
}
