import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { groupPicturesOf, type Job, type Subject, subjectsOf } from './collection.ts'

/** The subjects of a job that have pictures, by group and name in the order of the shop's language. */
export async function photographedSubjects(
  app: App,
  { defaultLanguage }: Pick<Provider, 'defaultLanguage'>,
  job: Pick<Job, 'provider' | 'uuid'>,
): Promise<Subject[]> {
  const [subjects, groupPictures] = await Promise.all([
    subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray(),
    groupPicturesOf(app, job.provider).find({ jobUuid: job.uuid }).toArray(),
  ])
  const groups = new Set(groupPictures.flatMap((picture) => picture.groups))
  const { compare } = new Intl.Collator(defaultLanguage, { numeric: true })
  return subjects
    .filter(({ pictures, group }) => pictures.length > 0 || groups.has(group))
    .sort((one, other) => compare(one.group, other.group) || compare(one.name, other.name))
}
