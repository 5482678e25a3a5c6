import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { saveCode } from '../features/access/codes.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../features/jobs/collection.ts'
import type { DeliveredPicture } from '../features/jobs/picture.ts'
import { reminderRun } from '../features/reminders/sendReminders.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'
import { aStoredPicture } from './givePictures.ts'
import type { TestServer } from './testServer.ts'

export type Child = {
  name: string
  email?: string | null
  group?: string
  code?: string
  /** False for a child who was absent. */
  photographed?: boolean
}

export type BuiltJob = {
  job: Job
  subjects: Subject[]
  /** The first code of each child. */
  codes: string[]
}

/** An unpublished job with these children and their codes; their pictures have entries but no files. */
export async function buildJob(
  app: App,
  provider: Provider,
  children: readonly Child[],
  change: Partial<Job> = {},
): Promise<BuiltJob> {
  const job: Job = {
    provider: provider.key,
    uuid: randomUUID(),
    name: `Job ${randomUUID().slice(0, 8)}`,
    jobType: { uuid: randomUUID(), name: 'school' },
    photographer: { uuid: randomUUID(), name: 'A photographer' },
    year: 2026,
    creationTime: app.clock(),
    orderBy: null,
    freeDeliveryUntil: null,
    deletion: null,
    published: false,
    hasBeenInWebShop: false,
    requireFineTunedPictures: true,
    isArchived: false,
    ...change,
  }
  await jobsOf(app, provider.key).insertOne(job)
  const subjects = children.map(
    ({ name, email = null, group = '4B' }, index): Subject => ({
      provider: provider.key,
      uuid: randomUUID(),
      jobUuid: job.uuid,
      key: String(index),
      name,
      group,
      contact: { email, phone: null },
    }),
  )
  await subjectsOf(app, provider.key).insertMany(subjects)
  const photographed = subjects.filter((_subject, index) => children[index]?.photographed ?? true)
  for (const subject of photographed) {
    const target = { to: 'subjects' as const, subjects: [{ uuid: subject.uuid, isCover: false }] }
    await picturesOf(app, provider.key).insertOne(aStoredPicture(subject, aPicture(), target))
  }
  const codes = children.map(({ code }) => code ?? `CODE${randomUUID().slice(0, 8).toUpperCase()}`)
  for (const code of new Set(codes)) {
    const opened = subjects.filter((_subject, index) => codes[index] === code).map(({ uuid }) => uuid)
    await saveCode(app, provider, { code, subjects: opened })
  }
  return { job, subjects, codes }
}

function aPicture(): DeliveredPicture {
  return {
    uuid: randomUUID(),
    hash: randomUUID(),
    fileName: '1.jpg',
    format: 'jpeg',
    working: 'jpeg',
    bytes: 1,
    width: 1040,
    height: 1300,
    pictureType: 'IP',
    groupPicture: false,
    greenscreen: false,
    keywords: [],
    placeholder: '',
    faces: [],
  }
}

/** Sends the due reminders to all families. The server does that by itself too, and may have started on a job just before. */
export async function remindNow(server: TestServer): Promise<void> {
  const now = server.app.clock()
  for (let run = 0; run < 2; run++) await reminderRun.run(server.app)
  await awaitJobChecks(server, now)
}

/** Every published job that is due for a check has been checked since then. */
export async function awaitJobChecks({ app, provider }: TestServer, since: Date): Promise<void> {
  const waiting = { 'announcement.due': { $ne: null }, 'announcement.checked': { $lt: since } }
  const count = () => jobsOf(app, provider.key).count({ announcement: { $exists: true }, ...waiting })
  await expect.poll(count, { timeout: 30_000 }).toBe(0)
}
