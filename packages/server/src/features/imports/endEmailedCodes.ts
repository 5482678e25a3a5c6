import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { ForeignCode } from '../access/foreignCodes.ts'
import { replaceForeignCodes } from '../access/replaceForeignCodes.ts'
import type { Job } from '../jobs/collection.ts'
import { subjectHistory } from '../jobs/subjects/changeSubject.ts'

/**
 * Ends the codes that another family has had by an email, in an entry of their own, which cannot be undone. Done before the list gives anybody
 * another address: an import that is continued finds those that are left. Returns the number of the entry; null if there are none.
 */
export async function endEmailedCodes(
  app: App,
  provider: Provider,
  job: Pick<Job, 'provider' | 'uuid'>,
  { codes, by }: { codes: readonly ForeignCode[]; by: string | null },
): Promise<number | null> {
  if (codes.length === 0) return null
  const history = subjectHistory(app, job, { command: 'new-code', by })
  for (const uuid of new Set(codes.flatMap(({ subjects }) => subjects)))
    await history.recordSubject(uuid, { before: {}, after: {} })
  await replaceForeignCodes(app, provider, codes, by)
  return history.number()
}
