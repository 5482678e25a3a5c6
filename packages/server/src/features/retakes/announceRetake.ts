import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { photographedSubjects } from '../jobs/photographedSubjects.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { choicesOf, mayEmail } from '../reminders/collection.ts'
import { familiesOf, linksOf } from '../reminders/families.ts'
import type { StoredRetake } from './collection.ts'
import { retakeMail } from './retakeMail.ts'
import { findAffectedPrints } from './retakePrints.ts'

/**
 * Notifies the families of a retake: those who have bought are asked to decide, the others hear of the new pictures. Nobody is notified
 * of pictures that are not shown. Repeating it sends nothing twice. Returns the number of new emails.
 */
export async function announceRetake(app: App, provider: Provider, job: Job, retake: StoredRetake): Promise<number> {
  const photographed = await photographedSubjects(app, provider, job)
  const visible = photographed.filter((subject: Subject) => subject.uuid === retake.subject && !isHidden(subject, job))
  if (!job.published || visible.length === 0) return 0
  const families = await familiesOf(app, provider, visible)
  const emails = families.map(({ email }) => email)
  const [choices, codes] = await Promise.all([
    choicesOf(app, provider.key, emails),
    codesFor(app, provider, [retake.subject]),
  ])
  let count = 0
  for (const family of families) {
    const { customer, email, subjects } = family
    const mayHear = subjects.filter(
      ({ uuid, inAccount }) => inAccount || mayEmail(choices.get(email), uuid, customer !== null),
    )
    if (mayHear.length === 0) continue
    const isBuyer = customer !== null && (await findAffectedPrints(app, provider, customer, [retake])).length > 0
    const links = linksOf(mayHear, codes)
    if (await app.mail.queue(retakeMail(app, provider, retake, { family, links, isBuyer }))) count++
  }
  return count
}
