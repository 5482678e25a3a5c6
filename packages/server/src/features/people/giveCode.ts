import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codeId } from '../access/codes.ts'
import { giveDisputedCode, isDisputedCode } from '../access/disputedCodes.ts'
import type { Job } from '../jobs/collection.ts'
import { requirePerson, whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { subjectHistory } from '../jobs/subjects/changeSubject.ts'

/**
 * Says whose a code is that a roster has given to two people one after the other. Returns the number in the history of the job; null, without any
 * change, if the code is not disputed in this job.
 */
export function giveCode(
  app: App,
  provider: Provider,
  job: Pick<Job, 'provider' | 'uuid'>,
  { code, subject, by }: { code: string; subject: string; by: string | null },
): Promise<number | null> {
  return whileChangingPeople(app, job, 'give-code', async () => {
    await requirePerson(app, job, subject)
    if (!(await isDisputedCode(app, provider, code, job.uuid))) return null
    const history = subjectHistory(app, job, { command: 'give-code', by })
    await history.recordSubject(subject, { before: {}, after: {} }, { id: codeId(provider, code), is: 'returned' })
    if (!(await giveDisputedCode(app, provider, { code, job: job.uuid, subject }))) return null
    return history.number()
  })
}
