import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import { changeSubject } from '../jobs/subjects/changeSubject.ts'
import { addHiddenGroup, hiddenWith } from '../jobs/subjects/hideSubjects.ts'
import type { ImportWarning } from './importReport.ts'
import type { PreparedImport } from './prepareImport.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'

type Unpublishing = { by: string | null; history: CorrectionRecord; decisions: Decisions }

/**
 * Unpublishes a class that is one with an unpublished one by a decision, and whoever leaves an unpublished class, before they are in the new
 * one: a class that is called otherwise is not shown by that. Safe to repeat.
 */
export async function keepUnpublished(
  app: App,
  job: Job,
  { people, questions }: Pick<PreparedImport, 'people' | 'questions'>,
  { by, history, decisions }: Unpublishing,
): Promise<ImportWarning[]> {
  const warnings = await hideSameGroups(app, job, questions, { by, decisions })
  const { hiddenGroups } = (await jobsOf(app, job.provider).findOne({ uuid: job.uuid })) ?? job
  for (const { row, subject } of people.people) {
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
  questions: readonly Question[],
  { by, decisions }: Pick<Unpublishing, 'by' | 'decisions'>,
): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = []
  for (const question of questions) {
    const choice = decisionOf(question, decisions)
    if (question.kind !== 'groups' || !choice.startsWith('same ')) continue
    const group = choice.slice('same '.length)
    const spellings = question.options.map(({ value }) => value.slice('same '.length))
    const hidden = (job.hiddenGroups ?? []).find((each) => spellings.includes(each.group))
    if (!hidden || !(await addHiddenGroup(app, job, group, { by, reason: `unpublished as ${hidden.group}` }))) continue
    const text = `The class "${group}" is unpublished, as "${hidden.group}" was: "jobs publish" with --class shows its pictures`
    warnings.push({ text })
  }
  return warnings
}
