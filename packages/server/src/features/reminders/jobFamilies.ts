import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import type { Job } from '../jobs/collection.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { findDoubles } from '../jobs/subjects/mergedSubjects.ts'
import { photographedSubjects } from '../jobs/subjects/photographedSubjects.ts'
import { ordersOf } from '../orders/collection.ts'
import { choicesOf, mayEmail, wantsReminders } from './collection.ts'
import { type Family, type FamilySubject, familiesOf } from './families.ts'

/** The families of a job that may get emails about it. */
export type JobFamilies = {
  families: Family[]
  codes: Awaited<ReturnType<typeof codesFor>>
  choices: Awaited<ReturnType<typeof choicesOf>>
}

/** The families of a job with their choices, and the codes of those who open it with one. */
export async function readFamilies(app: App, provider: Provider, job: Job): Promise<JobFamilies> {
  const photographed = await photographedSubjects(app, provider, job)
  const subjects = photographed.filter((subject) => !isHidden(subject, job))
  const all = await familiesOf(app, provider, subjects)
  const emails = all.map(({ email }) => email)
  const choices = await choicesOf(app, provider.key, emails)
  const families = all.map((family) => withoutForgotten(family, choices)).filter((family) => family.subjects.length > 0)
  const byCode = families.flatMap((family) =>
    family.subjects.filter(({ inAccount }) => !inAccount).map(({ uuid }) => uuid),
  )
  const codes = await codesFor(app, provider, [...new Set(byCode)])
  return { families, codes, choices }
}

/** A family without the emails that the owner of a deleted account must not get. */
function withoutForgotten(family: Family, choices: JobFamilies['choices']): Family {
  const { email, customer, subjects } = family
  const choice = choices.get(email)
  return {
    ...family,
    subjects: subjects.filter(({ uuid, inAccount }) => inAccount || mayEmail(choice, uuid, customer !== null)),
  }
}

/** The subjects of each family about which it is reminded: it wants that, and nothing was bought yet. */
export async function readOpenSubjects(
  app: App,
  provider: Provider,
  job: Job,
  { families, choices }: JobFamilies,
): Promise<(family: Family) => FamilySubject[]> {
  const isBought = await readPurchases(app, provider, job, families)
  return (family) =>
    family.subjects.filter(
      (subject) => wantsReminders(choices.get(family.email), subject.uuid) && !isBought(family, subject),
    )
}

type PurchaseTest = (family: Family, subject: FamilySubject) => boolean

/**
 * The purchases of a job. Two guardians are independent of each other: a guardian with the picture set in an account is
 * reminded until that account has bought. The shop cannot know who uses a roster address without an account, so for those
 * anybody's purchase counts.
 */
async function readPurchases(
  app: App,
  provider: Provider,
  job: Job,
  families: readonly Family[],
): Promise<PurchaseTest> {
  const subjects = [...new Set(families.flatMap((family) => family.subjects.map(({ uuid }) => uuid)))]
  // Orders stay as ordered: those of before somebody became one person with another one name that one.
  const doubles = await findDoubles(app, job, subjects)
  const named = [...subjects, ...doubles.keys()]
  const orders = await ordersOf(app, provider.key)
    .find(
      { confirmTime: { $gte: job.creationTime }, 'content.lines.subjects.uuid': { $in: named } },
      { projection: { 'content.customer': 1, 'content.lines.subjects.uuid': 1 } },
    )
    .toArray()
  const buyers = new Map<string, Set<string>>()
  for (const { content } of orders) {
    for (const line of content.lines.flatMap(({ subjects: ofLine }) => ofLine)) {
      const uuid = doubles.get(line.uuid) ?? line.uuid
      buyers.set(uuid, (buyers.get(uuid) ?? new Set()).add(content.customer))
    }
  }
  return ({ customer }, { uuid, inAccount }) => {
    const who = buyers.get(uuid)
    return inAccount && customer ? (who?.has(customer) ?? false) : who !== undefined
  }
}
