import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection } from '../../platform/feature.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import type { ColumnMapping } from '../jobs/roster/columnsOption.ts'
import { fold } from '../jobs/roster.ts'

/** A school or club that a shop photographs, over the years. Its contact is the school's, not a customer. */
export type School = SchoolDetails & {
  provider: string
  uuid: string
  /** The name as it is compared. */
  key: string
  created: Date
  /** What the columns of its rosters contain, as named by hand for an earlier one. */
  columns?: ColumnMapping
}

/** What a photographer knows about a school. Only the name is required. */
export type SchoolDetails = {
  name: string
  address: { street: string; postalCode: string; city: string }
  contact: { name: string; email: string; phone: string }
}

/** Another school of the shop has this name. */
export class SchoolNameTaken extends Error {
  override name = 'SchoolNameTaken'
}

export const schoolCollections: Collection[] = [
  {
    name: 'schools',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, key: 1 }, options: { unique: true } },
      { key: { provider: 1, uuid: 1 }, options: { unique: true } },
    ],
  },
]

export const schoolsOf = (app: App, provider: string) => providerCollection<School>(app, 'schools', provider)

/** Spaces, case and the Unicode form of a name do not make another school. */
const keyOf = (name: string) => fold(name).trim().replaceAll(/\s+/g, ' ')

/** Adds a school. Throws SchoolNameTaken. */
export async function addSchool(app: App, provider: string, details: SchoolDetails): Promise<School> {
  const school = { ...details, uuid: randomUUID(), key: keyOf(details.name), created: app.clock() }
  await refuseTaken(details.name, schoolsOf(app, provider).insertOne(school))
  return { ...school, provider }
}

/** Changes what is known about a school. Throws SchoolNameTaken, and then changes nothing. */
export async function changeSchool(app: App, { provider, uuid }: School, details: SchoolDetails): Promise<void> {
  const changes = { ...details, key: keyOf(details.name) }
  await refuseTaken(details.name, schoolsOf(app, provider).updateOne({ uuid }, { $set: changes }))
}

async function refuseTaken(name: string, write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (isDuplicate(error)) throw new SchoolNameTaken(`There is a school "${name}" already`, { cause: error })
    throw error
  }
}

/** The school with this uuid, or else with this name, ignoring case and spaces; null if there is none. */
export async function findSchool(app: App, provider: string, name: string): Promise<School | null> {
  const schools = schoolsOf(app, provider)
  return (await schools.findOne({ uuid: name.trim().toLowerCase() })) ?? schools.findOne({ key: keyOf(name) })
}

/** A page of the schools of a shop by name, after the last one of the page before; `search` is a part of the name. */
export async function listSchools(
  app: App,
  provider: string,
  { after, search = '', limit }: { after?: string; search?: string; limit: number },
): Promise<School[]> {
  const schools = await schoolsOf(app, provider)
    .find(after === undefined ? {} : { key: { $gt: keyOf(after) } })
    .sort({ key: 1 })
    .toArray()
  return schools.filter(({ key }) => key.includes(keyOf(search))).slice(0, limit)
}

/** The jobs of a school, the latest year first. */
export async function jobsOfSchool(app: App, { provider, uuid }: School): Promise<Job[]> {
  return jobsOf(app, provider).find({ school: uuid }).sort({ year: -1 }).toArray()
}

/**
 * Remembers what the columns of a school's rosters contain, for the next one; null forgets it. A column that was named by its number is not
 * remembered: the next list may have another one in its place.
 */
export async function rememberColumns(
  app: App,
  { provider, uuid }: Pick<School, 'provider' | 'uuid'>,
  columns: ColumnMapping | null,
): Promise<void> {
  const byHeader = Object.entries(columns ?? {}).filter(([name]) => !/^\d+$/.test(name))
  const change =
    byHeader.length > 0 ? { $set: { columns: Object.fromEntries(byHeader) } } : { $unset: { columns: '' as const } }
  await schoolsOf(app, provider).updateOne({ uuid }, change)
}

/** Removes a school that has no jobs. Returns false, without any change, if it has some. */
export async function removeSchool(app: App, school: School): Promise<boolean> {
  if ((await jobsOfSchool(app, school)).length > 0) return false
  await schoolsOf(app, school.provider).deleteOne({ uuid: school.uuid })
  return true
}
