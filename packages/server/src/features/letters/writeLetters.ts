import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { paperFonts } from '../../imaging/paper/fonts.ts'
import { nearestTexts } from '../../platform/languages.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/privateFiles.ts'
import { LostTask, type TaskRun } from '../../platform/taskKind.ts'
import { isOver } from '../jobs/days.ts'
import { drawLetter, type Letter, type LetterPrint } from './drawLetter.ts'
import { letterTexts } from './letterTexts.ts'

export type LettersRequest = Omit<LetterPrint, 'fonts' | 'words' | 'day'> & {
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
  { progress, signal }: Pick<TaskRun, 'progress' | 'signal'>,
): Promise<void> {
  const { provider, language, letters, orderBy, now } = order
  const words = nearestTexts(letterTexts, language)
  const written = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const day = orderBy && !isOver(orderBy, provider, now) ? written.format(orderBy) : null
  const print: LetterPrint = { ...order, words, day, fonts: paperFonts(provider.look) }
  const pdf = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: order.job, Author: provider.name, CreationDate: now },
  })
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  const part = `${file}.part`
  // A process that died, or one that is still about to notice that it lost the task, writes into a file of its own.
  await rm(part, { force: true })
  // Whoever reads a code can see the pictures.
  const out = pdf.pipe(createWriteStream(part, { mode: PRIVATE_FILE }))
  let failure: unknown
  // The disk may be full before the last letter is drawn.
  const stored = finished(out).catch((error: unknown) => {
    failure = error
  })
  try {
    for (const [index, letter] of letters.entries()) {
      signal.throwIfAborted()
      if (failure) throw failure
      pdf.addPage()
      drawLetter(pdf, print, letter)
      if (index + 1 < letters.length) await progress(index + 1, letters.length)
    }
    pdf.end()
    await stored
    if (failure) throw failure
    // The last progress is always stored, which fails if another process writes the file now.
    await progress(letters.length, letters.length)
    await rename(part, file)
  } catch (error) {
    out.destroy()
    if (!(signal.reason instanceof LostTask)) await rm(part, { force: true })
    throw error
  }
}
