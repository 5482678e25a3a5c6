import { isEmail } from '@portraitkit/core/account/email.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, runCommand, wholeNumber } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import {
  addSchool,
  changeSchool,
  findSchool,
  jobsOfSchool,
  listSchools,
  rememberColumns,
  removeSchool,
  type School,
  type SchoolDetails,
  SchoolNameTaken,
} from './collection.ts'

const USAGE = `Usage: ./portraitkit schools list [--search <text>]
       ./portraitkit schools add <name>
       ./portraitkit schools show <school>
       ./portraitkit schools set <school>
       ./portraitkit schools remove <school>

The schools and clubs that a shop photographs over the years. <school> is the name or the uuid of one. "import --school" says whose
a job is, and remembers the columns of the school's roster that were named by hand. "remove" removes one without jobs.

  --provider <key>        the shop; optional if there is only one
  --name <name>           set: another name
  --street, --postal-code, --city
  --contact <name>, --email <address>, --phone <number>   whom to ask at the school; an empty text removes it
  --forget-columns        set: the columns of the next roster are read anew
  --search <text>         list: only names that contain it
  --limit <n>             list: at most so many; default: 100
  --after <name>          list: the next page

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const DETAILS = { name: TEXT, street: TEXT, 'postal-code': TEXT, city: TEXT, contact: TEXT, email: TEXT, phone: TEXT }
const OPTIONS = {
  ...DETAILS,
  provider: TEXT,
  search: TEXT,
  limit: TEXT,
  after: TEXT,
  'forget-columns': { type: 'boolean' },
} as const

type Values = { [Name in keyof typeof DETAILS]?: string } & {
  search?: string
  limit?: string
  after?: string
  'forget-columns'?: boolean
}

/** `./portraitkit schools`. Returns the exit code, see USAGE. */
export function schoolsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', name, ...more] = positionals
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    if (!['list', 'add', 'show', 'set', 'remove'].includes(what))
      throw new CommandError(`There is no "schools ${what}"`, 2)
    const provider = await shopOrOnly(app, values.provider)
    if (what === 'list') await list(app, provider, values)
    else if (what === 'add') await add(app, provider, name, values)
    else {
      const school = await requireSchool(app, provider, name)
      if (what === 'show') await show(app, school)
      else if (what === 'set') await set(app, school, values)
      else await remove(app, school)
    }
    return 0
  })
}

/** The school with this name or uuid. Throws CommandError if the shop has none. */
export async function requireSchool(app: App, provider: Provider, name: string | undefined): Promise<School> {
  if (name === undefined || name.trim() === '') throw new CommandError('Name a school', 2)
  const school = await findSchool(app, provider.key, name)
  if (school) return school
  throw new CommandError(`${provider.name} has no school "${plain(name)}"; "schools add" adds it`, 1)
}

const MAX_LISTED = 1000

async function list(app: App, { key }: Provider, { search, limit: text, after }: Values): Promise<void> {
  const limit = text === undefined ? 100 : wholeNumber(text, '--limit', MAX_LISTED)
  const page = { limit, ...(search !== undefined && { search }), ...(after !== undefined && { after }) }
  const schools = await listSchools(app, key, page)
  for (const { uuid, name, address } of schools) {
    console.log([uuid, plain(name), ...(address.city ? [plain(address.city)] : [])].join('  '))
  }
  console.log(schools.length === 1 ? '1 school.' : `${schools.length} schools.`)
  if (schools.length === limit) console.log(`More with --after "${plain(schools.at(-1)?.name ?? '')}"`)
}

async function add(app: App, { key }: Provider, name: string | undefined, values: Values): Promise<void> {
  if (name === undefined) throw new CommandError('Name the school', 2)
  const details = readDetails({ ...values, name }, NO_DETAILS)
  const { uuid } = await addSchool(app, key, details).catch(asCommandError)
  console.log(`"${plain(details.name)}" was added: ${uuid}`)
}

async function set(app: App, school: School, values: Values): Promise<void> {
  await changeSchool(app, school, readDetails(values, school)).catch(asCommandError)
  if (values['forget-columns']) await rememberColumns(app, school, null)
  const changed = await findSchool(app, school.provider, school.uuid)
  if (changed) await show(app, changed)
}

async function remove(app: App, school: School): Promise<void> {
  if (!(await removeSchool(app, school)))
    throw new CommandError(`"${plain(school.name)}" has jobs, and was not removed`, 1)
  console.log(`"${plain(school.name)}" was removed.`)
}

async function show(app: App, school: School): Promise<void> {
  const { name, address, contact, columns, uuid } = school
  const { street, postalCode, city } = address
  const lines = [
    [plain(name), uuid],
    [street, `${postalCode} ${city}`.trim()],
    [contact.name, contact.email, contact.phone],
    columns
      ? [
          `columns: ${Object.entries(columns)
            .map(([header, target]) => `${header}=${target}`)
            .join(',')}`,
        ]
      : [],
  ]
  for (const line of lines) {
    const cells = line.filter((cell) => cell !== '').map(plain)
    if (cells.length > 0) console.log(cells.join('  '))
  }
  const jobs = await jobsOfSchool(app, school)
  for (const job of jobs) console.log(`  ${job.year}  ${plain(job.name)}  ${job.uuid}`)
  console.log(jobs.length === 1 ? '1 job.' : `${jobs.length} jobs.`)
}

const NO_DETAILS: SchoolDetails = {
  name: '',
  address: { street: '', postalCode: '', city: '' },
  contact: { name: '', email: '', phone: '' },
}
const MAX_LETTERS = 200
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function readDetails(values: Values, { name, address, contact }: SchoolDetails): SchoolDetails {
  const text = (option: keyof typeof DETAILS, before: string) => {
    const given = values[option]?.normalize('NFC').trim() ?? before
    if (given.length > MAX_LETTERS) throw new CommandError(`--${option} has more than ${MAX_LETTERS} characters`, 2)
    return given
  }
  const details = {
    name: text('name', name),
    address: {
      street: text('street', address.street),
      postalCode: text('postal-code', address.postalCode),
      city: text('city', address.city),
    },
    contact: {
      name: text('contact', contact.name),
      email: text('email', contact.email),
      phone: text('phone', contact.phone),
    },
  }
  if (details.name === '') throw new CommandError('A school needs a name', 2)
  if (UUID.test(details.name))
    throw new CommandError(`"${details.name}" looks like the uuid of a school, by which commands find another one`, 2)
  if (details.contact.email !== '' && !isEmail(details.contact.email))
    throw new CommandError(`--email: "${plain(details.contact.email)}" is not an email address`, 2)
  return details
}

function asCommandError(error: unknown): never {
  if (error instanceof SchoolNameTaken) throw new CommandError(plain(error.message), 1)
  throw error
}
