import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects } from '../access/grants.ts'
import { findPurchasedSets, findWithheldSets } from '../jobs/collection.ts'
import { isDeleted } from '../jobs/days.ts'
import { findPersonsOf } from '../jobs/subjects/mergedSubjects.ts'
import { findWithheldSubject, jobsOfSubjects } from './closedJobs.ts'
import { kindOf, lineFilesOf, linePictures, type PricedLine } from './lineKinds.ts'
import { findUnseenPictures } from './unseenPictures.ts'

/**
 * Those of the lines of an order whose pictures or people its customer may not see any more: a payment that began before does not buy them. A
 * deadline that is over since is not a reason.
 */
export async function findLostLines(
  app: App,
  provider: Provider,
  customer: string,
  lines: readonly PricedLine[],
): Promise<PricedLine[]> {
  const subjects = lines.flatMap((line) => line.subjects.map(({ uuid }) => uuid))
  // somebody who was made one person with another one since is that one
  const personOf = await findPersonsOf(app, provider.key, subjects)
  const peopleOf = (line: PricedLine) => line.subjects.map(({ uuid }) => personOf(uuid))
  const granted = await grantedSubjects(app, provider, customer)
  const used = lines.flatMap((line) => [...linePictures(line), ...files(line)])
  const [jobs, unseen] = await Promise.all([
    jobsOfSubjects(app, provider.key, lines.flatMap(peopleOf)),
    findUnseenPictures(app, provider, { customer, subjects: granted, used }),
  ])
  const printable = unseen.size > 0 ? await findLastPrints(app, provider, granted) : new Set<string>()
  return lines.filter((line) => {
    const people = peopleOf(line)
    return (
      people.some((uuid) => !granted.includes(uuid) || !jobs.has(uuid)) ||
      linePictures(line).some((uuid) => unseen.has(uuid) && !printable.has(uuid)) ||
      files(line).some((uuid) => unseen.has(uuid)) ||
      (kindOf(line).needsPublished && findWithheldSubject(jobs, people) !== undefined)
    )
  })
}

const files = (line: PricedLine) => lineFilesOf(line).map(({ uuid }) => uuid)

/**
 * The pictures of these subjects in jobs whose day of deletion has come while they were being paid: their files stay until they are printed, but
 * nobody downloads them any more.
 */
async function findLastPrints(app: App, provider: Provider, subjects: readonly string[]): Promise<Set<string>> {
  const [all, purchased] = await Promise.all([
    findWithheldSets(app, provider.key, subjects),
    findPurchasedSets(app, provider.key, subjects),
  ])
  const now = app.clock()
  const over = all.filter(({ job }) => isDeleted(job, provider, now))
  const withheld = new Set(purchased.flatMap((set) => [...set.withheld.keys()]))
  return new Set(over.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)).filter((uuid) => !withheld.has(uuid)))
}
