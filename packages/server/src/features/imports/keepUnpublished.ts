import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'
import { changeSubject } from '../jobs/subjects/changeSubject.ts'
import { findLeavers } from './classPictures.ts'
import type { ImportWarning } from './importReport.ts'
import type { PreparedImport } from './prepareImport.ts'

/**
 * Unpublishes the people of each unpublished class whose name the roster changes, before they are in the new one: a class that is called
 * otherwise is not shown by that. Safe to repeat.
 */
export async function keepUnpublished(
  app: App,
  job: Job,
  { people, stored }: Pick<PreparedImport, 'people' | 'stored'>,
  { by, history }: { by: string | null; history: CorrectionRecord },
): Promise<ImportWarning[]> {
  const hidden = new Set((job.hiddenGroups ?? []).map(({ group }) => group))
  const warnings: ImportWarning[] = []
  for (const { group, leaving } of findLeavers(people, stored).filter((left) => hidden.has(left.group))) {
    const visible = leaving.filter(({ after }) => !hidden.has(after))
    const reason = `unpublished with "${group}"`
    for (const { uuid } of visible)
      await changeSubject(app, job, uuid, history, (current) =>
        current.hidden ? null : { hidden: { at: app.clock(), by, reason } },
      )
    if (visible.length === 0) continue
    const who = visible.length === 1 ? '1 person' : `${visible.length} people`
    warnings.push({
      text: `"${group}" is unpublished: ${who} of it, in other classes now, stay unpublished. "jobs publish … --subject" shows one`,
    })
  }
  return warnings
}
