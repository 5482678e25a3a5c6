import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubjects } from '../access/codes.ts'
import { type CurrentAccess, endAccess, findAccess } from '../access/endAccess.ts'
import { type ReplacedCode, replaceCodes } from '../access/replaceCodes.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { requirePerson, whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { subjectHistory } from '../jobs/subjects/changeSubject.ts'

/** The new codes of a subject, with whose access was ended. */
export type NewCodes = { codes: ReplacedCode[]; ended: CurrentAccess | null }

/**
 * Gives a subject a new code, for a letter that went astray: the old one, and whatever somebody began with it, is refused from then on in every
 * process. What was granted by it stays, unless `endsAccess`. Others who have the same code share the new one, unless it is for the subject
 * `alone`. Throws CommandError, and then nothing was changed, if they are not there any more, or are one with somebody else by now. Safe to repeat
 * after a crash.
 */
export function giveNewCode(
  app: App,
  provider: Provider,
  job: Pick<Job, 'provider' | 'uuid'>,
  { uuid }: Pick<Subject, 'uuid'>,
  { by, endsAccess, alone = false }: { by: string | null; endsAccess: boolean; alone?: boolean },
): Promise<NewCodes> {
  // A code may open several subjects of a job: two of them must not get new ones at once, nor become one with somebody else.
  return whileChangingPeople(app, job, 'new-code', async ({ renew }) => {
    await requirePerson(app, job, uuid)
    // First in the history, which cannot bring the old code back and so needs no fields.
    const history = subjectHistory(app, job, { command: 'new-code', by })
    await history.recordSubject(uuid, { before: {}, after: {} })
    const codes = await replaceCodes(app, provider, uuid, { by, alone })
    const opened = [...new Set(codes.flatMap(({ subjects }) => subjects))]
    await renew()
    return { codes, ended: endsAccess ? await endAccess(app, provider, opened) : null }
  })
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
