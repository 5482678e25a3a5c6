import type { App } from '../../platform/app.ts'
import { withLease } from '../../platform/db/lease.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubjects } from '../access/codes.ts'
import { type CurrentAccess, endAccess, findAccess } from '../access/endAccess.ts'
import { type ReplacedCode, replaceCodes } from '../access/replaceCodes.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { subjectHistory } from '../jobs/subjects/changeSubject.ts'

/** A process that was killed blocks others for that long. */
const LEASE_MS = 60_000

/** The new codes of a subject, with whose access was ended; `busy` if another process gives codes in the same job at this moment. */
export type NewCodes = { codes: ReplacedCode[]; ended: CurrentAccess | null } | 'busy'

/**
 * Gives a subject a new code, for a letter that went astray: the old one, and whatever somebody began with it, is refused from then on in every
 * process. What was granted by it stays, unless `endsAccess`. Others who have the same code share the new one, unless it is for the subject
 * `alone`. Nothing was changed if it is `busy`. Safe to repeat after a crash.
 */
export async function giveNewCode(
  app: App,
  provider: Provider,
  job: Pick<Job, 'provider' | 'uuid'>,
  { uuid }: Pick<Subject, 'uuid'>,
  { by, endsAccess, alone = false }: { by: string | null; endsAccess: boolean; alone?: boolean },
): Promise<NewCodes> {
  let result: NewCodes = 'busy'
  // A code may open several subjects of a job: two of them must not get new ones at once.
  await withLease(app, `new codes ${provider.key} ${job.uuid}`, LEASE_MS, async () => {
    // First in the history, which cannot bring the old code back and so needs no fields.
    const history = subjectHistory(app, job, { command: 'new-code', by })
    await history.recordSubject(uuid, { before: {}, after: {} })
    const codes = await replaceCodes(app, provider, uuid, { by, alone })
    const opened = [...new Set(codes.flatMap(({ subjects }) => subjects))]
    result = { codes, ended: endsAccess ? await endAccess(app, provider, opened) : null }
  })
  return result
}

/** Who would lose sight of what the codes of a subject open, or of it alone, if its access were ended with them. */
export async function previewEndOfAccess(
  app: App,
  provider: Provider,
  { uuid }: Pick<Subject, 'uuid'>,
  { alone = false } = {},
): Promise<CurrentAccess> {
  if (alone) return findAccess(app, provider, [uuid])
  const codes = await codesOfSubjects(app, provider, [uuid])
  return findAccess(app, provider, [...new Set([uuid, ...codes.flatMap(({ subjects }) => subjects)])])
}
