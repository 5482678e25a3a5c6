import { findDeliveredSets, forgetDeliveredJobs, jobsOf, subjectsOf } from '../features/jobs/collection.ts'
import type { TestServer } from './testServer.ts'

/** The file names of the pictures that the family of each person of a job sees, by the person's name. */
export async function sightOfJob(
  { app, provider }: Pick<TestServer, 'app' | 'provider'>,
  name: string,
): Promise<Record<string, string[]>> {
  forgetDeliveredJobs(app)
  const job = await jobsOf(app, provider.key).findOne({ name })
  const people = await subjectsOf(app, provider.key).find({ jobUuid: job?.uuid }).sort({ key: 1 }).toArray()
  const uuids = people.map(({ uuid }) => uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  return Object.fromEntries(
    sets.map(({ subject, pictures }) => [subject.name, pictures.map(({ fileName }) => fileName).toSorted()]),
  )
}
