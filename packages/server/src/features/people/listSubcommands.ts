import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job } from '../jobs/collection.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { phoneOf, readEmails } from '../jobs/roster/contacts.ts'
import { requireGroup, requireSubject } from '../jobs/subjects/requireSubject.ts'
import { addPerson } from './addPerson.ts'
import { ATTENDANCES, listAttendance, markAttendance } from './attendance.ts'
import { othersNamed, requirePersonText } from './correctPerson.ts'

const PAGE = 50

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  provider: TEXT,
  year: TEXT,
  operator: TEXT,
  class: TEXT,
  state: TEXT,
  after: TEXT,
  key: TEXT,
  email: TEXT,
  phone: TEXT,
  'new-class': FLAG,
  again: FLAG,
} as const
type Values = { [Name in Exclude<keyof typeof OPTIONS, 'new-class' | 'again'>]?: string | undefined } & {
  'new-class'?: boolean
  again?: boolean
}

/** `./portraitkit jobs people`, `jobs mark` and `jobs add-person`. */
export const peopleListSubcommands = subcommands({
  words: ['people', 'mark', 'add-person'],
  help: {
    lines: [
      'jobs people <job> [--class <class>] [--state <state>]',
      'jobs mark <job> <subject> absent|retake|expected',
      'jobs add-person <job> <name> [--class <class> [--new-class]] [--key <key>] [--email <addresses>] [--phone <number>]',
    ],
    about: `"people" lists who is in a job, with class, teacher, key and state: ${ATTENDANCES.join(', ')}. "mark" notes that
somebody was not there, or is to be photographed again; their next picture ends that. "add-person" is for staff, brothers and sisters
and walk-ins who are not on the roster: they get a code, and are people like all others.`,
    options: [
      '  --class <class>    people, add-person: their class',
      '  --state <state>    people: only those in this state',
      '  --after <uuid>     people: the next page',
      '  --key <key>        add-person: identifies them in files and rosters; default: class and name',
      '  --new-class        add-person: nobody is in the class yet',
      '  --again            add-person: somebody with this key or name was deleted from the job, and is added again',
    ],
  },
  options: OPTIONS,
  run: async ({ values, positionals: [what = '', named, ...args] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const max = what === 'people' ? 0 : what === 'mark' ? 2 : 1
    if (args.length > max)
      throw new CommandError(
        `Too many arguments: ${args.slice(max).join(' ')}; a name of several words needs quotes`,
        2,
      )
    if (what === 'people') await print(app, provider, job, values)
    else if (what === 'mark') await mark(app, job, args, values)
    else await add(app, provider, job, args[0], values)
  },
})

async function print(app: App, provider: Provider, job: Job, values: Values): Promise<void> {
  const state = ATTENDANCES.find((each) => each === values.state)
  if (values.state !== undefined && !state)
    throw new CommandError(`There is no state "${values.state}": give one of ${ATTENDANCES.join(', ')}`, 2)
  const group = values.class === undefined ? null : await requireGroup(app, job, values.class)
  const everybody = await listAttendance(app, job, provider.defaultLanguage)
  const selected = everybody.filter(
    ({ subject, attendance }) => (!state || attendance === state) && (group === null || subject.group === group),
  )
  const start = values.after === undefined ? 0 : selected.findIndex(({ subject }) => subject.uuid === values.after) + 1
  if (values.after !== undefined && start === 0)
    throw new CommandError('--after names nobody on this list: begin again without it', 1)
  const page = selected.slice(start, start + PAGE)
  for (const { subject, attendance } of page) {
    const { uuid, key, name, group: of, teacher } = subject
    console.log([uuid, key, name, of, attendance, ...(teacher ? [teacher] : [])].map(plain).join('  '))
  }
  const isMore = start + PAGE < selected.length
  console.log(isMore ? `More with --after ${page.at(-1)?.subject.uuid}` : `${selected.length} of ${everybody.length}.`)
}

async function mark(app: App, job: Job, [named, word]: readonly string[], values: Values): Promise<void> {
  const { uuid, name } = await requireSubject(app, job, named)
  const is = (['absent', 'retake', 'expected'] as const).find((each) => each === word)
  if (!is) throw new CommandError('Say what they are: absent, retake or expected', 2)
  const change = await markAttendance(app, job, uuid, { is, by: readOperator(values.operator) })
  console.log(
    change
      ? `${plain(name)}: ${is}. Number ${change.number} of the history; "jobs undo" reverses it.`
      : `${plain(name)}: ${is}, as before. Nothing was changed.`,
  )
}

async function add(app: App, provider: Provider, job: Job, typed: string | undefined, values: Values): Promise<void> {
  const name = requirePersonText(typed, 'name')
  const group = await groupOf(app, job, values)
  const key = values.key === undefined ? {} : { key: requirePersonText(values.key, 'key') }
  const refuse = (text: string) => {
    throw new CommandError(`Nothing was changed: it ${text}`, 2)
  }
  const emails = readEmails(values.email ?? '', refuse)
  const phone = phoneOf(values.phone ?? '', provider.country, refuse)
  const by = readOperator(values.operator)
  const added = await addPerson(app, provider, job, {
    ...{ name, group, emails, phone, by },
    ...key,
    again: values.again,
  })
  if (added.outcome === 'deleted before')
    throw new CommandError(
      `Somebody with this key or name was deleted from "${plain(job.name)}": --again adds them as a new person`,
      1,
    )
  if (added.outcome === 'taken')
    throw new CommandError(
      `Nothing was changed: ${plain(added.by.name)} has the key "${plain(added.by.key)}"${added.by.withdrawn ? ', and is withdrawn: "jobs restore" brings them back' : ''}. Give another one with --key`,
      1,
    )
  const { subject, code, number } = added
  console.log(`${plain(name)} ("${plain(subject.key)}") is in the job, with the code ${formatCode(code)}.`)
  console.log(`Number ${number} of the history; "jobs undo" withdraws them.`)
  for (const other of await othersNamed(app, job, subject.uuid, name))
    console.log(`Note: ${plain(other.name)} (${plain(other.group)}, "${plain(other.key)}") has the same name.`)
}

async function groupOf(app: App, job: Job, { class: typed, 'new-class': isNew }: Values): Promise<string> {
  if (typed === undefined) return ''
  return isNew ? requirePersonText(typed, 'class') : requireGroup(app, job, typed)
}
