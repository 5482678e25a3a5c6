import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { disputedCodeWarnings } from './codeQuestion.ts'
import { formerAddressNotes } from './emailedQuestions.ts'
import { cardReport } from './importCards.ts'
import { ImportError } from './importFolder.ts'
import type { ImportInput } from './importInput.ts'
import { createProgress } from './importProgress.ts'
import { cardSummary, warningLine } from './importReport.ts'
import { planRequestOf } from './importRequest.ts'
import { loadPlan, savePlan } from './planFile.ts'
import { fingerprintOf } from './planFingerprint.ts'
import { personNotes, planCounts, questionText } from './planTexts.ts'
import { type PreparedImport, planSource, readSource } from './prepareImport.ts'
import { DecisionError, NO_DECISIONS, readDecisions } from './questions.ts'
import { restrictedWarnings } from './restrictedPeople.ts'

/** Makes the plan of an import, prints and saves it, and changes nothing else. Returns the exit code: 2 if there are questions. */
export async function makePlan(app: App, provider: Provider, request: ImportInput, path: string): Promise<number> {
  const progress = createProgress(process.stdout)
  const source = await readSource(app, planRequestOf({ ...request, provider }), {
    isExact: true,
    onProgress: progress.show,
  })
    .finally(progress.end)
    .catch(asCommandError)
  const prepared = planSource(source, NO_DECISIONS)
  const fingerprint = fingerprintOf(request, prepared)
  await savePlan(path, { prepared, request, provider: provider.key, fingerprint, now: app.clock() })
  printPlan(prepared)
  console.log(`\nThe plan is saved in ${plain(path)}. Nothing was imported.`)
  console.log(
    `Apply it: ./portraitkit import --apply ${plain(path)}${prepared.questions.length > 0 ? ' --decide 1=<decision> --decide 2=…' : ''}`,
  )
  return prepared.questions.length > 0 ? 2 : 0
}

function printPlan(prepared: PreparedImport): void {
  const { job, people, stored, plan, contents, questions, roster, cards } = prepared
  const known = plan.photographs.filter(({ file }) => contents.known.has(file)).length
  console.log(job ? `The job "${plain(job.name)}" (${job.year}) exists.` : 'The job would be created.')
  console.log(`People: ${planCounts(people)}.`)
  console.log(`Photographs: ${plan.photographs.length - known} new, ${known} imported before.`)
  if (cards) {
    const report = cardReport(cards)
    console.log([cardSummary(report), ...report.notes.map((note) => `  ${plain(note)}`)].join('\n'))
  }
  for (const note of [...roster.notes, ...personNotes(people), ...formerAddressNotes(prepared)])
    console.log(`  ${warningLine(note)}`)
  const ofPeople = [...disputedCodeWarnings(people, stored), ...restrictedWarnings(people)]
  for (const problem of [...roster.problems, ...ofPeople, ...plan.warnings]) console.log(`  ${warningLine(problem)}`)
  if (questions.length === 0) return
  console.log(`\n${questions.length} to decide; without a decision the first of each happens:`)
  for (const [at, question] of questions.entries()) {
    for (const line of questionText(question, at + 1).split('\n')) console.log(plain(line))
  }
}

/**
 * What a saved plan imports with these decisions, and those that are written in it. Whether it still holds is checked by the task, before it
 * changes anything. Throws CommandError if the file is not a plan, or a decision does not fit.
 */
export async function readPlan(
  path: string,
  { decide, by }: { decide: readonly string[]; by: string | null },
): Promise<{ provider: string; input: ImportInput }> {
  try {
    const { provider, request, fingerprint, questions } = await loadPlan(path)
    const { inputs, job } = fingerprint
    // A file that nobody has decided about stays out, whatever the other decisions make of it.
    const inFile = questions.flatMap(({ kind, decision, options, followsPerson }, at) =>
      decision === 'leave' && options[0]?.value === 'leave' && (kind !== 'file' || followsPerson)
        ? []
        : [`${at + 1}=${decision}`],
    )
    const decisions = Object.fromEntries(readDecisions(questions, [...inFile, ...decide]))
    return { provider, input: { ...request, plan: { fingerprint: { inputs, job }, decisions, by } } }
  } catch (error) {
    return asCommandError(error)
  }
}

function asCommandError(error: unknown): never {
  if (error instanceof ImportError || error instanceof DecisionError)
    throw new CommandError(error.message.replace(/\.$/, ''), 1)
  throw error
}
