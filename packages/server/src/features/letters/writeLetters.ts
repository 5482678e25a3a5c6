import { paperFonts } from '../../imaging/paper/fonts.ts'
import { writePdf } from '../../imaging/paper/writePdf.ts'
import type { TaskRun } from '../../platform/taskKind.ts'
import { translateTo } from '../../platform/texts.ts'
import { isOver } from '../jobs/days.ts'
import { drawLetter, type Letter, type LetterPrint } from './drawLetter.ts'

export type LettersRequest = Omit<LetterPrint, 'fonts' | 't' | 'day'> & {
  letters: readonly Letter[]
  /** The last day to order; omitted if it is over. */
  orderBy: Date | null
  now: Date
}

/**
 * Writes the letters as one PDF, a page for each, into a file that is written whole or not at all, and not by a process that lost
 * the task to another one.
 */
export async function writeLetters(
  file: string,
  order: LettersRequest,
  task: Pick<TaskRun, 'progress' | 'signal'>,
): Promise<void> {
  const { provider, language, letters, orderBy, now } = order
  const written = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const day = orderBy && !isOver(orderBy, provider, now) ? written.format(orderBy) : null
  const print: LetterPrint = { ...order, t: translateTo(language), day, fonts: paperFonts(provider.look) }
  // Whoever reads a code can see the pictures.
  await writePdf(
    file,
    { title: order.job, author: provider.name, language, size: 'A4', now },
    task,
    letters.map((letter) => (pdf) => drawLetter(pdf, print, letter)),
  )
}
