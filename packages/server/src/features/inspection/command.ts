import { resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, runCommand } from '../../platform/command.ts'
import { writePrivate } from '../../platform/privateFiles.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { csvText } from '../jobs/csv.ts'
import { dayOf, isOver } from '../jobs/days.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { LAB_COLUMNS, labList } from './labList.ts'

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
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const rows = await labList(app, provider, job)
    const csv = csvText(
      LAB_COLUMNS,
      rows.map((row) => row.map(plain)),
    )
    if (values.out === undefined) console.log(csv.trimEnd())
    else await write(resolve(values.out), csv, rows.length)
    // not among the rows, where somebody may read them on
    const isOpen = job.inspection && !isOver(job.inspection.until, provider, app.clock())
    if (isOpen)
      console.error(`Mind: until the end of ${dayOf(job.inspection?.until as Date)} parents may still change it.`)
    return 0
  })
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
