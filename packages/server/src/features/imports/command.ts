import { resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { asSentence, CommandError, plain, plainLines, readOperator } from '../../platform/command.ts'
import { findProvider, listProviders } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { StoredTask } from '../../platform/tasks/collection.ts'
import { type CommandTaskRequest, runCommandTask } from '../../platform/tasks/commandTask.ts'
import { checkKeys } from '../backgrounds/collection.ts'
import type { Job } from '../jobs/collection.ts'
import { findJobByName, type JobOptions } from '../jobs/importStore.ts'
import { type ColumnMapping, columnsOfLaterList } from '../jobs/roster/columnsOption.ts'
import { findSchool, type School } from '../schools/collection.ts'
import { requireSchool } from '../schools/command.ts'
import {
  readArguments,
  readCardOptions,
  readColumns,
  readOptions,
  readYear,
  UsageError,
  type Values,
} from './commandLine.ts'
import type { ImportInput } from './importInput.ts'
import { createProgress } from './importProgress.ts'
import { cardSummary, type ImportWarning, nextStepOf, summaryOf, warningLine } from './importReport.ts'
import { type ImportResult, importTask } from './importTask.ts'
import { makePlan, readPlan } from './makePlan.ts'

const USAGE = `Usage: ./portraitkit import <folder> --provider <key> --job <name>
       ./portraitkit import <folder> --provider <key> --job <name> --plan <file>
       ./portraitkit import --apply <file> [--decide <question>=<decision> …]

Without --plan or --apply, what is certain is imported, and the rest is listed.

  --plan <file>                prints what would be imported and what has to be decided, saves it in <file>, and imports nothing
  --apply <file>               imports a saved plan, unless the job, the roster or a photograph has changed since
  --decide <decision>          such as "3=same 4001", as the plan lists them; "person=new" for all questions about people for which
                               that is clear. They may also be written into <file>
  --operator <name>            who decides; recorded with the pictures

  --roster <file>              the roster: CSV, TSV or XLSX; default: the only CSV file in the folder, or the only workbook
  --columns <names>            what columns of the roster contain, such as "Elev=name,Klasse=group"; see docs/guide/import.md
  --sheet <name>               the sheet of the roster, if several sheets of a workbook contain a list
  --job <name>                 in upper or lower case; or the uuid of a job, if several have one name and year
  --year <year>                the year of the job, if several jobs have this name
  --school <school>            whose job it is ("schools"); columns of its roster that were named by hand are remembered for the next
  --publish                    shows the pictures at once, without emails. Otherwise a new job is a draft, of which families see nothing until
                               "jobs publish"; a published one stays published
  --ready, --not-ready         the same as --publish; withholds the pictures
  --archived, --not-archived
  --order-by <date>            last day to order, such as 2026-11-30; a day ends at midnight in the shop's time zone
  --free-delivery-until <date> last day of free delivery
  --delete-at <date>           day on which the pictures are deleted
  --type <name>                kind of shoot, such as school or club
  --photographer <name>
  --greenscreen                the portraits were taken in front of a green screen: the people are cut out
  --move                       a picture that the roster gives to somebody else than before is taken from those who have it;
                               otherwise it is left out and listed
  --cards                      photographs of printed cards ("jobs cards") name what the camera took after them
  --card-returns               a card that is photographed again after another one: its owner came back; otherwise what follows is
                               left out and listed
  --max-frames <number>        more photographs after one card are left out and listed, because a card may be missing among them;
                               default: twice as many as usual
  --backgrounds <keys>         the backgrounds offered for cut-out pictures: keys separated by commas, the first is the default;
                               "all" for every background of the shop
  --report <folder>            the folder for the report and the list of codes; default: the imported folder

Exit code: 0 if everything was imported, 2 if something was left out (see the report), 1 if no photograph was imported.`

/** `./portraitkit import`. Returns the exit code, see USAGE. */
export async function importCommand(argv: string[], app: App): Promise<number> {
  try {
    const { values, positionals } = readArguments(argv)
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    const { provider, input } =
      values.apply === undefined
        ? await newRequest(app, values, positionals)
        : await savedRequest(app, values, positionals)
    if (values.plan !== undefined) return await makePlan(app, provider, input, resolve(values.plan))
    const files = {
      reads: [input.folder, ...(input.roster === undefined ? [] : [input.roster])],
      writes: [input.reportFolder],
    }
    const result = await runTask(app, { provider: provider.key, key: `${input.job} ${input.folder}`, input, files })
    printResult(result)
    return exitCode(result.report)
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CommandError)) throw error
    const message = plainLines(error.message)
    console.error(error instanceof UsageError ? `${asSentence(message)}\n\n${USAGE}` : asSentence(message))
    return 1
  }
}

type Requested = { provider: Provider; input: ImportInput }

async function newRequest(app: App, values: Values, [folder, ...more]: string[]): Promise<Requested> {
  if (!folder || more.length > 0 || !values.provider || !values.job)
    throw new UsageError('Name one folder, --provider and --job')
  if (values.decide) throw new UsageError('--decide belongs to --apply')
  if (values.move && values.plan !== undefined)
    throw new UsageError(
      '--move and --plan contradict each other: the plan asks about each picture (--decide picture=move)',
    )
  const provider = await requireProvider(app, values.provider)
  const named = values.job.normalize('NFC').trim()
  const known = await findJobByName(app, provider, named, values.year === undefined ? undefined : readYear(values.year))
  const school = await schoolOf(app, provider, known, values.school)
  if (known && school) await printOtherSchool(app, provider, known, school)
  const remembered = values.columns === undefined && school?.columns ? columnsOfLaterList(school.columns) : undefined
  const columns = values.columns === undefined ? remembered : readColumns(values.columns)
  if (school && remembered) console.log(rememberedText(school.name, remembered))
  const input = {
    folder: resolve(folder),
    // As the job writes it, so that the same import is the same task.
    job: known && known.uuid !== named.toLowerCase() ? known.name : named,
    options: {
      ...readOptions(values),
      ...(await readBackgrounds(values.backgrounds, app, provider)),
      ...(school && { school: school.uuid }),
    },
    greenscreen: values.greenscreen ?? false,
    ...(values.move && { move: true }),
    ...readCardOptions(values),
    reportFolder: resolve(values.report ?? folder),
    ...(values.roster !== undefined && { roster: resolve(values.roster) }),
    ...(columns && { columns }),
    ...(values.sheet !== undefined && { sheet: values.sheet }),
  }
  return { provider, input }
}

/** `--school` may correct whose a job is, but not without a word. */
async function printOtherSchool(app: App, { key }: Provider, job: Job, { uuid, name }: School): Promise<void> {
  if (job.school === undefined || job.school === uuid) return
  const earlier = await findSchool(app, key, job.school)
  const was = earlier ? `"${earlier.name}"` : 'a school that was removed'
  console.log(plain(`The job "${job.name}" was one of ${was}: the import makes it one of "${name}".`))
}

function rememberedText(school: string, columns: ColumnMapping): string {
  const list = Object.entries(columns).map(([header, target]) => `${header}=${target}`)
  return plain(
    `The columns are read as for the last roster of "${school}": ${list.join(',')}. --columns names others, and "schools set" with --forget-columns forgets them.`,
  )
}

/** The school that is named, otherwise the one that the job is for already. */
async function schoolOf(app: App, provider: Provider, known: Job | null, school?: string): Promise<School | null> {
  if (school !== undefined) return requireSchool(app, provider, school)
  return known?.school === undefined ? null : findSchool(app, provider.key, known.school)
}

const WITH_APPLY = ['help', 'apply', 'decide', 'operator', 'provider']

async function savedRequest(app: App, values: Values, positionals: readonly string[]): Promise<Requested> {
  const other = Object.keys(values).find((name) => !WITH_APPLY.includes(name))
  if (other !== undefined || positionals.length > 0)
    throw new UsageError(
      `${other === undefined ? 'A folder' : `--${other}`} is in the plan already: leave it out with --apply`,
    )
  const { apply = '', decide = [], operator } = values
  const { provider, input } = await readPlan(resolve(apply), { decide, by: readOperator(operator) })
  return { provider: await requireProvider(app, provider), input }
}

async function runTask(app: App, request: CommandTaskRequest<ImportInput>) {
  const progress = createProgress(process.stdout)
  const show = (task: Pick<StoredTask, 'progress'>) => task.progress && progress.show(task.progress)
  return runCommandTask(app, importTask, request, show).finally(progress.end)
}

async function requireProvider(app: App, key: string): Promise<Provider> {
  const provider = await findProvider(app, key)
  if (provider) return provider
  const keys = (await listProviders(app)).map((each) => each.key)
  throw new UsageError(
    `There is no provider "${key}"; there ${keys.length === 0 ? 'is none yet' : `are ${keys.join(', ')}`}`,
  )
}

/** The first is the default. */
async function readBackgrounds(
  text: string | undefined,
  app: App,
  provider: Provider,
): Promise<Pick<JobOptions, 'backgrounds'>> {
  if (text === undefined) return {}
  if (text === 'all') return { backgrounds: null }
  const keys = text.split(',').map((each) => each.trim())
  const { unknown, offered } = await checkKeys(app, provider.key, keys)
  if (unknown === undefined) return { backgrounds: keys }
  const known = offered.join(', ')
  throw new UsageError(`--backgrounds: there is no "${unknown}"; there ${known ? `are ${known}` : 'is none yet'}`)
}

const MAX_WARNINGS = 30

function printResult({ report, files }: ImportResult): void {
  console.log(summaryOf(report))
  if (report.cards)
    console.log([cardSummary(report.cards), ...report.cards.notes.map((note) => `  ${plain(note)}`)].join('\n'))
  list('Notes:', report.notes)
  list('Please check:', report.problems)
  if ('problem' in files) console.error(`\n${files.problem}: choose a different folder with --report.`)
  else console.log(`\nReport: ${files.text}\nCodes for the letters: ${files.codes}`)
  const next = nextStepOf(report.job)
  if (next) console.log(`\n${next}`)
}

function list(title: string, warnings: readonly ImportWarning[]): void {
  if (warnings.length === 0) return
  console.log(`\n${title}`)
  for (const warning of warnings.slice(0, MAX_WARNINGS)) console.log(`  ${warningLine(warning)}`)
  if (warnings.length > MAX_WARNINGS) console.log(`  … and ${warnings.length - MAX_WARNINGS} more in the report`)
}

function exitCode({ people, photographs, problems, stopped }: ImportResult['report']): number {
  const isNothing = photographs.imported + photographs.known === 0 && problems.some(({ file }) => file !== undefined)
  if (people.added + people.known === 0 || isNothing) return 1
  return problems.length > 0 || stopped ? 2 : 0
}
