import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from './collection.ts'

/** The subjects of a job that have pictures, by group and name in the order of the shop's language. */
export async function photographedSubjects(
  app: App,
  { defaultLanguage }: Pick<Provider, 'defaultLanguage'>,
  job: Pick<Job, 'provider' | 'uuid'>,
): Promise<Subject[]> {
  const [subjects, pictures] = await Promise.all([
    subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray(),
    picturesOf(app, job.provider)
      .find({ jobUuid: job.uuid }, { projection: { assignment: 1 } })
      .toArray(),
  ])
  const assignments = pictures.map(({ assignment }) => assignment)
  const own = new Set(
    assignments.flatMap((each) => (each.to === 'subjects' ? each.subjects : [])).map(({ uuid }) => uuid),
  )
  const groups = new Set(assignments.flatMap((each) => (each.to === 'groups' ? each.groups : [])))
  const { compare } = new Intl.Collator(defaultLanguage, { numeric: true })
  return subjects
    .filter(({ uuid, group }) => own.has(uuid) || groups.has(group))
    .sort((one, other) => compare(one.group, other.group) || compare(one.name, other.name))
}
