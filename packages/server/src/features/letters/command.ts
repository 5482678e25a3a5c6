import { dirname, join, resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { CommandError, runCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { runCommandTask } from '../../platform/tasks/commandTask.ts'
import type { Job } from '../jobs/collection.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { lettersTask } from './lettersTask.ts'

const USAGE = `Usage: ./portraitkit letters <job>

Writes a PDF with a letter for each subject of a job that has pictures: its code, the code as a QR code, and what to do with
it. The letters are in the order of groups and names.

<job> is the name or the uuid of a job. The letters are a task (see "tasks"): a server on this machine continues if the command is killed.

  --provider <key>    the shop; optional if there is only one
  --year <year>       the year of the job, if several jobs have this name
  --out <file>        the PDF to write; default: DATA_DIR/letters/<job>.pdf
  --language <tag>    one of the shop's languages; default: the shop's default language

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, year: TEXT, out: TEXT, language: TEXT }

/** `./portraitkit letters`. Returns the exit code, see USAGE. */
export function lettersCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [named, ...more] = positionals
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const language = requireLanguage(provider, values.language)
    const job = await requireJob(app, provider, named, values.year)
    await write(app, provider, job, language, values.out)
    return 0
  })
}

function requireLanguage({ languages, defaultLanguage }: Provider, language = defaultLanguage): string {
  const tags = languages.map(({ long }) => long)
  if (!tags.includes(language)) throw new CommandError(`--language: the shop's languages are ${tags.join(', ')}`, 2)
  return language
}

async function write(app: App, provider: Provider, job: Job, language: string, out: string | undefined) {
  const file = out === undefined ? join(app.env.dataDir, 'letters', `${fileName(job)}.pdf`) : resolve(out)
  const { publicUrl } = app.env
  const { letters, without } = await runCommandTask(app, lettersTask, {
    provider: provider.key,
    key: `${job.uuid} ${language} ${file}`,
    input: { job: job.uuid, language, file, publicUrl },
    files: { reads: [], writes: [dirname(file)] },
  })
  console.log(file)
  const left = without > 0 ? `; ${without} without pictures left out` : ''
  console.log(`${letters} ${letters === 1 ? 'letter' : 'letters'}${left}. Anyone with a letter can see its pictures.`)
}

/** A name that every file system accepts. */
function fileName({ name, year }: Job): string {
  const words = `${name} ${year}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
