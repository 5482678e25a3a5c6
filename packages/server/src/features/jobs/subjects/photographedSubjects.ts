import type { App } from '../../../platform/app.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { isAssignedTo } from '../picture.ts'
import { answerFor, PICTURE_PURPOSES, type SubjectRules } from '../subjectState.ts'
import { withholdingOf } from '../withholding.ts'

/**
 * The subjects of a job with pictures for their families, by group and name in the order of the shop's language. Withdrawn ones are
 * left out, and those of whom every picture is withheld because somebody in it objects.
 */
export async function photographedSubjects(
  app: App,
  { defaultLanguage }: Pick<Provider, 'defaultLanguage'>,
  job: Pick<Job, 'provider' | 'uuid'> & SubjectRules,
): Promise<Subject[]> {
  const [subjects, pictures] = await Promise.all([
    subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray(),
    picturesOf(app, job.provider)
      .find(
        { jobUuid: job.uuid },
        { projection: { assignment: 1, decision: 1, hidden: 1, faces: 1, hasDeleted: 1, pictured: 1 } },
      )
      .toArray(),
  ])
  // in most jobs nobody objects to anything
  const objectors = subjects.filter((subject) => objects(subject, job))
  const assignments = pictures.flatMap((picture) =>
    withholdingOf(picture, objectors, job) ? [] : [picture.assignment],
  )
  const own = new Set(
    assignments.flatMap((each) => (each.to === 'subjects' ? each.subjects : [])).map(({ uuid }) => uuid),
  )
  const ofGroups = assignments.filter(({ to }) => to === 'groups')
  const { compare } = new Intl.Collator(defaultLanguage, { numeric: true })
  return subjects
    .filter(
      ({ uuid, group, withdrawn }) =>
        !withdrawn && (own.has(uuid) || ofGroups.some((each) => isAssignedTo(each, { uuid, group }))),
    )
    .sort((one, other) => compare(one.group, other.group) || compare(one.name, other.name))
}

function objects(subject: Subject, job: SubjectRules): boolean {
  return Boolean(subject.withdrawn) || PICTURE_PURPOSES.some((purpose) => answerFor(subject, purpose, job) === 'no')
}
