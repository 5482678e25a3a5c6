import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { OutsideFolder, writablePathInside } from '../../platform/insideFolder.ts'
import { writePrivate } from '../../platform/privateFiles.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { CancelledTask, defineTask, FinalTaskError, type TaskRun } from '../../platform/taskKind.ts'
import { CODES_FILE, ImportError, importJob, REPORT_FILE } from './importJob.ts'
import { codesCsv, type ImportReport, reportText } from './importReport.ts'

const input = z.object({
  /** The folder of photographs, as a full path. */
  folder: z.string(),
  /** The name of the job. */
  job: z.string(),
  roster: z.exactOptional(z.string()),
  columns: z.exactOptional(z.record(z.string(), z.string())),
  sheet: z.exactOptional(z.string()),
  options: z.object({
    year: z.exactOptional(z.number()),
    type: z.exactOptional(z.string()),
    photographer: z.exactOptional(z.string()),
    ready: z.exactOptional(z.boolean()),
    archived: z.exactOptional(z.boolean()),
    orderBy: z.exactOptional(z.date()),
    freeDeliveryUntil: z.exactOptional(z.date()),
    deletion: z.exactOptional(z.date()),
    backgrounds: z.exactOptional(z.array(z.string()).nullable()),
  }),
  greenscreen: z.boolean(),
  move: z.exactOptional(z.boolean()),
  cards: z.exactOptional(
    z.object({ maxFrames: z.exactOptional(z.number()), allowReturns: z.exactOptional(z.boolean()) }),
  ),
  /** The folder for the report and the list of codes, as a full path. */
  reportFolder: z.string(),
})

export type ImportInput = z.infer<typeof input>

/** The report without the codes, which are only in the file that the photographer gets. */
export type ImportResult = { report: Omit<ImportReport, 'codes'>; files: WrittenReport }

/** Where the report is, or why there is none. */
type WrittenReport = { text: string; codes: string } | { problem: string }

/**
 * Imports a folder of photographs. A run after a crash finds again what was imported before, so it continues without a
 * checkpoint. Cancelled, it reports what is imported so far.
 */
export const importTask = defineTask({ name: 'imports.folder', lane: 'import', input, run: importFolder })

async function importFolder(app: App, task: TaskRun<ImportInput>): Promise<ImportResult> {
  const { reportFolder, ...request } = task.input
  const provider = await findProvider(app, task.provider)
  if (!provider) throw new FinalTaskError('The shop was deleted: nothing was imported')
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    // A lost task aborts the signal; anything else makes the next write fail.
    task.progress(done, total).catch(() => undefined)
  }
  const report = await importJob(app, { ...request, provider, signal: task.signal, onProgress }).catch(
    (error: unknown) => {
      if (error instanceof ImportError) throw new FinalTaskError(error.message, { cause: error })
      throw error
    },
  )
  const isCancelled = task.signal.reason instanceof CancelledTask
  if (report.stopped && !isCancelled) task.signal.throwIfAborted()
  const files = await writeReport(report, reportFolder, app.clock())
  const { codes: _codes, ...rest } = report
  if (report.stopped) throw new CancelledTask('The import was cancelled', { result: { report: rest, files } })
  return { report: rest, files }
}

async function writeReport(report: ImportReport, folder: string, now: Date): Promise<WrittenReport> {
  try {
    const [text, codes] = [await writablePathInside(folder, REPORT_FILE), await writablePathInside(folder, CODES_FILE)]
    await writePrivate(text, reportText(report, now))
    // Whoever reads a code can see the pictures.
    await writePrivate(codes, codesCsv(report))
    return { text, codes }
  } catch (error) {
    if (error instanceof OutsideFolder) return { problem: error.message }
    const { code } = error as NodeJS.ErrnoException
    return { problem: `The report cannot be written to ${folder} (${code})` }
  }
}
