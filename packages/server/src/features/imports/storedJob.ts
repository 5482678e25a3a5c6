import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubjects } from '../access/codes.ts'
import { endedCodesOf } from '../access/replaceCodes.ts'
import { type Job, picturesOf } from '../jobs/collection.ts'
import { listPeople } from '../jobs/importStore.ts'
import type { Picture } from '../jobs/picture.ts'
import { listVersionsOfJob } from '../jobs/pictures/pictureVersions.ts'
import { type MergedPerson, splitMerged } from './mergedPeople.ts'
import type { StoredPerson } from './plannedPerson.ts'

/** What a job contains at one moment, as an import compares it. */
export type StoredJob = {
  /** Null: it would be created. */
  job: Job | null
  /** Everybody whom the job contains. */
  stored: readonly StoredPerson[]
  /** The keys under which the job knows some of them besides. */
  merged: readonly MergedPerson[]
  /** All pictures of the job. */
  pictures: readonly StoredPicture[]
  /** The files that replaced pictures of the job have or had, with the uuids of these pictures. */
  versions: readonly StoredPicture[]
}

/** What a plan compares of a picture. */
export type StoredPicture = Pick<
  Picture,
  'uuid' | 'hash' | 'bytes' | 'assignment' | 'fileName' | 'decision' | 'hidden' | 'version'
>

/** Reads what a job contains; of one that does not exist yet, nothing. */
export async function readStoredJob(app: App, provider: Provider, job: Job | null): Promise<StoredJob> {
  if (!job) return { job, stored: [], merged: [], pictures: [], versions: [] }
  const { people: stored, merged } = splitMerged(await storedPeople(app, provider, job))
  const pictures = await storedPictures(app, job)
  return { job, stored, merged, pictures, versions: await storedVersions(app, job, pictures) }
}

async function storedPeople(app: App, provider: Provider, job: Job): Promise<StoredPerson[]> {
  const members = await listPeople(app, job)
  const uuids = members.map(({ uuid }) => uuid)
  // An ended code opens nothing, but a roster that has it still means the same person.
  const [open, ended] = [await codesOfSubjects(app, provider, uuids), await endedCodesOf(app, provider, uuids)]
  const [openOf, allOf] = [codesByPerson(open), codesByPerson([...open, ...ended])]
  return members.map((member) => {
    const { uuid } = member
    return { ...member, codes: allOf.get(uuid) ?? [], openCodes: openOf.get(uuid) ?? [] }
  })
}

function codesByPerson(codes: ReadonlyArray<{ code: string; subjects: readonly string[] }>): Map<string, string[]> {
  const byPerson = new Map<string, string[]>()
  for (const { code, subjects } of codes) {
    for (const uuid of subjects) byPerson.set(uuid, [...(byPerson.get(uuid) ?? []), code])
  }
  return byPerson
}

async function storedPictures(app: App, job: Job): Promise<StoredPicture[]> {
  const ofState = { assignment: 1, decision: 1, hidden: 1, version: 1 }
  const projection = { _id: 0, uuid: 1, hash: 1, bytes: 1, fileName: 1, ...ofState }
  return picturesOf(app, job.provider).find({ jobUuid: job.uuid }, { projection }).toArray()
}

async function storedVersions(app: App, job: Job, pictures: readonly StoredPicture[]): Promise<StoredPicture[]> {
  const byUuid = new Map(pictures.map((picture) => [picture.uuid, picture]))
  const versions = await listVersionsOfJob(app, job)
  return versions.flatMap(({ picture: uuid, hash, bytes }) => {
    const picture = byUuid.get(uuid)
    return picture ? [{ ...picture, hash, bytes }] : []
  })
}
