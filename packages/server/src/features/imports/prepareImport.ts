import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubjects } from '../access/codes.ts'
import { type Job, picturesOf } from '../jobs/collection.ts'
import { findJobByName, listPeople, pictureUuid } from '../jobs/importStore.ts'
import type { Picture } from '../jobs/picture.ts'
import type { Roster } from '../jobs/roster.ts'
import { compareContents, type FileContents } from './fileContents.ts'
import { listFiles, openRoster, type RosterRequest } from './importFolder.ts'
import { PICTURE_FILE, type Plan, planImport } from './importPlan.ts'
import { decidePictures, type KnownPicture } from './pictureQuestions.ts'
import type { Decisions, Question } from './questions.ts'
import { planRoster, type RosterPlan, type StoredPerson } from './rosterPlan.ts'

/** What an import is made of: the folder, the roster and the job. */
export type PlanRequest = RosterRequest & {
  provider: Provider
  /** The name of the job; an import with the same name continues it. */
  job: string
  year?: number
}

/** Everything that an import would do, before it does anything. */
export type PreparedImport = {
  /** Null: it would be created. */
  job: Job | null
  roster: Roster
  /** Everybody whom the job contains. */
  stored: readonly StoredPerson[]
  people: RosterPlan
  plan: Plan
  /** All pictures of the job. */
  pictures: readonly StoredPicture[]
  contents: FileContents
  /** Files whose pictures move to those for whom they are planned. */
  moves: ReadonlySet<string>
  /** All, also those that are decided. */
  questions: Question[]
}

/** What a plan compares of a picture. */
export type StoredPicture = Pick<Picture, 'uuid' | 'hash' | 'bytes' | 'assignment'>

/**
 * Plans an import from its folder, its roster and the job as they are now, and changes nothing. `isExact` hashes all files, and asks about
 * each picture that is somebody else's by now. Throws ImportError if nothing can be done, DecisionError if a decision is impossible.
 */
export async function prepareImport(
  app: App,
  request: PlanRequest,
  decisions: Decisions,
  { isExact }: { isExact: boolean },
): Promise<PreparedImport> {
  const { folder, provider } = request
  const files = await listFiles(folder)
  const roster = await openRoster(request, provider.country, files)
  const job = await findJobByName(app, provider, request.job, request.year)
  const stored = job ? await storedPeople(app, provider, job) : []
  const people = planRoster(roster.rows, stored, decisions)
  const pictures = job ? await storedPictures(app, job) : []
  const pictureFiles = files.filter((file) => PICTURE_FILE.test(file))
  const contents = await compareContents(folder, pictureFiles, pictures, { hashAll: isExact })
  const matched = new Set(people.people.map(({ subject }) => subject))
  const plan = planImport(
    people.people.map(({ row }) => row),
    files,
    {
      stored: stored.filter((person) => !matched.has(person)),
      undecided: people.undecided,
      copies: contents.copies,
      known: contents.known,
      photographed: keysOf(people, pictures),
      decisions,
    },
  )
  const moved =
    isExact && job
      ? decidePictures(knownPictures(job, plan, contents, pictures), { people, stored, decisions })
      : { questions: [], moves: new Set<string>() }
  const questions = [...people.questions, ...plan.questions, ...moved.questions]
  return { job, roster, stored, people, plan, pictures, contents, moves: moved.moves, questions }
}

async function storedPeople(app: App, provider: Provider, job: Job): Promise<StoredPerson[]> {
  const members = await listPeople(app, job)
  const codes = await codesOfSubjects(
    app,
    provider,
    members.map(({ uuid }) => uuid),
  )
  const codesOf = new Map<string, string[]>()
  for (const { code, subjects } of codes) {
    for (const uuid of subjects) codesOf.set(uuid, [...(codesOf.get(uuid) ?? []), code])
  }
  return members.map((member) => ({ ...member, codes: codesOf.get(member.uuid) ?? [] }))
}

async function storedPictures(app: App, job: Job): Promise<StoredPicture[]> {
  const projection = { _id: 0, uuid: 1, hash: 1, bytes: 1, assignment: 1 }
  return picturesOf(app, job.provider).find({ jobUuid: job.uuid }, { projection }).toArray()
}

/** The keys, on the roster, of those of whom the job has a picture of their own. */
function keysOf({ people }: RosterPlan, pictures: readonly StoredPicture[]): Set<string> {
  const uuids = new Set(
    pictures.flatMap(({ assignment }) =>
      assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : [],
    ),
  )
  return new Set(people.flatMap(({ row, subject }) => (subject && uuids.has(subject.uuid) ? [row.key] : [])))
}

/** The planned files of which the job has a picture, with what they are planned for. */
function knownPictures(
  job: Job,
  { photographs }: Plan,
  { hashes, known }: FileContents,
  pictures: readonly StoredPicture[],
): KnownPicture[] {
  const byUuid = new Map(pictures.map((picture) => [picture.uuid, picture]))
  return photographs
    .filter(({ file }) => known.has(file))
    .flatMap((planned) => {
      const uuid = pictureUuid(job, hashes.get(planned.file) as string, planned.pictureType)
      const picture = byUuid.get(uuid)
      return picture ? [{ planned, picture }] : []
    })
}
