import type { Filter } from 'mongodb'
import type { Picture } from './picture.ts'
import { answerFor, PICTURE_PURPOSES, type Purpose, type SubjectRules, type SubjectState } from './subjectState.ts'

/** The rules by which a picture is withheld because of the people in it. They know no database. */

/** What is read of a subject to decide about pictures. */
export type Person = { uuid: string; group: string } & Pick<
  SubjectState,
  'withdrawn' | 'consent' | 'merged' | 'earlierGroups'
>

/** Why a person must not be in a picture, and since when; null if it follows from a purpose that was not asked. */
export type Objection = {
  subject: string
  why: 'withdrawn' | Purpose
  since: Date | null
  /** Since when a purpose that was not asked means no, as far as it is known. */
  notAskedSince?: Date
}

/** Why a picture is withheld from everybody, and since when; null if that is unknown. */
export type Withholding = { objections: Objection[]; since: Date | null }

type JudgedPicture = Pick<Picture, 'assignment' | 'faces' | 'decision' | 'hidden' | 'hasDeleted' | 'pictured'>

/** Identifies an objection: one that is withdrawn and raised again is another one. */
export function objectionKey({ subject, why, since, notAskedSince }: Objection): string {
  const notAsked = notAskedSince ? `not asked ${notAskedSince.toISOString()}` : 'not asked'
  return `${subject} ${why} ${since?.toISOString() ?? notAsked}`
}

/** Whether several people are in a picture, as far as it is known: then one of them cannot decide alone. */
export function isOfSeveral({ assignment, faces, hasDeleted, pictured }: JudgedPicture): boolean {
  if (assignment.to === 'groups' || hasDeleted) return true
  return assignment.to === 'subjects' && namedIn({ assignment, faces, pictured: pictured ?? null }).size > 1
}

/**
 * Everybody of the job who may be in a picture: those whose picture it is, those who are or were in one of its groups, or were when it became a
 * picture of others, and those whose faces are known.
 */
export function peopleIn(picture: JudgedPicture, people: readonly Person[]): Person[] {
  const { assignment } = picture
  const named = namedIn(picture)
  const isOfGroup = ({ uuid, group, earlierGroups }: Person) =>
    assignment.to === 'groups' &&
    [group, ...(earlierGroups ?? [])].some((each) => assignment.groups.includes(each)) &&
    !assignment.without?.includes(uuid)
  return people.filter((person) => named.has(person.uuid) || isOfGroup(person))
}

function namedIn({
  assignment,
  faces,
  pictured,
}: Pick<JudgedPicture, 'assignment' | 'faces' | 'pictured'>): Set<string> {
  const own = assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : []
  return new Set([...own, ...faces.flatMap(({ subject }) => subject ?? []), ...(pictured ?? [])])
}

/**
 * What the people in a picture have against it. In a picture of groups a person is withdrawn or has said no to class pictures; in
 * another picture of several people, or in one of their own, no to print and sale counts too.
 */
export function objectionsTo(picture: JudgedPicture, people: readonly Person[], job: SubjectRules): Objection[] {
  const isOfGroups = picture.assignment.to === 'groups'
  const purposes: Purpose[] = [
    ...(isOfGroups ? [] : (['print-and-sell'] as const)),
    ...(isOfSeveral(picture) ? (['class-picture'] as const) : []),
  ]
  const inPicture = peopleIn(picture, people)
  return inPicture.flatMap((each): Objection[] => {
    const person = answering(each, inPicture, people)
    if (!person) return []
    const { withdrawn, consent } = person
    const subject = each.uuid
    const refused = purposes.filter((purpose) => answerFor(person, purpose, job) === 'no')
    return [
      ...(withdrawn ? [{ subject, why: 'withdrawn' as const, since: withdrawn.at }] : []),
      ...refused.map((why) => refusal(subject, why, { since: consent?.[why]?.at ?? null, job })),
    ]
  })
}

function refusal(subject: string, why: Purpose, { since, job }: { since: Date | null; job: SubjectRules }): Objection {
  const notAskedSince = since ? undefined : job.notAskedSince?.[why]
  return { subject, why, since, ...(notAskedSince && { notAskedSince }) }
}

/**
 * Whose answers count for somebody in a picture: of somebody who is one person with another one, that one's, as they are in the class picture of
 * either. Null if that one answers for both, or objects to nothing.
 */
function answering(person: Person, inPicture: readonly Person[], people: readonly Person[]): Person | null {
  if (!person.merged) return person
  const { into } = person.merged
  const one = people.find(({ uuid }) => uuid === into)
  if (!one || inPicture.includes(one)) return null
  return answering(one, inPicture, people)
}

/**
 * Why a picture is withheld from everybody; null if it is not. A person's own picture is as soon as the person objects, one of
 * several people until the photographer has decided about all their objections. What the photographer hides is withheld whoever is in it.
 */
export function withholdingOf(
  picture: JudgedPicture,
  people: readonly Person[],
  job: SubjectRules,
): Withholding | null {
  const { decision, hidden } = picture
  if (people.length === 0 && !decision && !hidden) return null
  const objections = objectionsTo(picture, people, job)
  if (hidden) return { objections, since: hidden.at }
  // Also once it is of one person: nobody has said that this one may see it.
  if (decision?.is === 'hidden') return { objections, since: decision.at }
  if (!decision || !isOfSeveral(picture)) return objections.length > 0 ? withheldBy(objections) : null
  const open = objections.filter((each) => !decision.objections.includes(objectionKey(each)))
  return open.length > 0 ? withheldBy(open) : null
}

function withheldBy(objections: Objection[]): Withholding {
  return { objections, since: earliest(objections.map(({ since }) => since)) }
}

/** The pictures that a subject does not show now, by uuid, with the time since when; null if that is unknown. */
export function withheldFrom(
  subject: Person,
  pictures: ReadonlyArray<JudgedPicture & { uuid: string }>,
  people: readonly Person[],
  job: SubjectRules,
): Map<string, Date | null> {
  return new Map(
    pictures.flatMap((picture) => {
      const withholding = withholdingOf(picture, people, job)
      const times = [...(withholding ? [withholding.since] : []), ...(subject.withdrawn ? [subject.withdrawn.at] : [])]
      return times.length > 0 ? [[picture.uuid, earliest(times)] as const] : []
    }),
  )
}

/** Null if one of them is unknown. */
function earliest(times: ReadonlyArray<Date | null>): Date | null {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []))
  return known.length === times.length ? new Date(Math.min(...known)) : null
}

/** Finds those of a job who may object to a picture; null if nobody of it does, which saves the query. */
export function objectorFilter(job: SubjectRules & { uuid: string }): Filter<Person & { jobUuid: string }> | null {
  const refused = PICTURE_PURPOSES.map((purpose) => ({
    [`consent.${purpose}.answer`]: job.notAsked?.[purpose] === 'no' ? { $ne: 'yes' } : 'no',
  }))
  const hasDefault = Object.values(job.notAsked ?? {}).includes('no')
  if (!job.hasObjections && !hasDefault) return null
  return { jobUuid: job.uuid, $or: [{ withdrawn: { $ne: null } }, ...refused] } as Filter<Person & { jobUuid: string }>
}
