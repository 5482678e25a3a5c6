import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'
import { changeSubject } from '../jobs/subjects/changeSubject.ts'
import { hiddenWith } from '../jobs/subjects/hideSubjects.ts'
import type { ImportWarning } from './importReport.ts'
import type { PreparedImport } from './prepareImport.ts'

/**
 * Unpublishes whoever leaves an unpublished class, before they are in the new one: a class that is called otherwise is not shown by that. Safe
 * to repeat.
 */
export async function keepUnpublished(
  app: App,
  job: Job,
  { people }: Pick<PreparedImport, 'people'>,
  { by, history }: { by: string | null; history: CorrectionRecord },
): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = []
  for (const { row, subject } of people.people) {
    const after = row.group || subject?.group
    if (!subject || after === undefined || after === subject.group) continue
    const hidden = hiddenWith(app, job, subject, { group: after, by })
    if (!hidden) continue
    await changeSubject(app, job, subject.uuid, history, (current) => (current.hidden ? null : { hidden }))
    const text = `(${row.name}) was unpublished with "${subject.group}" and stays so in "${after}": "jobs publish" with --subject, or with --class for all of them, shows their pictures`
    warnings.push({ line: row.line, text })
  }
  return warnings
}
