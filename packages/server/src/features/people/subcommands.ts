import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { findAccess } from '../access/endAccess.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { counted } from '../jobs/counted.ts'
import { requireJob } from '../jobs/requireJob.ts'
import type { SubjectChange } from '../jobs/subjects/changeSubject.ts'
import { printExposureCount } from '../jobs/subjects/printExposureCount.ts'
import { requireGroup, requireSubject } from '../jobs/subjects/requireSubject.ts'
import { changeClass, othersNamed, renamePerson, requirePersonText } from './correctPerson.ts'
import { giveCode } from './giveCode.ts'
import { type MergeRefusal, mergePeople } from './mergePeople.ts'
import { printNewCode } from './printNewCode.ts'

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  provider: TEXT,
  year: TEXT,
  operator: TEXT,
  'end-access': FLAG,
  alone: FLAG,
  yes: FLAG,
  'new-class': FLAG,
} as const
type Values = { operator?: string; 'end-access'?: boolean; alone?: boolean; yes?: boolean; 'new-class'?: boolean }

/** `./portraitkit jobs new-code` and everything else that corrects a person of a job. */
export const peopleSubcommands = subcommands({
  words: ['new-code', 'give-code', 'rename', 'change-class', 'merge'],
  help: {
    lines: [
      'jobs new-code <job> <subject> [--alone] [--end-access [--yes]]',
      'jobs give-code <job> <subject> <code>',
      'jobs rename <job> <subject> <name>',
      'jobs change-class <job> <subject> <class> [--new-class]',
      'jobs merge <job> <subject> <other> [--yes]',
    ],
    about: `"new-code" is for a letter that went astray: it ends the code of a person at once, for good, and prints a new one, for which letters have
to be printed again. Brothers and sisters with one code get one new code, unless --alone takes this person out of it, for two who are
not related: the code stays that of the others. Accounts that may see the pictures still can, unless
--end-access ends that, with everything that they share: it lists whom it concerns first, also if that is nobody, and needs --yes.
"give-code" says whose a code is that a roster has given to two people one after the other, and that opens nobody until then.
"rename" and "change-class" correct a person, whose key, code and pictures stay; of another class, its class pictures are theirs instead. An
import of a roster that still says otherwise does not change them back. "merge" is for somebody who is in the job twice: what the other one has
becomes the first one's, who keeps the name, the class and the key; both letters open the same. Without --yes it only lists whom that concerns.
"jobs undo" reverses all of these. See
docs/guide/people.md.`,
    options: [
      '  --alone            new-code: for this person alone; the code of the others stays',
      '  --end-access       new-code: also ends the access that was granted so far',
      '  --yes              new-code: ends it; without this, --end-access only lists it and changes nothing',
      '                     merge: makes them one; without this it changes nothing',
      '  --new-class        change-class: nobody is in the class yet',
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
    if (what !== 'new-code' && values['end-access']) throw new CommandError('--end-access is an option of new-code', 2)
    if (what !== 'new-code' && values.alone) throw new CommandError('--alone is an option of new-code', 2)
    if (!['new-code', 'merge'].includes(what) && values.yes)
      throw new CommandError('--yes is an option of new-code and merge', 2)
    if (what !== 'change-class' && values['new-class'])
      throw new CommandError('--new-class is an option of change-class', 2)
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
      const isConfirmed = values.yes ?? false
      const options = { by: readOperator(values.operator), endsAccess, alone: values.alone ?? false, isConfirmed }
      await printNewCode(app, provider, job, subject, options)
    },
  },

  rename: {
    arguments: 2,
    work: async ({ app, job, args, values }) => {
      const { uuid, name: before } = await requireSubject(app, job, args[0])
      const name = requirePersonText(args[1], 'name')
      const change = await renamePerson(app, job, uuid, { name, by: readOperator(values.operator) })
      if (!change) return console.log(`${plain(name)} is the name already. Nothing was changed.`)
      console.log(`${plain(before)} is now named ${plain(name)}. ${undoText(change)}`)
      console.log('Key, code and pictures are the same. Letters have to be printed again.')
      for (const other of await othersNamed(app, job, uuid, name))
        console.log(`Note: ${plain(other.name)} (${plain(other.group)}, "${plain(other.key)}") has the same name.`)
    },
  },

  merge: { arguments: 2, work: merge },

  'give-code': {
    arguments: 2,
    work: async ({ app, provider, job, args: [named, code = ''], values }) => {
      const { uuid, name } = await requireSubject(app, job, named)
      const number = await giveCode(app, provider, job, { code, subject: uuid, by: readOperator(values.operator) })
      if (number === null)
        throw new CommandError('Nothing was changed: this is not a code about which two lists differ', 1)
      console.log(
        `The code opens ${plain(name)} now, and nobody else. Number ${number} of the history; "jobs undo" reverses it.`,
      )
    },
  },

  'change-class': {
    arguments: 2,
    work: async ({ app, job, args, values }) => {
      const { uuid, name, group: before } = await requireSubject(app, job, args[0])
      const typed = requirePersonText(args[1], 'class')
      const group = values['new-class'] ? typed : await requireGroup(app, job, typed)
      const change = await changeClass(app, job, uuid, { group, by: readOperator(values.operator) })
      if (!change) return console.log(`${plain(name)} is in ${plain(group)} already. Nothing was changed.`)
      const moved = before === '' ? '' : ` instead of ${plain(before)}`
      console.log(`${plain(name)} is in ${plain(group)}${moved}. ${undoText(change)}`)
      console.log('The class pictures are those of the new class. Letters have to be printed again.')
      if (change.after.hidden)
        console.log(
          `Unpublished with ${plain(before)}, and so still: "jobs publish" with --subject shows their pictures.`,
        )
      await printExposureCount(app, job, change.number)
    },
  },
}

const REFUSALS: Record<MergeRefusal, string> = {
  unknown: 'one of them is not in the job any more',
  'the same': 'these are one person already',
  withdrawn: 'one of them is withdrawn: restore them first, or leave it as it is',
  'merged before': 'one of them is one person with somebody else already: "jobs undo" separates them',
  deleting: 'one of them is being deleted',
}

async function merge({ app, provider, job, args: [first, second], values }: Run): Promise<void> {
  const person = await requireSubject(app, job, first)
  const double = await requireSubject(app, job, second, { itself: true })
  const by = readOperator(values.operator)
  if (!values.yes) {
    for (const each of [person, double]) console.log(await accessText(app, provider, each))
    throw new CommandError(
      'Nothing was changed. Whoever may see one of them would see both: repeat it with --yes if they are one person',
      1,
    )
  }
  const merged = await mergePeople(app, provider, job, { person: person.uuid, double: double.uuid, by })
  if (merged.outcome !== 'merged') throw new CommandError(refusalText(merged), 1)
  const { number, pictures, hidden } = merged
  const moved = pictures === 1 ? '1 picture is' : `${pictures} pictures are`
  console.log(
    `${plain(double.name)} ("${plain(double.key)}") is ${plain(person.name)} ("${plain(person.key)}") now: ${moved} theirs, with the access, carts and drafts of the families.${number === null ? '' : ` Number ${number} of the history; "jobs undo" separates them.`}`,
  )
  if (hidden) {
    const why =
      hidden.group === undefined ? 'Unpublished, as one of them was' : `Unpublished with ${plain(hidden.group)}`
    console.log(`${why}, and so still: "jobs publish" with --subject shows their pictures.`)
  }
  console.log('Both codes open the same now. If one of the letters went to somebody else, end it with "jobs new-code".')
}

function refusalText({ outcome, undone }: { outcome: MergeRefusal; undone: number | null }): string {
  const changed =
    undone === null
      ? 'Nothing was changed'
      : `They are not one, and what an interrupted "jobs merge" of them had begun is undone, as number ${undone} of the history`
  return `${changed}: ${REFUSALS[outcome]}`
}

async function accessText(app: App, provider: Provider, { uuid, name, key, group }: Subject): Promise<string> {
  const { accounts, shares } = await findAccess(app, provider, [uuid])
  const place = group === '' ? '' : `, ${plain(group)}`
  return `${plain(name)} ("${plain(key)}"${place}): ${counted(accounts.length, 'account')} and ${counted(shares.length, 'open share')}`
}

const undoText = ({ number }: SubjectChange) => `Number ${number} of the history; "jobs undo" reverses it.`
