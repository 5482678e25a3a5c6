import type { RetakeDecision } from '@portraitkit/core/retakes/contract.ts'
import type { App } from '../../platform/app.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection, Feature } from '../../platform/feature.ts'
import type { MergeSubjects } from '../../platform/subjectMerge.ts'

/** New pictures of a person, each instead of an earlier one. Families who have bought decide until a day; no decision keeps. */
export type StoredRetake = {
  provider: string
  uuid: string
  jobUuid: string
  /** The uuid of the person. */
  subject: string
  /** Within its job, from 1. */
  number: number
  pictures: RetakenPicture[]
  /** For the photographer's own records. */
  reason: string | null
  /** An operator's name; null if it is unknown. */
  by: string | null
  at: Date
  /** The last day to decide, as the days of a job are stored. */
  until: Date
  /** When its families had been notified for the first time, as far as an email could be queued. */
  announced?: Date
  /** When a server notifies them, or queues again what was dropped; missing if there is nothing left to do. */
  due?: Date
  /** When it was called off: nobody can decide any more, and what was decided stays. */
  calledOff?: Date
}

/** Both by uuid. */
export type RetakenPicture = { before: string; after: string }

/** What a family has decided about one print of an order. */
type StoredDecision = {
  _id: string
  provider: string
  retake: string
  order: string
  /** The key of the print. */
  line: string
  decision: RetakeDecision
  at: Date
}

export const retakeCollections: Collection[] = [
  {
    name: 'retakes',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, uuid: 1 }, options: { unique: true } },
      { key: { provider: 1, jobUuid: 1, number: 1 }, options: { unique: true } },
      { key: { provider: 1, subject: 1 } },
      { key: { provider: 1, due: 1 } },
    ],
  },
  { name: 'retakeDecisions', isImpersonal: true, indexes: [{ key: { provider: 1, retake: 1 } }] },
]

export const retakesOf = (app: App, provider: string) => providerCollection<StoredRetake>(app, 'retakes', provider)
const decisionsOf = (app: App, provider: string) => providerCollection<StoredDecision>(app, 'retakeDecisions', provider)

/** The decisions about some retakes. */
export async function findDecisions(app: App, provider: string, retakes: readonly string[]): Promise<StoredDecision[]> {
  if (retakes.length === 0) return []
  return decisionsOf(app, provider)
    .find({ retake: { $in: [...retakes] } })
    .toArray()
}

/** Stores the latest decision about a print. */
export async function saveDecision(
  app: App,
  provider: string,
  { retake, order, line, decision }: Omit<StoredDecision, '_id' | 'provider' | 'at'>,
): Promise<void> {
  const _id = `${retake} ${order} ${line}`
  await decisionsOf(app, provider).updateOne(
    { _id },
    { $set: { retake, order, line, decision, at: app.clock() } },
    { upsert: true },
  )
}

/** The retakes of deleted subjects, and what was decided about them: what is ordered stays as it was last confirmed. */
export const forgetRetakes: NonNullable<Feature['forgetSubjects']> = async (app, { key }, { subjects }) => {
  const deleted = { subject: { $in: [...subjects] } }
  const retakes = await retakesOf(app, key)
    .find(deleted, { projection: { uuid: 1 } })
    .toArray()
  await decisionsOf(app, key).deleteMany({ retake: { $in: retakes.map(({ uuid }) => uuid) } })
  const { deletedCount } = await retakesOf(app, key).deleteMany(deleted)
  return [{ what: 'retake', count: deletedCount }]
}

/** The retakes of one subject are of the other one: their families decide. */
export const mergeRetakes: MergeSubjects = {
  async merge(app, { key }, { job, from, into }, record) {
    const retakes = await retakesOf(app, key).find({ jobUuid: job, subject: from }).toArray()
    if (retakes.length > 0) await record(retakes.map(({ uuid }) => uuid))
    await retakesOf(app, key).updateMany({ jobUuid: job, subject: from }, { $set: { subject: into } })
  },
  async separate(app, { key }, { from, into }, moved) {
    const retaken = { uuid: { $in: [...moved] }, subject: into }
    await retakesOf(app, key).updateMany(retaken, { $set: { subject: from } })
  },
}
