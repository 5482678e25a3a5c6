import type { Pdf } from '../../imaging/paper/drawText.ts'
import { paperFonts } from '../../imaging/paper/fonts.ts'
import { writePdf } from '../../imaging/paper/writePdf.ts'
import type { TaskRun } from '../../platform/taskKind.ts'
import { translateTo } from '../../platform/texts.ts'
import { PAPERS } from './cardSheet.ts'
import { type CardPrint, drawSheet, type PrintedCard } from './drawCard.ts'
import { drawClassList, rowsPerPage } from './drawClassList.ts'

/** A class with its cards: people by name, then the blank ones. */
export type PrintedClass = { group: string; cards: readonly PrintedCard[] }

export type CardsRequest = Omit<CardPrint, 'fonts' | 't'> & {
  language: string
  classes: readonly PrintedClass[]
  now: Date
}

/** Writes class lists and cards as one PDF: each class begins a sheet of its own, so that its cards are one stack. */
export async function writeCards(
  file: string,
  { classes, language, now, ...rest }: CardsRequest,
  task: Pick<TaskRun, 'progress' | 'signal'>,
): Promise<void> {
  const { provider, job, paper } = rest
  const print: CardPrint = { ...rest, t: translateTo(language), fonts: paperFonts(provider.look) }
  const about = { title: job, author: provider.name, language, size: PAPERS[paper].pdf, now }
  await writePdf(
    file,
    about,
    task,
    classes.flatMap((each) => pagesOf(print, each)),
  )
}

function pagesOf(print: CardPrint, { group, cards }: PrintedClass): ((pdf: Pdf) => void)[] {
  const blanks = cards.filter(({ name }) => name === null).length
  const counts = { people: cards.length - blanks, blanks }
  const lists = chunks(cards, rowsPerPage(print))
  return [
    ...lists.map((rows, at) => (pdf: Pdf) => {
      drawClassList(pdf, print, { group, cards: rows, page: at + 1, pages: lists.length, counts })
    }),
    ...chunks(cards, print.perPage).map((sheet) => (pdf: Pdf) => drawSheet(pdf, print, sheet)),
  ]
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
