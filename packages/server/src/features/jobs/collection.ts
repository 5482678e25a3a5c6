import { isEmail } from '@portraitkit/core/account/email.ts'
import { byTypeAndName, type FaceRectangle, type PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { Filter } from 'mongodb'
import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'
import type { App } from '../../platform/app.ts'
import { createFresh } from '../../platform/db/fresh.ts'
import { ofProvider } from '../../platform/db/ofProvider.ts'
import type { Collection } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { isDeleted, type JobDays, startOfDay } from './days.ts'

/** One shoot of a provider's. Its document holds nothing of any customer. */
export type Job = JobDays & {
  provider: string
  uuid: string
  name: string
  /** A kind of shoot: products may be limited to pictures of one. */
  jobType: { uuid: string; name: string }
  photographer: { uuid: string; name: string }
  year: number
  creationTime: Date
  /** When the last of its files was deleted. */
  picturesDeleted?: Date
  /** While false the pictures are kept back: the customer sees that they are not ready yet. */
  published: boolean
  hasBeenInWebShop: boolean
  requireFineTunedPictures: boolean
  isArchived: boolean
  /** Keys of the backgrounds that its cut-outs may stand before, the first by default; all of the shop's where it names none. */
  backgrounds?: string[] | null
  /** A package of printed pictures is sent home to look at, to whose parents say yes by the end of that day. */
  inspection?: { package: string; until: Date } | null
  /** What the families are told of it; not there as long as nobody published the job for them. */
  announcement?: Announcement
}

/** The families of a job hear that its pictures are ready, and are reminded later. Nothing of anybody is in it. */
export type Announcement = {
  /** From when the days of the reminders are counted. */
  published: Date
  /** Whether every family was told. */
  told: boolean
  /** Up to when the reminders have been seen to. */
  checked: Date
  /** When somebody looks after it next; while somebody does, when that one is given up. Null: nothing is left to do. */
  due: Date | null
}

/** Whom to write to about a person; `others` are the addresses of further guardians. */
export type Contact = { email: string | null; others?: string[]; phone: string | null }

/** A person within a job; the uuid is also the picture set's. */
export type Subject = {
  provider: string
  uuid: string
  jobUuid: string
  /** The roster's key, folded, so that the next import finds the same person. */
  key: string
  name: string
  group: string
  /** Of the roster, for sending a lost code again; never shown to a customer. The address in small letters. */
  contact: Contact
  pictures: DeliveredPicture[]
}

/** A picture as delivered. A sibling picture stands, with one uuid, in each of its subjects. */
export type DeliveredPicture = {
  uuid: string
  /** sha256 of the original. */
  hash: string
  fileName: string
  /** Of the original. */
  format: PhotographFormat
  working: 'jpeg' | 'png'
  /** Of the original, in bytes. */
  bytes: number
  /** Upright, in pixels. */
  width: number
  height: number
  pictureType: PictureType
  groupPicture: boolean
  /** It is a cut-out: it came with transparency, or was taken before a green screen. */
  greenscreen: boolean
  keywords: string[]
  placeholder: string
  face?: FaceRectangle
}

/** A group picture: its subjects are those of the job who are in one of the groups, also those who come later. */
export type GroupPicture = DeliveredPicture & { provider: string; jobUuid: string; groups: string[] }

export const jobCollections: Collection[] = [
  {
    name: 'jobs',
    indexes: [
      { key: { provider: 1, uuid: 1 }, options: { unique: true } },
      { key: { provider: 1, name: 1, year: 1 }, options: { unique: true } },
      { key: { provider: 1, 'announcement.due': 1 } },
      { key: { provider: 1, deletion: 1 } },
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
    name: 'groupPictures',
    indexes: [{ key: { provider: 1, uuid: 1 }, options: { unique: true } }, { key: { provider: 1, jobUuid: 1 } }],
  },
]

export const jobsOf = (app: App, provider: string) => ofProvider<Job>(app, 'jobs', provider)
export const subjectsOf = (app: App, provider: string) => ofProvider<Subject>(app, 'subjects', provider)
export const groupPicturesOf = (app: App, provider: string) => ofProvider<GroupPicture>(app, 'groupPictures', provider)

/** The subjects with these uuids, in the order of the uuids; those that are gone are missing. */
export async function findSubjects(app: App, provider: string, uuids: readonly string[]): Promise<Subject[]> {
  const found = await subjectsOf(app, provider)
    .find({ uuid: { $in: [...uuids] } })
    .toArray()
  const byUuid = new Map(found.map((subject) => [subject.uuid, subject]))
  return uuids.flatMap((uuid) => byUuid.get(uuid) ?? [])
}

export async function findJobs(app: App, provider: string, uuids: readonly string[]): Promise<Job[]> {
  return await jobsOf(app, provider)
    .find({ uuid: { $in: [...new Set(uuids)] } })
    .toArray()
}

/** Whether a subject's pictures are shown now: asked of the database, for what must end as soon as they are kept back or deleted. */
export async function isShown(app: App, provider: string, uuid: string): Promise<boolean> {
  const subject = await subjectsOf(app, provider).findOne({ uuid }, { projection: { jobUuid: 1 } })
  if (!subject) return false
  const [job, shop] = await Promise.all([
    jobsOf(app, provider).findOne({ uuid: subject.jobUuid, published: true }, { projection: { deletion: 1 } }),
    findProvider(app, provider),
  ])
  return job !== null && shop !== null && !isDeleted(job, shop, app.clock())
}

/** Offers a package for inspection with a job, or none any more. */
export async function offerInspection(
  app: App,
  provider: string,
  uuid: string,
  inspection: NonNullable<Job['inspection']> | null,
): Promise<void> {
  await jobsOf(app, provider).updateOne({ uuid }, { $set: { inspection } })
  forgetDeliveredJobs(app)
}

/** The addresses that the roster gives for a subject; what no mail can be sent to is none. */
export function contactsOf({ contact }: Pick<Subject, 'contact'>): string[] {
  const { email, others = [] } = contact
  return [...new Set([email ?? '', ...others].map((each) => each.trim().toLowerCase()).filter(isEmail))]
}

/** The subjects for which the roster gives this address, in small letters. */
export function withContact(email: string): Filter<Subject> {
  return { $or: [{ 'contact.email': email }, { 'contact.others': email }] }
}

/** A subject with its job and all pictures it may show, in the order in which they are shown. */
export type DeliveredSet = { job: Job; subject: Subject; pictures: DeliveredPicture[] }

/** A job with its group pictures: the same for everybody whose child was photographed in it. */
type DeliveredJob = { job: Job | null; groupPictures: GroupPicture[]; deletedFrom: Date | null }

/** When a job opens, all its parents come at once: what they share is read once in two seconds. */
const deliveredJobs = createFresh<DeliveredJob>(2000, 500)

function findDeliveredJob(app: App, provider: string, uuid: string): Promise<DeliveredJob> {
  return deliveredJobs.get(app.db, `${provider} ${uuid}`, async () => {
    const [job, groupPictures, shop] = await Promise.all([
      jobsOf(app, provider).findOne({ uuid }),
      groupPicturesOf(app, provider).find({ jobUuid: uuid }).toArray(),
      findProvider(app, provider),
    ])
    return { job, groupPictures, deletedFrom: job?.deletion && shop ? startOfDay(job.deletion, shop) : null }
  })
}

/** After this process has changed a job or a group picture. */
export function forgetDeliveredJobs(app: App): void {
  deliveredJobs.forget(app.db)
}

/**
 * What was delivered for these subjects, in the order of the uuids. Pictures of a job that is not published are kept
 * back, and past the job's deletion there are none. A change of the job or of a group picture by another process shows within two seconds.
 */
export async function findDeliveredSets(app: App, provider: string, uuids: readonly string[]): Promise<DeliveredSet[]> {
  const now = app.clock()
  return setsOf(app, provider, uuids, (delivered, subject) =>
    isKeptBack(delivered, now) ? [] : picturesOf(delivered, subject),
  )
}

/** The same with the pictures that are kept back: to know again what was chosen of them, never to show it. */
export function findKeptBackSets(app: App, provider: string, uuids: readonly string[]): Promise<DeliveredSet[]> {
  return setsOf(app, provider, uuids, picturesOf)
}

type WithJob = DeliveredJob & { job: Job }

async function setsOf(
  app: App,
  provider: string,
  uuids: readonly string[],
  choose: (delivered: WithJob, subject: Subject) => DeliveredPicture[],
): Promise<DeliveredSet[]> {
  const subjects = await findSubjects(app, provider, uuids)
  const jobs = await Promise.all(subjects.map(({ jobUuid }) => findDeliveredJob(app, provider, jobUuid)))
  return subjects.flatMap((subject, index) => {
    const { job, ...delivered } = jobs[index] as DeliveredJob
    return job ? [{ job, subject, pictures: choose({ job, ...delivered }, subject) }] : []
  })
}

function isKeptBack({ job, deletedFrom }: WithJob, now: Date): boolean {
  return !job.published || (deletedFrom !== null && now >= deletedFrom)
}

function picturesOf({ job, groupPictures }: WithJob, subject: Subject): DeliveredPicture[] {
  const ofGroup = groupPictures.filter(({ jobUuid, groups }) => jobUuid === job.uuid && groups.includes(subject.group))
  return [...subject.pictures, ...ofGroup].sort(byTypeAndName)
}
