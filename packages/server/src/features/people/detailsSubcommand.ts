import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { phoneOf, readEmails } from '../jobs/roster/contacts.ts'
import type { Guardian } from '../jobs/roster.ts'
import { requireSubject } from '../jobs/subjects/requireSubject.ts'
import { correctDetails, type DetailsCorrection } from './correctDetails.ts'
import { requirePersonText } from './correctPerson.ts'

const TEXT = { type: 'string' } as const
const OPTIONS = {
  provider: TEXT,
  year: TEXT,
  operator: TEXT,
  'first-name': TEXT,
  'last-name': TEXT,
  teacher: TEXT,
  grade: TEXT,
  emails: TEXT,
  phone: TEXT,
  guardian: { type: 'string', multiple: true },
} as const
type Values = { [Name in Exclude<keyof typeof OPTIONS, 'guardian'>]?: string | undefined } & {
  guardian?: string[] | undefined
}

/** `./portraitkit jobs details`. */
export const detailsSubcommand = subcommands({
  words: ['details'],
  help: {
    lines: [
      'jobs details <job> <subject> [--emails <addresses>] [--phone <number>] [--guardian <name, address, number>]...',
      '             [--first-name <name>] [--last-name <name>] [--teacher <name>] [--grade <grade>]',
    ],
    about: `"details" prints what the school says about a person besides name and class, or corrects it: what is given replaces what
was stored, '' removes it. Nothing is sent to an address that is removed any more, also not what is waiting, and a roster that still
has it does not bring it back. Accounts with that address keep what they may see: "jobs new-code" with --end-access ends that.`,
    options: [
      '  --emails <addresses>  details: all addresses of the person, separated by commas',
      '  --guardian <…>        details: name, address and number of one guardian, separated by commas; once for each of them',
    ],
  },
  options: OPTIONS,
  run: async ({ values, positionals: [, named, ...args] }, app) => {
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    if (args.length > 1)
      throw new CommandError(`Too many arguments: ${args.slice(1).join(' ')}; a name of several words needs quotes`, 2)
    const subject = await requireSubject(app, job, args[0])
    const correction = readCorrection(provider, values)
    if (Object.keys(correction).length === 0) return printDetails(subject)
    await correct(app, provider, job, subject, { correction, by: readOperator(values.operator) })
  },
})

function printDetails({ name, key, group, firstName, lastName, teacher, grade, contact, guardians }: Subject): void {
  const lines: [string, string | null | undefined][] = [
    ['key', key],
    ['class', group],
    ['first name', firstName],
    ['last name', lastName],
    ['teacher', teacher],
    ['grade', grade],
    ['emails', [contact.email, ...(contact.others ?? [])].filter(Boolean).join(', ')],
    ['phone', contact.phone],
    ...(guardians ?? []).map((each): [string, string] => ['guardian', guardianText(each)]),
  ]
  console.log(plain(name))
  for (const [label, value] of lines) console.log(`  ${label.padEnd(10)}  ${value ? plain(value) : '–'}`)
}

const guardianText = ({ name, emails, phone }: Guardian) => [name, ...emails, phone].filter(Boolean).join(', ')

async function correct(
  app: App,
  provider: Provider,
  job: Job,
  { uuid, name }: Subject,
  { correction, by }: { correction: DetailsCorrection; by: string | null },
): Promise<void> {
  const change = await correctDetails(app, provider, job, uuid, { correction, by })
  if (!change) return console.log(`All of this is stored about ${plain(name)} already. Nothing was changed.`)
  console.log(
    `What is stored about ${plain(name)} is corrected. Number ${change.number} of the history; "jobs undo" reverses it.`,
  )
  if (change.hasCodeThere)
    console.log(
      'A code of theirs was emailed to an address that is removed: "jobs new-code" ends it, and --end-access what was entered by it.',
    )
}

function readCorrection({ country }: Provider, values: Values): DetailsCorrection {
  const refuse = (text: string) => {
    throw new CommandError(`Nothing was changed: it ${text}`, 2)
  }
  const text = (typed: string, what: string) => (typed.trim() === '' ? null : requirePersonText(typed, what))
  const { teacher, grade, emails, phone, guardian } = values
  const { 'first-name': first, 'last-name': last } = values
  return {
    ...(first !== undefined && { firstName: text(first, 'first name') }),
    ...(last !== undefined && { lastName: text(last, 'last name') }),
    ...(teacher !== undefined && { teacher: text(teacher, 'teacher') }),
    ...(grade !== undefined && { grade: text(grade, 'grade') }),
    ...(emails !== undefined && { emails: readEmails(emails, refuse) }),
    ...(phone !== undefined && { phone: phoneOf(phone.trim(), country, refuse) }),
    ...(guardian !== undefined && { guardians: guardian.flatMap((each) => readGuardian(each, country, refuse)) }),
  }
}

/** The parts of a guardian in any order: an address has an @, a number begins with a digit or a plus, everything else is the name. */
function readGuardian(typed: string, country: string, refuse: (text: string) => never): Guardian[] {
  const parts = typed.split(/[,;]/).map((part) => part.trim())
  const isAddress = (part: string) => part.includes('@')
  const isNumber = (part: string) => /^[+(]?\d/.test(part)
  const emails = readEmails(parts.filter(isAddress).join(','), refuse)
  const numbers = parts.filter(isNumber)
  if (numbers.length > 1)
    throw new CommandError(
      `Nothing was changed: a guardian has one number, not ${numbers.map((each) => `"${each}"`).join(' and ')}`,
      2,
    )
  const [phone = null] = numbers.map((part) => phoneOf(part, country, refuse))
  const name = parts.filter((part) => part !== '' && !isAddress(part) && !isNumber(part)).join(' ')
  if (name === '' && emails.length === 0 && phone === null) return []
  return [
    { ...(name !== '' && { name: requirePersonText(name, 'guardian') }), emails, ...(phone !== null && { phone }) },
  ]
}
