import type { Filter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import { type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead, type SharedRead } from '../../platform/db/sharedRead.ts'
import { createShortCache, type ShortCache } from '../../platform/db/shortCache.ts'
import type { Collection } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { type JobDays, type JobDeletionMarks, startOfDay } from './days.ts'
import type { Announcement, JobCounts, JobFlags, JobState } from './jobState.ts'
import { type DeliveredPicture, deliverTo, type Picture } from './picture.ts'
import type { SubjectDetails } from './subjectDetails.ts'
import { isHidden, type SubjectRules, type SubjectState } from './subjectState.ts'
import { objectorFilter, type Person, withheldFrom } from './withholding.ts'

/** One shoot of a provider. Its document contains nothing about any customer. */
export type Job = JobDays &
  JobFlags &
  SubjectRules &
  JobDeletionMarks & {
    provider: string
    uuid: string
    name: string
    /** A kind of shoot: products may be limited to pictures of one. */
    jobType: { uuid: string; name: string }
    photographer: { uuid: string; name: string }
    year: number
    /** The uuid of the school that it was for, if that is known. */
    school?: string
    creationTime: Date
    /** Read it with `jobStateOf`. */
    state?: JobState
    /** Keys of the backgrounds for its cut-outs, the default one first; all of the shop's if it names none. */
    backgrounds?: string[] | null
    /** A package of printed pictures is sent home for inspection to families whose parents agree by the end of that day. */
    inspection?: { package: string; until: Date } | null
    /** Raised whenever one of its subjects or pictures was added or removed; see `jobCounts.ts`. */
    contentChanges?: number
    /** The counts at that number of changes. */
    counts?: JobCounts & { changes: number }
    /** The notifications sent to the families; missing until the job is published for them. */
    announcement?: Announcement
  }

/** A person within a job; the uuid is also the picture set's. */
export type Subject = SubjectState &
  SubjectDetails & {
    provider: string
    uuid: string
    jobUuid: string
    /** The roster's key, normalised, so that the next import finds the same person. */
    key: string
    name: string
    group: string
  }

export const jobCollections: Collection[] = [
  {
    name: 'jobs',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, uuid: 1 }, options: { unique: true } },
      { key: { provider: 1, name: 1, year: 1 }, options: { unique: true } },
      { key: { provider: 1, 'announcement.due': 1 } },
      { key: { provider: 1, deletion: 1 } },
      { key: { provider: 1, year: -1 } },
      { key: { provider: 1, school: 1, year: -1 } },
    ],
  },
  {
    name: 'subjects',
    indexes: [
      { key: { provider: 1, uuid: 1 }, options: { unique: true } },
      { key: { provider: 1, jobUuid: 1, key: 1 }, options: { unique: true } },
      { key: { provider: 1, 'contact.email': 1 } },
      { key: { provider: 1, 'contact.others': 1 } },
    ],
  },
  {
    name: 'pictures',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, uuid: 1 }, options: { unique: true } },
      { key: { provider: 1, jobUuid: 1, 'assignment.to': 1, uuid: 1 } },
      { key: { provider: 1, jobUuid: 1, uuid: 1 } },
      { key: { provider: 1, 'assignment.subjects.uuid': 1 } },
    ],
  },
  { name: 'unfinishedPictures', isImpersonal: true, indexes: [{ key: { provider: 1, jobUuid: 1 } }] },
  // Of version 0.1; migration 1 empties it.
  {
    name: 'groupPictures',
    isImpersonal: true,
    indexes: [{ key: { provider: 1, uuid: 1 }, options: { unique: true } }],
  },
]

export const jobsOf = (app: App, provider: string) => providerCollection<Job>(app, 'jobs', provider)
export const subjectsOf = (app: App, provider: string) => providerCollection<Subject>(app, 'subjects', provider)
export const picturesOf = (app: App, provider: string) => providerCollection<Picture>(app, 'pictures', provider)

/**
 * The subjects with these uuids that families may see, in the order of the uuids; missing and withdrawn ones are left out. Another
 * process's change shows within a second.
 */
export async function findSubjects(app: App, provider: string, uuids: readonly string[]): Promise<Subject[]> {
  return (await findAllSubjects(app, provider, uuids)).filter(({ withdrawn }) => !withdrawn)
}

/** Like `findSubjects`, with the withdrawn ones: for operators and about past orders, never for showing them to a family. */
export function findAllSubjects(app: App, provider: string, uuids: readonly string[]): Promise<Subject[]> {
  return findCached(subjectCache, readSubjects, app, provider, uuids)
}

/** These uuids without those of withdrawn subjects: what a grant, a code or a share still opens. */
export async function withoutWithdrawn(app: App, provider: string, uuids: readonly string[]): Promise<string[]> {
  const subjects = await findAllSubjects(app, provider, uuids)
  const withdrawn = new Set(subjects.flatMap((subject) => (subject.withdrawn ? [subject.uuid] : [])))
  return uuids.filter((uuid) => !withdrawn.has(uuid))
}

/** The jobs with these uuids, each once, as they are now. */
export async function findJobs(app: App, provider: string, uuids: readonly string[]): Promise<Job[]> {
  return findCached(jobCache, readJobs, app, provider, [...new Set(uuids)])
}

/** A child's name and pictures are needed by nearly every call of its parents. */
const subjectCache = createShortCache<Subject>(1000, 2000)
/** What a job sells follows from it, so that only the parts of one call share it. */
const jobCache = createShortCache<Job>(0, 500)

const readSubjects = createSharedRead(readByUuid(subjectsOf))
const readJobs = createSharedRead(readByUuid(jobsOf))

function readByUuid<D extends { uuid: string }>(collectionOf: (app: App, provider: string) => ProviderCollection<D>) {
  return async (app: App, provider: string, uuids: string[]): Promise<Map<string, D>> => {
    const filter = { uuid: { $in: uuids } } as Filter<D>
    const documents = await collectionOf(app, provider).find(filter).toArray()
    return new Map(documents.map((document) => [document.uuid, document as D]))
  }
}

async function findCached<D>(
  cache: ShortCache<D>,
  readDocuments: SharedRead<D>,
  app: App,
  provider: string,
  uuids: readonly string[],
): Promise<D[]> {
  const keyOf = (uuid: string) => `${provider} ${uuid}`
  const found = await cache.getMany(app.db, uuids.map(keyOf), async (keys) => {
    const missing = keys.map((key) => key.slice(provider.length + 1))
    const documents = await readDocuments(app, provider, missing)
    return new Map([...documents].map(([uuid, document]) => [keyOf(uuid), document]))
  })
  return uuids.flatMap((uuid) => found.get(keyOf(uuid)) ?? [])
}

/** A subject with its job and all its visible pictures, in display order. */
export type DeliveredSet = { job: Job; subject: Subject; pictures: DeliveredPicture[] }

/** A set with everything of it that somebody may have bought. */
export type PurchasedSet = DeliveredSet & {
  /** The pictures that are withheld now, by uuid, and since when; null if that is unknown. */
  withheld: ReadonlyMap<string, Date | null>
}

/** A job with its group pictures, and those who may object to a picture: the same for everybody who was photographed in it. */
type DeliveredJob = { job: Job | null; groupPictures: Picture[]; objectors: Person[]; deletedFrom: Date | null }

/**
 * When a job opens, all its parents come at once: their shared data is read once in a second. Not longer, because it says who may
 * see a group picture.
 */
const deliveredJobs = createShortCache<DeliveredJob>(1000, 500)
/** A subject's own pictures: whoever lost one must not see it for more than a second. */
const ownPictures = createShortCache<Picture[]>(1000, 2000)

function findDeliveredJob(app: App, provider: string, uuid: string): Promise<DeliveredJob> {
  return deliveredJobs.get(app.db, `${provider} ${uuid}`, async () => {
    const [jobs, groupPictures, shop] = await Promise.all([
      readJobs(app, provider, [uuid]),
      readPictures(app, provider, [`groups ${uuid}`]),
      findProvider(app, provider),
    ])
    const job = jobs.get(uuid) ?? null
    return {
      job,
      objectors: job ? await findObjectors(app, job) : [],
      groupPictures: groupPictures.get(`groups ${uuid}`) ?? [],
      deletedFrom: job?.deletion && shop ? startOfDay(job.deletion, shop) : null,
    }
  })
}

/** Those of a job who may object to a picture, as they are now. */
export async function findObjectors(app: App, job: Pick<Job, 'provider' | 'uuid'> & SubjectRules): Promise<Person[]> {
  const filter = objectorFilter(job) as Filter<Subject> | null
  if (!filter) return []
  const projection = { uuid: 1, group: 1, withdrawn: 1, consent: 1, merged: 1, earlierGroups: 1 }
  return await subjectsOf(app, job.provider).find(filter, { projection }).toArray()
}

/**
 * The pictures assigned to a subject (`subject <uuid>`), or to any groups of a job (`groups <uuid>`): one command reads both for
 * all calls of a turn.
 */
const readPictures = createSharedRead(async (app, provider, keys) => {
  const uuidsOf = (kind: string) => keys.flatMap((key) => (key.startsWith(kind) ? [key.slice(kind.length + 1)] : []))
  const [subjects, jobs] = [new Set(uuidsOf('subject')), uuidsOf('groups')]
  const pictures = await picturesOf(app, provider)
    .find({
      $or: [
        ...(subjects.size > 0 ? [{ 'assignment.subjects.uuid': { $in: [...subjects] } }] : []),
        ...(jobs.length > 0 ? [{ jobUuid: { $in: jobs }, 'assignment.to': 'groups' as const }] : []),
      ],
    })
    .toArray()
  const found = new Map<string, Picture[]>(keys.map((key) => [key, []]))
  for (const picture of pictures) {
    const { assignment, jobUuid } = picture
    if (assignment.to === 'groups') found.get(`groups ${jobUuid}`)?.push(picture)
    if (assignment.to !== 'subjects') continue
    for (const { uuid } of assignment.subjects) found.get(`subject ${uuid}`)?.push(picture)
  }
  return found
})

/** The pictures of each of these subjects alone, without those of their groups. */
export async function findOwnPictures(app: App, provider: string, subjects: readonly string[]): Promise<Picture[][]> {
  const keyOf = (uuid: string) => `${provider} ${uuid}`
  const found = await ownPictures.getMany(app.db, subjects.map(keyOf), async (keys) => {
    const uuids = keys.map((key) => key.slice(provider.length + 1))
    const read = await readPictures(
      app,
      provider,
      uuids.map((uuid) => `subject ${uuid}`),
    )
    return new Map(uuids.map((uuid) => [keyOf(uuid), read.get(`subject ${uuid}`) ?? []]))
  })
  return subjects.map((uuid) => found.get(keyOf(uuid)) ?? [])
}

/** Must be called after this process has changed a job, a subject or a picture. */
export function forgetDeliveredJobs(app: App): void {
  for (const cache of [deliveredJobs, ownPictures, jobCache, subjectCache]) cache.forget(app.db)
}

/**
 * The delivered pictures of these subjects, in the order of the uuids; withdrawn subjects are left out. Pictures of an unpublished
 * job, group or subject are withheld, and so are those that somebody in them objects to; after the job's deletion there are none. A
 * change by another process shows within a second.
 */
export async function findDeliveredSets(app: App, provider: string, uuids: readonly string[]): Promise<DeliveredSet[]> {
  const sets = await findPurchasedSets(app, provider, uuids)
  return sets
    .filter(({ subject }) => !subject.withdrawn)
    .map(({ withheld, pictures, ...set }) => ({ ...set, pictures: pictures.filter(({ uuid }) => !withheld.has(uuid)) }))
}

/**
 * Like `findDeliveredSets`, including withdrawn subjects and pictures that somebody objects to: only for showing customers what
 * they have bought.
 */
export async function findPurchasedSets(app: App, provider: string, uuids: readonly string[]): Promise<PurchasedSet[]> {
  const now = app.clock()
  const sets = await setsOf(app, provider, uuids)
  return sets.map(({ subject, pictures, objectors, ...of }) => ({
    job: of.job,
    subject,
    pictures: isWithheld(subject, of, now) ? [] : deliverTo(subject, pictures),
    withheld: withheldFrom(subject, pictures, objectors, of.job),
  }))
}

/** Like `findDeliveredSets`, including everything withheld: for recognising the customer's own work, never for showing it. */
export async function findWithheldSets(app: App, provider: string, uuids: readonly string[]): Promise<DeliveredSet[]> {
  const sets = await setsOf(app, provider, uuids)
  return sets.map(({ job, subject, pictures }) => ({ job, subject, pictures: deliverTo(subject, pictures) }))
}

type SetWithJob = Omit<DeliveredJob, 'groupPictures'> & { job: Job; subject: Subject; pictures: Picture[] }

/** Everything that is assigned to these subjects, and more of their jobs' group pictures. */
async function setsOf(app: App, provider: string, uuids: readonly string[]): Promise<SetWithJob[]> {
  const subjects = await findAllSubjects(app, provider, uuids)
  const known = subjects.map(({ uuid }) => uuid)
  const [own, jobs] = await Promise.all([
    findOwnPictures(app, provider, known),
    Promise.all(subjects.map(({ jobUuid }) => findDeliveredJob(app, provider, jobUuid))),
  ])
  return subjects.flatMap((subject, index) => {
    const { job, groupPictures, ...of } = jobs[index] as DeliveredJob
    return job ? [{ ...of, job, subject, pictures: [...(own[index] as Picture[]), ...groupPictures] }] : []
  })
}

function isWithheld(subject: Subject, { job, deletedFrom }: Pick<SetWithJob, 'job' | 'deletedFrom'>, now: Date) {
  return !job.published || isHidden(subject, job) || (deletedFrom !== null && now >= deletedFrom)
}
