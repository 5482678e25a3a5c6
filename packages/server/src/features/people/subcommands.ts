import type { App } from '../../platform/app.ts'
import { CommandError, readOperator, subcommands } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job } from '../jobs/collection.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { requireSubject } from '../jobs/requireSubject.ts'
import { newCode } from './newCodeCommand.ts'

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = { provider: TEXT, year: TEXT, operator: TEXT, 'end-access': FLAG, yes: FLAG } as const
type Values = { operator?: string; 'end-access'?: boolean; yes?: boolean }

/** `./portraitkit jobs new-code` and everything else that corrects a person of a job. */
export const peopleSubcommands = subcommands({
  words: ['new-code'],
  help: {
    lines: ['jobs new-code <job> <subject> [--end-access [--yes]]'],
    about: `"new-code" is for a letter that went astray: it ends the code of a person at once, for good, and prints a new one, for which letters have
to be printed again. Brothers and sisters with one code get one new code. Accounts that may see the pictures still can, unless
--end-access ends that, with everything that they share: it lists whom it concerns first, and needs --yes. See docs/guide/people.md.`,
    options: [
      '  --end-access       new-code: also ends the access that was granted so far',
      '  --yes              new-code: ends it without listing it first',
    ],
  },
  options: OPTIONS,
  run: async ({ values, positionals: [what = '', named, ...args] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const run = RUNS[what]
    if (!run) throw new CommandError(`There is no "jobs ${what}"`, 2)
    if (args.length > run.arguments)
      throw new CommandError(
        `Too many arguments: ${args.slice(run.arguments).join(' ')}; a name of several words needs quotes`,
        2,
      )
    if (what !== 'new-code' && (values['end-access'] || values.yes))
      throw new CommandError('--end-access and --yes are options of new-code', 2)
    await run.work({ app, provider, job, args, values })
  },
})

type Run = { app: App; provider: Provider; job: Job; args: readonly string[]; values: Values }

const RUNS: Record<string, { arguments: number; work: (run: Run) => Promise<void> }> = {
  'new-code': {
    arguments: 1,
    work: async ({ app, provider, job, args, values }) => {
      const endsAccess = values['end-access'] ?? false
      if (values.yes && !endsAccess) throw new CommandError('--yes is an option of --end-access', 2)
      const subject = await requireSubject(app, job, args[0])
      const options = { by: readOperator(values.operator), endsAccess, isConfirmed: values.yes ?? false }
      await newCode(app, provider, job, subject, options)
    },
  },
}
