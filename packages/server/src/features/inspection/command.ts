import { resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, runCommand } from '../../platform/command.ts'
import { writeOutputFile } from '../../platform/outputFile.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { csvText } from '../jobs/csv.ts'
import { dayOf, isOver } from '../jobs/days.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { LAB_COLUMNS, labList } from './labList.ts'

const USAGE = `Usage: ./portraitkit inspections <job> [--out <file>]

Lists for the lab, as CSV, who gets a package of printed pictures for inspection: only children whose parent has agreed and has
not withdrawn. Each row has the address of the person who agreed, the package, its price and the date.

<job> is the name or the uuid of a job.

  --provider <key>   the shop; optional if there is only one
  --year <year>      the year of the job, if several jobs have this name
  --out <file>       the file to write; default: the terminal

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, year: TEXT, out: TEXT }

/** `./portraitkit inspections`. Returns the exit code, see USAGE. */
export function inspectionsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [named, ...more] = positionals
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const rows = await labList(app, provider, job)
    const csv = csvText(
      LAB_COLUMNS,
      rows.map((row) => row.map(plain)),
    )
    if (values.out === undefined) console.log(csv.trimEnd())
    else await write(resolve(values.out), csv, rows.length)
    // not among the rows, which may be piped to a program
    const isOpen = job.inspection && !isOver(job.inspection.until, provider, app.clock())
    if (isOpen)
      console.error(
        `Note: parents can still change their answer until the end of ${dayOf(job.inspection?.until as Date)}.`,
      )
    return 0
  })
}

async function write(file: string, csv: string, count: number): Promise<void> {
  // The addresses of families are confidential.
  await writeOutputFile(file, csv)
  console.log(`${file}\n${count === 1 ? '1 package.' : `${count} packages.`}`)
}
