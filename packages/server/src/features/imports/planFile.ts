import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { writeOutputFile } from '../../platform/outputFile.ts'
import { ImportError } from './importFolder.ts'
import { type ImportInput, importOptions } from './importInput.ts'
import { hashOf } from './planHash.ts'
import type { PlannedPerson } from './plannedPerson.ts'
import type { PlannedPhotograph } from './plannedPhotograph.ts'
import type { PreparedImport } from './prepareImport.ts'
import { decisionOf, NO_DECISIONS, QUESTION_KINDS, type Question } from './questions.ts'

/** A plan as it is saved: what would be done, the questions with their decisions, and how to recognise that it still holds. */
export type SavedPlan = {
  format: typeof FORMAT
  made: string
  provider: string
  request: SavedRequest
  people: SavedPerson[]
  absent: { key: string; name: string; group: string }[]
  pictures: { file: string; of: string[]; groups: string[]; why: string }[]
  questions: (Question & { number: number; decision: string })[]
  fingerprint: Fingerprint & { plan: string }
}

/** What a plan was made from. The parts stay the same as long as that does. */
export type Fingerprint = {
  /** The options, the roster and all files. */
  inputs: string
  /** The people of the job, whose its pictures are, and what is planned by that. */
  job: string
}

export type SavedRequest = Omit<ImportInput, 'plan'>
type SavedPerson = { line: number; key: string; name: string; group: string; change: string; before?: object }

const FORMAT = 'portraitkit import plan 1'

const savedPlan = z.object({
  format: z.literal(FORMAT),
  provider: z.string(),
  request: z.object(importOptions),
  questions: z.array(
    z.object({
      kind: z.enum(QUESTION_KINDS),
      id: z.string(),
      text: z.string(),
      options: z.array(z.object({ value: z.string(), text: z.string() })),
      followsPerson: z.exactOptional(z.literal(true)),
      namesAnybody: z.exactOptional(z.literal(true)),
      decision: z.string(),
    }),
  ),
  fingerprint: z.object({ inputs: z.string(), job: z.string(), plan: z.string() }),
})

/** What `--apply` needs of a saved plan. */
export type LoadedPlan = z.infer<typeof savedPlan>

/** Writes a plan for its owner alone: it names children. Throws CommandError if it cannot be written there. */
export async function savePlan(
  path: string,
  {
    prepared,
    request,
    provider,
    fingerprint,
    now,
  }: {
    prepared: PreparedImport
    request: SavedRequest
    provider: string
    fingerprint: Fingerprint
    now: Date
  },
): Promise<SavedPlan> {
  const { people, plan, questions } = prepared
  const saved: SavedPlan = {
    format: FORMAT,
    made: now.toISOString(),
    provider,
    request,
    people: people.people.map(savedPerson),
    absent: people.absent.map(({ key, name, group }) => ({ key, name, group })),
    pictures: plan.photographs.map(savedPicture),
    questions: questions.map((question, at) => ({
      number: at + 1,
      ...question,
      decision: decisionOf(question, NO_DECISIONS),
    })),
    fingerprint: { ...fingerprint, plan: hashOfPlan({ provider, questions }) },
  }
  await writeOutputFile(path, `${JSON.stringify(saved, null, 2)}\n`)
  return saved
}

/** Of the shop and the questions: a decision about a question with another id would be about nothing. */
function hashOfPlan({ provider, questions }: { provider: string; questions: readonly Question[] }): string {
  const decided = questions.map(({ kind, id, text, options, followsPerson, namesAnybody }) => {
    return { kind, id, text, options, followsPerson, namesAnybody }
  })
  return hashOf({ provider, questions: decided })
}

function savedPerson(planned: PlannedPerson): SavedPerson {
  const { line, key, name, group } = planned.row
  if (!planned.subject) return { line, key, name, group, change: 'new' }
  const { changes, subject } = planned
  if (changes.length === 0) return { line, key, name, group, change: 'none' }
  const before = { key: subject.key, name: subject.name, group: subject.group }
  return { line, key, name, group, change: changes.map(({ field }) => field).join(', '), before }
}

export function savedPicture({ file, rows, groups, why }: PlannedPhotograph): SavedPlan['pictures'][number] {
  return { file, of: rows.map(({ row }) => row.key), groups, why }
}

/** Reads a saved plan. Throws ImportError if the file is not one. */
export async function loadPlan(path: string): Promise<LoadedPlan> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`The plan ${path} cannot be read (${error.code})`, { cause: error })
  })
  try {
    const plan = savedPlan.parse(JSON.parse(text, reviveDates))
    if (hashOfPlan(plan) === plan.fingerprint.plan) return plan
  } catch (error) {
    throw new ImportError(changedText(path), { cause: error })
  }
  throw new ImportError(changedText(path))
}

const changedText = (path: string) =>
  `${path} is not a plan that --plan has saved with this version, or was changed elsewhere than in its decisions`

function reviveDates(_key: string, value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value) : value
}
