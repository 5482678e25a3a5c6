import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { CommandError } from '../../platform/command.ts'
import { OutsideFolder, writablePathInside } from '../../platform/insideFolder.ts'
import { writePrivate } from '../../platform/privateFiles.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { CancelledTask, defineTask, FinalTaskError, type TaskRun } from '../../platform/taskKind.ts'
import { requireOpenJob } from '../jobs/openJob.ts'
import { CODES_FILE, ImportError, REPORT_FILE } from './importFolder.ts'
import { importHistory } from './importHistory.ts'
import { type ImportInput, importInput } from './importInput.ts'
import { importJob } from './importJob.ts'
import { codesCsv, type ImportReport, reportText } from './importReport.ts'
import { type ImportRequest, planRequestOf } from './importRequest.ts'
import { readAgainIfChanged } from './jobChanged.ts'
import { giveClassPictures } from './moveClassPictures.ts'
import type { Fingerprint, SavedRequest } from './planFile.ts'
import { fingerprintOf } from './planFingerprint.ts'
import { type ImportSource, planSource, readSource } from './prepareImport.ts'
import { DecisionError, type Decisions, NO_DECISIONS } from './questions.ts'

/** The report without the codes, which are only in the file that the photographer gets. */
export type ImportResult = { report: Omit<ImportReport, 'codes'>; files: WrittenReport }

/** Where the report is, or why there is none. */
type WrittenReport = { text: string; codes: string } | { problem: string }

/** That the job was compared with the plan, and what it says of class pictures; without that, of the version before. */
const checkpoint = z.union([
  z.literal('checked'),
  z.object({
    classPictures: z.array(
      z.object({
        uuid: z.string(),
        groups: z.array(z.string()),
        people: z.array(z.string()),
        before: z.exactOptional(z.date()),
        from: z.exactOptional(z.array(z.string())),
      }),
    ),
    begun: z.exactOptional(z.date()),
  }),
])
type Checkpoint = z.infer<typeof checkpoint>

/**
 * Imports a folder of photographs. A run after a crash finds again what was imported before. The checkpoint of a plan says that the job
 * was compared with it before the first change. Cancelled, it reports what is imported so far.
 */
export const importTask = defineTask({
  name: 'imports.folder',
  lane: 'import',
  input: importInput,
  checkpoint,
  run: importFolder,
})

async function importFolder(app: App, task: TaskRun<ImportInput, Checkpoint>): Promise<ImportResult> {
  const { reportFolder, plan, ...request } = task.input
  const provider = await findProvider(app, task.provider)
  if (!provider) throw new FinalTaskError('The shop was deleted: nothing was imported')
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    // A lost task aborts the signal; anything else makes the next write fail.
    task.progress(done, total).catch(() => undefined)
  }
  const run = `${task.id} ${task.requested.toISOString()}`
  const { requested, signal } = task
  const order = { ...request, ...decisionsOf(plan), provider, run, requested, signal, onProgress }
  // Once it has begun, the job differs from the plan by what the import itself has done.
  const isExact = plan !== undefined
  const report = await readAgainIfChanged(async () => {
    const source = await readSource(app, planRequestOf(order), { ...order, isExact })
    // The roster, a file or a decision may still name them, and so does the report then.
    if (source.job?.deletedPeople?.length) await task.forgetSoon()
    if (plan && !isUnchanged(source, plan.fingerprint, { ...request, reportFolder }, task.resumeFrom)) {
      await returnClassPictures(app, source, task.resumeFrom, { by: plan.by, run })
      throw changedError(task.resumeFrom)
    }
    const resumed = task.resumeFrom ?? classPicturesOf(app, source, order.decisions)
    await task.checkpoint(resumed)
    return importJob(app, { ...order, ...(resumed !== 'checked' && resumed), source })
  }).catch(asFinal)
  const isCancelled = task.signal.reason instanceof CancelledTask
  if (isCancelled) await requireOpenJob(app, { provider: task.provider, uuid: report.job.uuid }).catch(asFinal)
  if (report.stopped && !isCancelled) task.signal.throwIfAborted()
  const files = await writeReport(report, reportFolder, app.clock())
  const { codes: _codes, ...rest } = report
  if (report.stopped) throw new CancelledTask('The import was cancelled', { result: { report: rest, files } })
  return { report: rest, files }
}

function classPicturesOf(app: App, source: ImportSource, decisions: Decisions = NO_DECISIONS): Checkpoint {
  try {
    return { classPictures: [...planSource(source, decisions).classPictures], begun: app.clock() }
  } catch (error) {
    return asFinal(error)
  }
}

function decisionsOf(plan: ImportInput['plan']): Pick<ImportRequest, 'decisions' | 'by'> {
  if (!plan) return {}
  return { decisions: new Map(Object.entries(plan.decisions)), ...(plan.by !== null && { by: plan.by }) }
}

function isUnchanged(
  source: ImportSource,
  expected: Fingerprint,
  request: SavedRequest,
  resumed: Checkpoint | null,
): boolean {
  const found = fingerprintOf(request, planSource(source, NO_DECISIONS))
  return (resumed !== null || found.job === expected.job) && found.inputs === expected.inputs
}

/** An import that ends half-way leaves no class without its pictures: those in them see them in their earlier class and in the new one. */
async function returnClassPictures(
  app: App,
  { job }: ImportSource,
  resumed: Checkpoint | null,
  { by, run }: { by: string | null; run: string },
): Promise<void> {
  if (!job || resumed === null || resumed === 'checked' || !resumed.begun) return
  const history = await importHistory(app, job, { by, run })
  const pictures = resumed.classPictures.map(({ from = [], groups, ...picture }) => {
    return { ...picture, groups: [...new Set([...from, ...groups])] }
  })
  await giveClassPictures(app, job, { pictures, by, at: resumed.begun, history })
}

function changedError(resumed: Checkpoint | null): FinalTaskError {
  const since =
    resumed !== null
      ? 'since it began, so that the import stopped half-way'
      : 'since the plan was made, and nothing was imported'
  return new FinalTaskError(`The job, the roster or a file has changed ${since}: make a new plan`)
}

/** Trying again is useless if the order itself is impossible. */
function asFinal(error: unknown): never {
  if (error instanceof ImportError || error instanceof DecisionError || error instanceof CommandError)
    throw new FinalTaskError(error.message, { cause: error })
  throw error
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
