import type { App } from '../../../platform/app.ts'
import { changeFields } from '../../../platform/db/changeFields.ts'
import type { MergeSubjects } from '../../../platform/subjectMerge.ts'
import { findAllSubjects, forgetDeliveredJobs, type Job, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { followMerges } from '../followMerges.ts'
import type { Face, Picture } from '../picture.ts'

/** The uuids of those who are one person with this one, and have nothing of their own any more. */
export async function mergedInto(
  app: App,
  { provider, jobUuid, uuid }: Pick<Subject, 'provider' | 'jobUuid' | 'uuid'>,
): Promise<string[]> {
  const members = await subjectsOf(app, provider)
    .find({ jobUuid }, { projection: { uuid: 1, merged: 1 } })
    .toArray()
  return members
    .filter((each) => each.uuid !== uuid && followMerges(each, members).uuid === uuid)
    .map((each) => each.uuid)
}

/** The uuids of all who are one person with one of these. */
export async function doublesOf(app: App, provider: string, uuids: readonly string[]): Promise<string[]> {
  const subjects = await findAllSubjects(app, provider, uuids)
  return (await Promise.all(subjects.map((subject) => mergedInto(app, subject)))).flat()
}

/** Who is one person with some subjects of a job, by uuid: what is stored about the one, such as an order, is about the other. */
export async function findDoubles(
  app: App,
  { provider, uuid: jobUuid }: Pick<Job, 'provider' | 'uuid'>,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const members = await subjectsOf(app, provider)
    .find({ jobUuid }, { projection: { uuid: 1, merged: 1 } })
    .toArray()
  const doubles = members.filter(({ merged }) => merged)
  const persons = doubles.map((each) => [each.uuid, followMerges(each, members).uuid] as const)
  return new Map(persons.filter(([, person]) => uuids.includes(person)))
}

/** Tells whom each subject of a job is one person with, except those who are being separated. */
export async function findPersons(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  separated: readonly string[],
): Promise<(uuid: string) => string> {
  const members = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid, merged: { $ne: null } }, { projection: { uuid: 1, merged: 1 } })
    .toArray()
  const into = new Map(members.map(({ uuid, merged }) => [uuid, merged?.into]))
  const personOf = (uuid: string): string => {
    const next = separated.includes(uuid) ? undefined : into.get(uuid)
    return next === undefined ? uuid : personOf(next)
  }
  return personOf
}

/** Tells whom each of these subjects, of any job, is one person with: themselves if with nobody. */
export async function findPersonsOf(
  app: App,
  provider: string,
  uuids: readonly string[],
): Promise<(uuid: string) => string> {
  if (uuids.length === 0) return (uuid) => uuid
  const doubles = await subjectsOf(app, provider)
    .find({ uuid: { $in: [...new Set(uuids)] }, merged: { $ne: null } }, { projection: { uuid: 1, jobUuid: 1 } })
    .toArray()
  const persons = await Promise.all(
    doubles.map(async ({ uuid, jobUuid }) => {
      const personOf = await findPersons(app, { provider, uuid: jobUuid }, [])
      return [uuid, personOf(uuid)] as const
    }),
  )
  const byUuid = new Map(persons)
  return (uuid) => byUuid.get(uuid) ?? uuid
}

type Faces = Pick<Picture, 'faces'>

/** Known faces of a person. Their pictures are moved by the history, which can undo it. */
export const mergeFaces: MergeSubjects = {
  async merge(app, { key }, { job, from, into }, record) {
    const pictures = await picturesOf(app, key)
      .find({ jobUuid: job }, { projection: { uuid: 1, faces: 1 } })
      .toArray()
    for (const { uuid } of pictures.filter(({ faces }) => faces.some(({ subject }) => subject === from))) {
      await changeFields<Picture, Faces>(
        picturesOf(app, key),
        { uuid, jobUuid: job },
        ({ faces }) => ({ faces: faces.map((face) => (face.subject === from ? { ...face, subject: into } : face)) }),
        ({ before }) => record([`${uuid} ${placesOf(before.faces ?? [], from).join(' ')}`]),
      )
    }
    forgetDeliveredJobs(app)
  },

  async separate(app, { key }, { job, from, into }, moved) {
    for (const [uuid = '', ...places] of moved.map((each) => each.split(' '))) {
      await changeFields<Picture, Faces>(picturesOf(app, key), { uuid, jobUuid: job }, ({ faces }) => ({
        faces: faces.map((face, at) =>
          places.includes(String(at)) && face.subject === into ? { ...face, subject: from } : face,
        ),
      }))
    }
    forgetDeliveredJobs(app)
  },
}

const placesOf = (faces: readonly Face[], subject: string): number[] =>
  faces.flatMap((face, at) => (face.subject === subject ? [at] : []))
