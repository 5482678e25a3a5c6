import type { App } from '../../platform/app.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { changePerson, type SubjectChange } from '../jobs/subjects/changeSubject.ts'

/** Whether a person was photographed, in the photographer's words. */
export const ATTENDANCES = ['expected', 'absent', 'photographed', 'retake', 'withdrawn'] as const
export type Attendance = (typeof ATTENDANCES)[number]

export type PersonWithAttendance = { subject: Subject; attendance: Attendance }

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** What follows from the state of a person, and from the time at which the latest picture of their own came into the job; null without one. */
export function attendanceOf(
  { withdrawn, attendance }: Pick<Subject, 'withdrawn' | 'attendance'>,
  photographed: Date | null,
): Attendance {
  if (withdrawn) return 'withdrawn'
  if (attendance && (photographed === null || photographed <= attendance.at)) return attendance.is
  return photographed === null ? 'expected' : 'photographed'
}

/** Everybody of a job by class and name, in the order of the shop's language. Whoever is one person with somebody else is that one. */
export async function listAttendance(app: App, job: JobKey, language: string): Promise<PersonWithAttendance[]> {
  const [subjects, pictures] = await Promise.all([
    subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray(),
    picturesOf(app, job.provider)
      .find({ jobUuid: job.uuid, 'assignment.to': 'subjects' }, { projection: { assignment: 1, added: 1 } })
      .toArray(),
  ])
  const photographed = new Map<string, Date>()
  for (const { assignment, added = assignment.at } of pictures) {
    for (const { uuid } of assignment.to === 'subjects' ? assignment.subjects : []) {
      const latest = photographed.get(uuid)
      if (!latest || added > latest) photographed.set(uuid, added)
    }
  }
  const { compare } = new Intl.Collator(language, { numeric: true })
  return subjects
    .filter(({ merged }) => !merged)
    .map((subject) => ({ subject, attendance: attendanceOf(subject, photographed.get(subject.uuid) ?? null) }))
    .sort(
      ({ subject: one }, { subject: other }) =>
        compare(one.group, other.group) || compare(one.name, other.name) || compare(one.key, other.key),
    )
}

/** Notes that a person was not there, or is to be photographed again; `expected` removes the note. Returns null if nothing changed. */
export function markAttendance(
  app: App,
  job: JobKey,
  uuid: string,
  { is, by }: { is: 'expected' | 'absent' | 'retake'; by: string | null },
): Promise<SubjectChange | null> {
  return changePerson(app, job, uuid, { command: 'mark', by }, ({ attendance }) => {
    if (is === 'expected') return { attendance: null }
    return attendance?.is === is ? null : { attendance: { is, at: app.clock(), by } }
  })
}
