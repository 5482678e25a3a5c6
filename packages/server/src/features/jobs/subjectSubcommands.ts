import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job } from './collection.ts'
import { JOB_STATES, jobStateOf } from './jobState.ts'
import { setJobState } from './publishing/publishJob.ts'
import { requireJob } from './requireJob.ts'
import { type Answer, PURPOSES, type Purpose } from './subjectState.ts'
import { recordConsent, setNotAsked } from './subjects/consent.ts'
import { printExposureCount } from './subjects/printExposureCount.ts'
import { requireSubject } from './subjects/requireSubject.ts'
import { restoreSubject, withdrawSubject } from './subjects/withdrawSubject.ts'

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, year: TEXT, reason: TEXT, operator: TEXT, who: TEXT, source: TEXT } as const
type Values = { [Name in keyof typeof OPTIONS]?: string | undefined }

/** `./portraitkit jobs withdraw` and everything else that concerns one person, or the people in a picture. */
export const subjectSubcommands = subcommands({
  words: ['withdraw', 'restore', 'consent', 'not-asked', 'state'],
  help: {
    lines: [
      'jobs withdraw <job> <subject> [--reason <text>]',
      'jobs restore <job> <subject>',
      'jobs consent <job> <subject> <purpose> yes|no|not-asked [--who <text>] [--source <text>]',
      'jobs not-asked <job> <purpose> yes|no',
      'jobs state <job> draft|shooting|sorting|proofing|closed',
    ],
    about: `"withdraw" ends within a second what codes, accounts and shares show of a subject, and all emails about it; what was bought stays.
"restore" undoes that. <subject> is a key, a uuid, or a whole name that only one person of the job has.
"consent" records an answer for a purpose: ${PURPOSES.join(', ')}. "not-asked"
says what it means in the job that nobody answered; until then it means yes.
"state" sets how far a job is; "publish" publishes it. What ends the sight of pictures says how many could see them, and "exposure"
lists who. See docs/guide/consent.md.`,
    options: [
      '  --reason <text>    withdraw, unpublish: the reason, for your own records',
      '  --operator <name>  who you are; recorded with what you change',
      '  --who <text>       consent: who answered, such as "mother"',
      '  --source <text>    consent: where the answer is written, such as "form of 3 September"',
    ],
  },
  options: OPTIONS,
  run: async ({ values, positionals: [what = '', named, ...args] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const max = MAX_ARGUMENTS[what] ?? 0
    if (args.length > max)
      throw new CommandError(
        `Too many arguments: ${args.slice(max).join(' ')}; a name of several words needs quotes`,
        2,
      )
    await RUNS[what]?.(app, job, args, values)
  },
})

const MAX_ARGUMENTS: Record<string, number> = {
  withdraw: 1,
  restore: 1,
  consent: 3,
  'not-asked': 2,
  state: 1,
}

type Run = (app: App, job: Job, args: string[], values: Values) => Promise<void>

const RUNS: Record<string, Run> = {
  withdraw: async (app, job, [named], { operator, reason }) => {
    const { uuid, name } = await requireSubject(app, job, named)
    const change = await withdrawSubject(app, job, uuid, { by: readOperator(operator), reason })
    console.log(
      change
        ? `${plain(name)} is withdrawn: nobody sees or is mailed anything about them, and what was bought stays. "jobs decide-group" lists the pictures with others.`
        : `${plain(name)} was withdrawn before. Nothing was changed.`,
    )
    if (change) await printExposureCount(app, job, change.number)
  },

  restore: async (app, job, [named], { operator }) => {
    const { uuid, name } = await requireSubject(app, job, named)
    const change = await restoreSubject(app, job, uuid, readOperator(operator))
    console.log(change ? `${plain(name)} is shown again.` : `${plain(name)} is not withdrawn. Nothing was changed.`)
  },

  consent: async (app, job, [named, purposeName, answerName], { who = null, source = null, operator }) => {
    const { uuid, name } = await requireSubject(app, job, named)
    const purpose = requirePurpose(purposeName)
    const answer = (['yes', 'no', 'not-asked'] as const).find((each) => each === answerName)
    if (!answer) throw new CommandError('Give the answer: yes, no or not-asked', 2)
    const change = await recordConsent(app, job, uuid, purpose, { answer, who, source, by: readOperator(operator) })
    console.log(`${plain(name)}, ${purpose}: ${answer}${change ? '' : ', as before. Nothing was changed'}.`)
    if (change) await printExposureCount(app, job, change.number)
  },

  'not-asked': async (app, job, [purposeName, answerName], { operator }) => {
    const purpose = requirePurpose(purposeName)
    const answer = (['yes', 'no'] as const).find((each) => each === answerName)
    if (!answer) throw new CommandError('Give what it means: yes or no', 2)
    const change = await setNotAsked(app, job, purpose, answer, readOperator(operator))
    console.log(notAskedText(job, purpose, answer))
    if (change) await printExposureCount(app, job, change.number)
  },

  state: async (app, job, [word], { operator }) => {
    const state = JOB_STATES.find((each) => each === word)
    if (state === 'published') throw new CommandError('Use "jobs publish", which notifies the families', 2)
    if (!state) throw new CommandError('Give the new state: draft, shooting, sorting, proofing or closed', 2)
    const change = await setJobState(app, job, state, readOperator(operator))
    const before = change ? `, before: ${jobStateOf(job)}` : ', as before. Nothing was changed'
    console.log(`"${plain(job.name)}" (${job.year}) is ${state}${before}.`)
    if (change) await printExposureCount(app, job, change.number)
  },
}

function notAskedText(job: Job, purpose: Purpose, answer: Answer): string {
  return `In "${plain(job.name)}" (${job.year}), whoever was not asked about ${purpose} counts as ${answer}.`
}

function requirePurpose(name: string | undefined): Purpose {
  const purpose = PURPOSES.find((each) => each === name)
  if (!purpose) throw new CommandError(`Give the purpose: ${PURPOSES.join(', ')}`, 2)
  return purpose
}
