import { isEmail } from '@portraitkit/core/account/email.ts'
import type { Filter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import { type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead, type SharedRead } from '../../platform/db/sharedRead.ts'
import { createShortCache, type ShortCache } from '../../platform/db/shortCache.ts'
import type { Collection } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { type JobDays, startOfDay } from './days.ts'
import { type DeliveredPicture, deliverTo, type Picture } from './picture.ts'

/** One shoot of a provider. Its document contains nothing about any customer. */
export type Job = JobDays & {
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
  /** When the last of its files was deleted. */
  picturesDeleted?: Date
  /** While false, the pictures are withheld: the customer sees that they are not ready yet. */
  published: boolean
  hasBeenInWebShop: boolean
  requireFineTunedPictures: boolean
  isArchived: boolean
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

/** The families of a job are notified that its pictures are ready, and reminded later. Contains no personal data. */
export type Announcement = {
  /** The start of the reminder periods. */
  published: Date
  /** Whether every family was notified. */
  told: boolean
  /** Reminders up to this time have been dealt with. */
  checked: Date
  /** When it is processed next; while a process is doing so, when that process counts as dead. Null: nothing is left to do. */
  due: Date | null
}

/** The number of subjects of a job, and of its pictures, a sibling or group picture once. */
export type JobCounts = { subjects: number; pictures: number }

/** The contact addresses for a person; `others` are those of further guardians. */
export type Contact = { email: string | null; others?: string[]; phone: string | null }

/** A person within a job; the uuid is also the picture set's. */
export type Subject = {
  provider: string
  uuid: string
  jobUuid: string
  /** The roster's key, normalised, so that the next import finds the same person. */
  key: string
  name: string
  group: string
  /** From the roster, for sending a lost code again; never shown to a customer. The address is in lower case. */
  contact: Contact
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
      { key: { provider: 1, jobUuid: 1, 'assignment.to': 1 } },
      { key: { provider: 1, 'assignment.subjects.uuid': 1 } },
    ],
  },
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
 * The subjects with these uuids, in the order of the uuids; missing ones are left out. Another process's change shows within a
 * second.
 */
export async function findSubjects(app: App, provider: string, uuids: readonly string[]): Promise<Subject[]> {
  return findCached(subjectCache, readSubjects, app, provider, uuids)
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

/** Offers a package for inspection with a job, or withdraws it. */
export async function offerInspection(
  app: App,
  provider: string,
  uuid: string,
  inspection: NonNullable<Job['inspection']> | null,
): Promise<void> {
  await jobsOf(app, provider).updateOne({ uuid }, { $set: { inspection } })
  forgetDeliveredJobs(app)
}

/** The roster's addresses for a subject; invalid ones are left out. */
export function contactAddresses({ contact }: Pick<Subject, 'contact'>): string[] {
  const { email, others = [] } = contact
  return [...new Set([email ?? '', ...others].map((each) => each.trim().toLowerCase()).filter(isEmail))]
}

/** The subjects for which the roster has this address, in lower case. */
export function contactFilter(email: string): Filter<Subject> {
  return { $or: [{ 'contact.email': email }, { 'contact.others': email }] }
}

/** A subject with its job and all its visible pictures, in display order. */
export type DeliveredSet = { job: Job; subject: Subject; pictures: DeliveredPicture[] }

/** A job with its group pictures: the same for everybody whose child was photographed in it. */
type DeliveredJob = { job: Job | null; groupPictures: Picture[]; deletedFrom: Date | null }

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
      groupPictures: groupPictures.get(`groups ${uuid}`) ?? [],
      deletedFrom: job?.deletion && shop ? startOfDay(job.deletion, shop) : null,
    }
  })
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
 * The delivered pictures of these subjects, in the order of the uuids. Pictures of an unpublished job are withheld, and after
 * the job's deletion there are none. A change of the job or of a picture by another process shows within a second.
 */
export async function findDeliveredSets(app: App, provider: string, uuids: readonly string[]): Promise<DeliveredSet[]> {
  const now = app.clock()
  return setsOf(app, provider, uuids, (job) => !isWithheld(job, now))
}

/** Like `findDeliveredSets`, including withheld pictures: for recognising the customer's own work, never for showing them. */
export function findWithheldSets(app: App, provider: string, uuids: readonly string[]): Promise<DeliveredSet[]> {
  return setsOf(app, provider, uuids, () => true)
}

type SetWithJob = DeliveredJob & { job: Job }

async function setsOf(
  app: App,
  provider: string,
  uuids: readonly string[],
  hasPictures: (job: SetWithJob) => boolean,
): Promise<DeliveredSet[]> {
  const subjects = await findSubjects(app, provider, uuids)
  const known = subjects.map(({ uuid }) => uuid)
  const [own, jobs] = await Promise.all([
    findOwnPictures(app, provider, known),
    Promise.all(subjects.map(({ jobUuid }) => findDeliveredJob(app, provider, jobUuid))),
  ])
  return subjects.flatMap((subject, index) => {
    const { job, ...delivered } = jobs[index] as DeliveredJob
    if (!job) return []
    const pictures = [...(own[index] as Picture[]), ...delivered.groupPictures]
    return [{ job, subject, pictures: hasPictures({ job, ...delivered }) ? deliverTo(subject, pictures) : [] }]
  })
}

function isWithheld({ job, deletedFrom }: SetWithJob, now: Date): boolean {
  return !job.published || (deletedFrom !== null && now >= deletedFrom)
}
