import { dirname, join, resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator, subcommands, wholeNumber } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { runCommandTask } from '../../platform/tasks/commandTask.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import { requireJob } from '../jobs/requireJob.ts'
import { fold } from '../jobs/roster.ts'
import { MAX_CARDS_PER_PAGE, PAPERS, type Paper } from './cardSheet.ts'
import { cardsTask } from './cardsTask.ts'
import { MAX_CARD_NUMBER } from './cardText.ts'
import { giveCard } from './giveCard.ts'

const TEXT = { type: 'string' } as const

/** `./portraitkit jobs cards`. */
export const jobSubcommands = subcommands({
  words: ['cards'],
  help: {
    lines: [
      'jobs cards <job> [--per-page <number>] [--paper A4|Letter] [--blanks <percent>] [--out <file>]',
      'jobs cards <job> --card <number> --key <key> [--yes]',
    ],
    about: `"cards" writes a PDF with a class list and QR cards for each class of the roster, to be photographed before each person: "import --cards"
then knows whose pictures follow. Blank cards are for people who are not on the list. Once such a person is on the roster, --card and
--key give the card to them, which "jobs undo" reverses.`,
    options: [
      `  --per-page <number>  cards on a page, from 1 to ${MAX_CARDS_PER_PAGE}; default: 8`,
      "  --paper <name>     A4 or Letter; default: that of the shop's country",
      '  --blanks <percent> blank cards of each class, in percent of its size, rounded up; default: 5',
      '  --out <file>       the PDF to write; default: DATA_DIR/cards/<job>.pdf',
      "  --language <tag>   one of the shop's languages; default: the shop's default language",
      '  --card <number>    the number of a blank card',
      '  --key <key>        the key of the person on the roster who held it',
      '  --yes              also if the card is named already: it is that of the other person no longer',
    ],
  },
  options: {
    provider: TEXT,
    year: TEXT,
    'per-page': TEXT,
    paper: TEXT,
    blanks: TEXT,
    out: TEXT,
    language: TEXT,
    card: TEXT,
    key: TEXT,
    operator: TEXT,
    yes: { type: 'boolean' },
  },
  run: async ({ values, positionals: [, named, ...more] }, app) => {
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const options = values.card === undefined && values.key === undefined ? readOptions(provider, values) : null
    const job = await requireJob(app, provider, named, values.year)
    if (options) await print(app, provider, job, { ...options, out: values.out })
    else await give(app, provider, job, values)
  },
})

type Values = {
  [name in 'per-page' | 'paper' | 'blanks' | 'language' | 'card' | 'key' | 'operator']?: string | undefined
} & {
  yes?: boolean | undefined
}
type PrintOptions = { perPage: number; paper: Paper; blanks: number; language: string }

/** The countries in which paper is Letter. */
const LETTER_COUNTRIES = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE']

function readOptions(provider: Provider, values: Values): PrintOptions {
  const { paper: named, blanks, language = provider.defaultLanguage } = values
  const paper = Object.keys(PAPERS).find((each) => each.toLowerCase() === named?.toLowerCase()) as Paper | undefined
  if (named !== undefined && !paper) throw new CommandError('--paper is A4 or Letter', 2)
  const tags = provider.languages.map(({ long }) => long)
  if (!tags.includes(language)) throw new CommandError(`--language: the shop's languages are ${tags.join(', ')}`, 2)
  return {
    perPage: wholeNumber(values['per-page'] ?? '8', '--per-page', MAX_CARDS_PER_PAGE),
    paper: paper ?? (LETTER_COUNTRIES.includes(provider.country) ? 'Letter' : 'A4'),
    blanks: blanks === undefined ? 5 : blanks === '0' ? 0 : wholeNumber(blanks, '--blanks', 100),
    language,
  }
}

async function print(
  app: App,
  provider: Provider,
  job: Job,
  { out, ...options }: PrintOptions & { out: string | undefined },
): Promise<void> {
  const file = out === undefined ? join(app.env.dataDir, 'cards', `${fileName(job)}.pdf`) : resolve(out)
  const { cards, blanks, classes } = await runCommandTask(app, cardsTask, {
    provider: provider.key,
    key: `${job.uuid} ${JSON.stringify(options)} ${file}`,
    input: { job: job.uuid, file, ...options },
    files: { reads: [], writes: [dirname(file)] },
  })
  console.log(file)
  console.log(
    `${cards} ${cards === 1 ? 'card' : 'cards'} of ${classes} ${classes === 1 ? 'class' : 'classes'}, and ${blanks} blank. Photograph each card before its person, and import with --cards.`,
  )
}

/** A name that every file system accepts. */
function fileName({ name, year }: Job): string {
  const words = `${name} ${year}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

async function give(app: App, provider: Provider, job: Job, values: Values): Promise<void> {
  const { card, key, operator, yes = false } = values
  if (card === undefined || key === undefined) throw new CommandError('--card and --key belong together', 2)
  const number = wholeNumber(card, '--card', MAX_CARD_NUMBER)
  const subject = await subjectsOf(app, provider.key).findOne({ jobUuid: job.uuid, key: fold(key.trim()) })
  if (!subject)
    throw new CommandError(
      `Nobody in "${plain(job.name)}" has the key "${plain(key)}": add them to the roster and import it`,
      1,
    )
  const giving = { card: number, by: readOperator(operator), isReplaced: yes }
  const named = await giveCard(app, job, subject, giving)
  if (!named) throw new CommandError(`"${plain(job.name)}" has no blank card ${number}`, 1)
  const { before } = named
  const other = before !== null && before !== subject.uuid ? await nameOf(app, provider, before) : null
  if (other !== null && !yes)
    throw new CommandError(
      `Card ${number} is that of ${other}, and stays so: add --yes if it was ${plain(subject.name)} who held it`,
      1,
    )
  console.log(`Card ${number} is ${plain(subject.name)}'s${other === null ? '' : `, and no longer that of ${other}`}.`)
  if (named.number !== null) console.log(`Number ${named.number} of the history; "jobs undo" reverses it.`)
  console.log(
    `Import the photographs again with --cards${other === null ? '' : ' and --move'}: those after the card are theirs.`,
  )
}

async function nameOf(app: App, provider: Provider, uuid: string): Promise<string> {
  const subject = await subjectsOf(app, provider.key).findOne({ uuid })
  return subject ? plain(subject.name) : 'somebody deleted'
}
