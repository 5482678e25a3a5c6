import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/privateFiles.ts'
import { LostTask, type TaskRun } from '../../platform/taskKind.ts'
import type { Pdf } from './drawText.ts'

/** What readers of a PDF are told about it. */
export type PdfAbout = { title: string; author: string; language: string; size: 'A4' | 'LETTER'; now: Date }

/**
 * Writes a PDF, a page for each function that draws one, into a file that only its owner can read. It is written whole or not at all,
 * and not by a process that lost the task to another one.
 */
export async function writePdf(
  file: string,
  { title, author, language, size, now }: PdfAbout,
  { progress, signal }: Pick<TaskRun, 'progress' | 'signal'>,
  pages: readonly ((pdf: Pdf) => void)[],
): Promise<void> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    size,
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: now },
  })
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  const part = `${file}.part`
  // A process that died, or one that is still about to notice that it lost the task, writes into a file of its own.
  await rm(part, { force: true })
  const out = pdf.pipe(createWriteStream(part, { mode: PRIVATE_FILE }))
  let failure: unknown
  // The disk may be full before the last page is drawn.
  const stored = finished(out).catch((error: unknown) => {
    failure = error
  })
  try {
    for (const [index, draw] of pages.entries()) {
      signal.throwIfAborted()
      if (failure) throw failure
      pdf.addPage()
      draw(pdf)
      if (index + 1 < pages.length) await progress(index + 1, pages.length)
    }
    pdf.end()
    await stored
    if (failure) throw failure
    // The last progress is always stored, which fails if another process writes the file now.
    await progress(pages.length, pages.length)
    await rename(part, file)
  } catch (error) {
    out.destroy()
    if (!(signal.reason instanceof LostTask)) await rm(part, { force: true })
    throw error
  }
}
