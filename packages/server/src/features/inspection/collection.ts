import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import { rangeList } from '../../platform/db/rangeList.ts'
import type { Collection, Feature } from '../../platform/feature.ts'
import type { MergeSubjects } from '../../platform/subjectMerge.ts'
import { names, price } from '../products/document.ts'

/** A package of printed pictures that a photographer sends home for inspection, as the provider writes it. */
export const inspectionDocument = () =>
  z.strictObject({
    /** The key by which a job refers to it. */
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/),
    names: names(),
    /** Its contents, and how to return it. */
    descriptions: names(),
    /** The price, due only if it is kept. */
    price: price(),
    daysToReturn: z.int().min(1).max(365),
  })
export type InspectionDocument = z.infer<ReturnType<typeof inspectionDocument>>

export const inspectionPackages = rangeList<InspectionDocument>('inspectionPackages', 'key')

/** The exact terms that somebody has agreed to. */
export type Agreement = {
  customer: string
  at: Date
  terms: string
  language: string
  name: string
  description: string
  price: number
  currency: string
  daysToReturn: number
}

/** The state of a subject's package: there is one, whichever guardian has agreed. */
export type Inspection = {
  /** Provider and subject. */
  _id: string
  provider: string
  subject: string
  job: string
  enabled: boolean
  /** Who changed it last, and when. */
  customer: string
  at: Date
  /** The last agreement; kept when it is cancelled. */
  agreed: Agreement
}

export const inspectionCollections: Collection[] = [
  ...inspectionPackages.collections,
  {
    name: 'inspections',
    indexes: [
      { key: { provider: 1, subject: 1 }, options: { unique: true } },
      { key: { provider: 1, job: 1 } },
      { key: { provider: 1, customer: 1 } },
      { key: { provider: 1, 'agreed.customer': 1 } },
    ],
  },
]

const inspectionsOf = (app: App, provider: string) => providerCollection<Inspection>(app, 'inspections', provider)

export async function findInspections(app: App, provider: string, subjects: readonly string[]): Promise<Inspection[]> {
  return inspectionsOf(app, provider)
    .find({ subject: { $in: [...subjects] } })
    .toArray()
}

/** The agreements about deleted subjects. */
export const forgetInspections: NonNullable<Feature['forgetSubjects']> = async (app, { key }, { subjects }) => {
  const { deletedCount } = await inspectionsOf(app, key).deleteMany({ subject: { $in: [...subjects] } })
  return [{ what: 'agreement to an inspection', count: deletedCount }]
}

/** All packages of a job that were agreed to and not cancelled. */
export async function agreedInspections(app: App, provider: string, job: string): Promise<Inspection[]> {
  return inspectionsOf(app, provider).find({ job, enabled: true }).toArray()
}

/** Stores an agreement. */
export async function saveAgreement(
  app: App,
  provider: string,
  { subject, job }: Pick<Inspection, 'subject' | 'job'>,
  agreed: Agreement,
): Promise<void> {
  const { customer, at } = agreed
  const agreement = { subject, job, enabled: true, customer, at, agreed }
  await inspectionsOf(app, provider).updateOne({ _id: `${provider} ${subject}` }, { $set: agreement }, { upsert: true })
}

/** Cancels an agreement; the terms that were agreed to are kept. */
export async function saveCancellation(
  app: App,
  provider: string,
  subject: string,
  cancellation: Pick<Inspection, 'customer' | 'at'>,
): Promise<void> {
  await inspectionsOf(app, provider).updateOne({ subject }, { $set: { ...cancellation, enabled: false } })
}

/** There is one package for one person: the agreement for one subject is for the other one if that has none. */
export const mergeInspections: MergeSubjects = {
  async merge(app, { key }, { from, into }, record) {
    const [known] = await findInspections(app, key, [into])
    const [agreement] = await findInspections(app, key, [from])
    if (known || !agreement) return
    await record([into])
    const { _id: _, provider: _key, ...fields } = agreement
    const copy = { ...fields, subject: into }
    await inspectionsOf(app, key).updateOne({ _id: `${key} ${into}` }, { $setOnInsert: copy }, { upsert: true })
  },
  async separate(app, { key }, { from }, [into]) {
    if (into === undefined) return
    const [agreement] = await findInspections(app, key, [from])
    // one that was changed since is about whoever is left
    if (agreement) await inspectionsOf(app, key).deleteOne({ subject: into, at: agreement.at })
  },
}
