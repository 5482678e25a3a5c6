import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { plain } from '../../platform/command.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { defineTask, FinalTaskError, type TaskRun } from '../../platform/taskKind.ts'
import { type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { blankCount, MAX_CARDS_PER_PAGE } from './cardSheet.ts'
import { cardJob, cardText } from './cardText.ts'
import { issueCards } from './collection.ts'
import type { PrintedClass } from './writeCards.ts'

const input = z.object({
  /** The uuid of the job. */
  job: z.string(),
  language: z.string(),
  /** The PDF to write, as a full path. */
  file: z.string(),
  paper: z.enum(['A4', 'Letter']),
  perPage: z.int().check(z.gte(1), z.lte(MAX_CARDS_PER_PAGE)),
  /** Blank cards of each class, in percent of its size. */
  blanks: z.int().check(z.gte(0), z.lte(100)),
})

export type CardsResult = { cards: number; blanks: number; classes: number }

/** Writes the cards and class lists of a job. A run after a crash prints the same cards. */
export const cardsTask = defineTask({ name: 'cards.write', lane: 'letters', input, run: writeJobCards })

async function writeJobCards(app: App, task: TaskRun<z.infer<typeof input>>): Promise<CardsResult> {
  const { file, language, paper, perPage, blanks: percent } = task.input
  const provider = await findProvider(app, task.provider)
  const job = await jobsOf(app, task.provider).findOne({ uuid: task.input.job })
  if (!provider || !job) throw new FinalTaskError('The job was deleted: nothing was written')
  const classes = await classesOf(app, job, { percent, print: task.id, language: provider.defaultLanguage })
  if (classes.length === 0)
    throw new FinalTaskError(`"${plain(job.name)}" has nobody on its roster yet: nothing was written`)
  const { name, year } = job
  const order = { provider, language, job: name, year, paper, perPage, classes, now: app.clock() }
  // Drawing needs the PDF writer and the fonts, which a server loads only then.
  const { writeCards } = await import('./writeCards.ts')
  await writeCards(file, order, task).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new FinalTaskError(`${file} cannot be written (${error.code})`, { cause: error })
  })
  const cards = classes.flatMap((each) => each.cards)
  const blanks = cards.filter((card) => card.name === null).length
  return { cards: cards.length - blanks, blanks, classes: classes.length }
}

type Print = { percent: number; print: string; language: string }

/** The classes of a job in their order, each with the cards of its people by name, then blank ones. Who was withdrawn gets none. */
async function classesOf(app: App, job: Job, { percent, print, language }: Print): Promise<PrintedClass[]> {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const members = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid }, { projection: { uuid: 1, name: 1, group: 1, withdrawn: 1 } })
    .toArray()
  const subjects = members.filter(({ withdrawn }) => !withdrawn)
  subjects.sort((one, other) => compare(one.group, other.group) || compare(one.name, other.name))
  const groups = [...Map.groupBy(subjects, ({ group }) => group)]
  const cards = await issueCards(app, job.provider, job.uuid, {
    persons: subjects,
    blanks: groups.map(([group, people]) => ({ group, count: blankCount(people.length, percent) })),
    print,
  })
  const part = cardJob(job.provider, job.uuid)
  const textOf = (number: number) => cardText({ job: part, number })
  const numberOf = new Map(cards.map(({ subject, number }) => [subject, number]))
  return groups.map(([group, people]) => ({
    group,
    cards: [
      ...people.map(({ uuid, name }) => {
        const number = numberOf.get(uuid) as number
        return { number, name, group, text: textOf(number) }
      }),
      ...cards
        .filter((card) => card.subject === null && card.group === group)
        .map(({ number }) => ({ number, name: null, group, text: textOf(number) })),
    ],
  }))
}
