import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { ImportError } from './importFolder.ts'
import type { ImportInput } from './importInput.ts'
import { warningLine } from './importReport.ts'
import { type LoadedPlan, loadPlan, savePlan } from './planFile.ts'
import { fingerprintOf } from './planFingerprint.ts'
import { personNotes, planCounts, questionText } from './planTexts.ts'
import { type PreparedImport, prepareImport } from './prepareImport.ts'
import { DecisionError, NO_DECISIONS, readDecisions } from './questions.ts'

/** Makes the plan of an import, prints and saves it, and changes nothing else. Returns the exit code: 2 if there are questions. */
export async function makePlan(app: App, provider: Provider, request: ImportInput, path: string): Promise<number> {
  const prepared = await prepare(app, provider, request)
  const fingerprint = fingerprintOf(prepared)
  await savePlan(path, { prepared, request, provider: provider.key, fingerprint, now: app.clock() })
  printPlan(prepared)
  console.log(`\nThe plan is saved in ${plain(path)}. Nothing was imported.`)
  console.log(
    `Apply it: ./portraitkit import --apply ${plain(path)}${prepared.questions.length > 0 ? ' --decide 1=<decision> --decide 2=…' : ''}`,
  )
  return prepared.questions.length > 0 ? 2 : 0
}

function printPlan({ job, people, plan, contents, questions, roster }: PreparedImport): void {
  const known = plan.photographs.filter(({ file }) => contents.known.has(file)).length
  console.log(job ? `The job "${plain(job.name)}" (${job.year}) exists.` : 'The job would be created.')
  console.log(`People: ${planCounts(people)}.`)
  console.log(`Photographs: ${plan.photographs.length - known} new, ${known} imported before.`)
  for (const note of [...roster.notes, ...personNotes(people)]) console.log(`  ${warningLine(note)}`)
  for (const problem of [...roster.problems, ...plan.warnings]) console.log(`  ${warningLine(problem)}`)
  if (questions.length === 0) return
  console.log(`\n${questions.length} to decide; without a decision the first of each happens:`)
  for (const [at, question] of questions.entries()) {
    for (const line of questionText(question, at + 1).split('\n')) console.log(plain(line))
  }
}

/** What a saved plan imports with these decisions; those in the file count, too. Throws CommandError if it no longer holds. */
export async function readPlan(
  app: App,
  path: string,
  {
    decide,
    by,
    findProvider,
  }: { decide: readonly string[]; by: string | null; findProvider: (key: string) => Promise<Provider> },
): Promise<{ provider: Provider; input: ImportInput }> {
  const saved = await loadPlan(path).catch(asCommandError)
  const provider = await findProvider(saved.provider)
  const prepared = await prepare(app, provider, saved.request)
  if (fingerprintOf(prepared) !== saved.fingerprint)
    throw new CommandError(
      'The job, the roster or a file has changed since the plan was made, and nothing was imported: make a new plan',
      1,
    )
  try {
    const decisions = readDecisions(prepared.questions, [...decisionsIn(saved), ...decide])
    const input = {
      ...saved.request,
      plan: { fingerprint: saved.fingerprint, decisions: Object.fromEntries(decisions), by },
    }
    // A decision may name somebody unknown: better said before anything is written.
    await prepareImport(app, planRequest(provider, saved.request), decisions, { isExact: true })
    return { provider, input }
  } catch (error) {
    return asCommandError(error)
  }
}

function decisionsIn({ questions }: LoadedPlan): string[] {
  return questions.map(({ decision }, at) => `${at + 1}=${decision}`)
}

function prepare(app: App, provider: Provider, request: ImportInput): Promise<PreparedImport> {
  return prepareImport(app, planRequest(provider, request), NO_DECISIONS, { isExact: true }).catch(asCommandError)
}

const planRequest = (provider: Provider, request: ImportInput) => {
  const { year } = request.options
  return { ...request, provider, ...(year !== undefined && { year }) }
}

function asCommandError(error: unknown): never {
  if (error instanceof ImportError || error instanceof DecisionError)
    throw new CommandError(error.message.replace(/\.$/, ''), 1)
  throw error
}
