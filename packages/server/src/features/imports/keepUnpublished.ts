import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import { changeSubject } from '../jobs/subjects/changeSubject.ts'
import { addHiddenGroup, hiddenWith } from '../jobs/subjects/hideSubjects.ts'
import type { ImportWarning } from './importReport.ts'
import type { PreparedImport } from './prepareImport.ts'
import { type Decisions, decisionOf } from './questions.ts'

type Unpublishing = { by: string | null; history: CorrectionRecord; decisions: Decisions }

/**
 * Unpublishes a class that is one with an unpublished one by a decision, or may be while there is none, and whoever leaves an unpublished
 * class, before they are in the new one: a class that is called otherwise is not shown by that. Safe to repeat.
 */
export async function keepUnpublished(
  app: App,
  job: Job,
  prepared: Pick<PreparedImport, 'people' | 'questions'>,
  { by, history, decisions }: Unpublishing,
): Promise<ImportWarning[]> {
  const warnings = await hideSameGroups(app, job, prepared, { by, decisions })
  const { hiddenGroups } = (await jobsOf(app, job.provider).findOne({ uuid: job.uuid })) ?? job
  for (const { row, subject } of prepared.people.people) {
    const after = row.group || subject?.group
    if (!subject || after === undefined || after === subject.group) continue
    const hidden = hiddenWith(app, { hiddenGroups: hiddenGroups ?? null }, subject, { group: after, by })
    if (!hidden) continue
    await changeSubject(app, job, subject.uuid, history, (current) => (current.hidden ? null : { hidden }))
    const text = `(${row.name}) was unpublished with "${subject.group}" and stays so in "${after}": "jobs publish" with --subject, or with --class for all of them, shows their pictures`
    warnings.push({ line: row.line, text })
  }
  return warnings
}

/** Of groups that are one by a decision all are unpublished if one of them is: whoever joins it is in that class. */
async function hideSameGroups(
  app: App,
  job: Job,
  { people, questions }: Pick<PreparedImport, 'people' | 'questions'>,
  { by, decisions }: Pick<Unpublishing, 'by' | 'decisions'>,
): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = []
  for (const question of questions) {
    if (question.kind !== 'groups') continue
    const spellings = question.options.flatMap(({ value }) => sameGroup(value) ?? [])
    const hidden = (job.hiddenGroups ?? []).find((each) => spellings.includes(each.group))
    if (!hidden) continue
    const decided = sameGroup(decisionOf(question, decisions))
    const isDecided = decisions.has(question.id)
    const decidedGroups = decided === undefined ? [] : [decided]
    for (const group of isDecided ? decidedGroups : newGroups(people, spellings)) {
      if (!(await addHiddenGroup(app, job, group, { by, reason: `unpublished as ${hidden.group}` }))) continue
      warnings.push({ text: isDecided ? sameText(group, hidden.group) : undecidedText(group, hidden.group) })
    }
  }
  return warnings
}

const sameGroup = (choice: string) => (choice.startsWith('same ') ? choice.slice('same '.length) : undefined)

/** Those that the job gets by the roster: what it has already was let stand, and may have been published by a person. */
function newGroups({ people, absent }: PreparedImport['people'], spellings: readonly string[]): string[] {
  const stored = [...people.flatMap(({ subject }) => subject ?? []), ...absent].map(({ group }) => group)
  return spellings.filter((group) => !stored.includes(group))
}

const sameText = (group: string, hidden: string) =>
  `The class "${group}" is unpublished, as "${hidden}" was: "jobs publish" with --class shows its pictures`

/** The exception that nobody has decided yet. */
const undecidedText = (group: string, hidden: string) =>
  `The class "${group}" is unpublished until somebody decides, as it may be "${hidden}", which is: "jobs publish" with --class shows its pictures`
