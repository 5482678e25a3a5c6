import { FAVORITE, type FaceRectangle } from '@portraitkit/core/jobs/picture.ts'
import type { AnyBulkWriteOperation } from 'mongodb'
import type { App } from '../../platform/app.ts'
import type { Migration } from '../../platform/migrations/migration.ts'
import { listProviderEntries } from '../../platform/provider/collection.ts'
import type { Job, Subject } from './collection.ts'
import { jobStateOf } from './jobState.ts'
import type { DeliveredPicture, Picture } from './picture.ts'

/** A picture as version 0.1 stored it: within its subject, a sibling picture in each of them. */
type OldPicture = Omit<DeliveredPicture, 'faces' | 'groups'> & { face?: FaceRectangle }
type OldSubject = Subject & { pictures?: OldPicture[] }
type OldGroupPicture = OldPicture & { provider: string; jobUuid: string; groups: string[] }

/** Where the next step continues: after this uuid of a shop's subjects or, when these are done, of its group pictures. */
type Place = { shop: string; list: 'subjects' | 'groupPictures'; after: string }

/** Subjects of one step, each with some ten pictures. */
const BATCH_SIZE = 200

/**
 * Moves the pictures out of their subjects, and the group pictures, into one collection. Exclusive, because a server without it
 * reads and writes them in the old place: what it imported meanwhile would be lost, and its families would see nothing.
 */
export const createPictureMigration = (batchSize = BATCH_SIZE): Migration => ({
  number: 1,
  about: 'gives pictures a collection of their own',
  kind: { name: 'exclusive' },
  async step(app, cursor) {
    const shops = (await listProviderEntries(app)).map(({ key }) => key).toSorted()
    let place: Place | null = cursor === null ? firstPlace(shops[0]) : JSON.parse(cursor)
    while (place) {
      const after = await move[place.list](app, place, batchSize)
      if (after !== null) return JSON.stringify({ ...place, after })
      place = nextPlace(place, shops)
    }
    return null
  },
})

/** Jobs of one step. */
const JOB_BATCH_SIZE = 500

/**
 * Stores how far each job is as a word. A server without it still writes the flags alone, which `jobStateOf` trusts if the two
 * contradict each other.
 */
export const createStateMigration = (batchSize = JOB_BATCH_SIZE): Migration => ({
  number: 2,
  about: 'stores the state of a job as a word',
  kind: { name: 'expand' },
  async step(app, cursor) {
    const shops = (await listProviderEntries(app)).map(({ key }) => key).toSorted()
    const [shop = shops[0], after = ''] = cursor === null ? [] : (JSON.parse(cursor) as [string, string])
    if (shop === undefined) return null
    const jobs = await app.db
      .collection<Job>('jobs')
      .find({ provider: shop, uuid: { $gt: after } })
      .sort({ uuid: 1 })
      .limit(batchSize)
      .toArray()
    const updates = jobs.map((job): AnyBulkWriteOperation<Job> => {
      const filter = { provider: shop, uuid: job.uuid, state: { $exists: false } }
      return { updateOne: { filter, update: { $set: { state: jobStateOf(job) } } } }
    })
    if (updates.length > 0) await app.db.collection<Job>('jobs').bulkWrite(updates, { ordered: false })
    const last = jobs.at(-1)
    if (last) return JSON.stringify([shop, last.uuid])
    const next = shops.find((other) => other > shop)
    return next === undefined ? null : JSON.stringify([next, ''])
  },
})

export const jobMigrations: readonly Migration[] = [createPictureMigration(), createStateMigration()]

function firstPlace(shop: string | undefined): Place | null {
  return shop === undefined ? null : { shop, list: 'subjects', after: '' }
}

function nextPlace({ shop, list }: Place, shops: readonly string[]): Place | null {
  if (list === 'subjects') return { shop, list: 'groupPictures', after: '' }
  return firstPlace(shops.find((other) => other > shop))
}

/** Moves the next ones of a list and returns the uuid of the last one; null if there are none. */
const move = {
  async subjects(app: App, { shop, after }: Place, batchSize: number): Promise<string | null> {
    const subjects = await app.db
      .collection<OldSubject>('subjects')
      .find({ provider: shop, uuid: { $gt: after } })
      .sort({ uuid: 1 })
      .limit(batchSize)
      .toArray()
    const now = app.clock()
    await write(
      app,
      subjects.flatMap(({ uuid, jobUuid, pictures = [] }) =>
        pictures.map((picture) => {
          const own = { uuid, isCover: picture.keywords.includes(FAVORITE) }
          const facts = factsOf(picture, { jobUuid, to: 'subjects', isMarkedCover: false, now })
          return upsertOf(shop, picture.uuid, facts, { 'assignment.subjects': own })
        }),
      ),
    )
    const uuids = subjects.map(({ uuid }) => uuid)
    if (uuids.length > 0)
      await app.db
        .collection<OldSubject>('subjects')
        .updateMany({ provider: shop, uuid: { $in: uuids } }, { $unset: { pictures: '' } })
    return uuids.at(-1) ?? null
  },

  async groupPictures(app: App, { shop, after }: Place, batchSize: number): Promise<string | null> {
    const pictures = await app.db
      .collection<OldGroupPicture>('groupPictures')
      .find({ provider: shop, uuid: { $gt: after } })
      .sort({ uuid: 1 })
      .limit(batchSize)
      .toArray()
    const now = app.clock()
    await write(
      app,
      pictures.map((picture) => {
        const isMarkedCover = picture.keywords.includes(FAVORITE)
        const facts = factsOf(picture, { jobUuid: picture.jobUuid, to: 'groups', isMarkedCover, now })
        return upsertOf(shop, picture.uuid, facts, { 'assignment.groups': { $each: picture.groups } })
      }),
    )
    const uuids = pictures.map(({ uuid }) => uuid)
    if (uuids.length > 0)
      await app.db.collection<OldGroupPicture>('groupPictures').deleteMany({ provider: shop, uuid: { $in: uuids } })
    return uuids.at(-1) ?? null
  },
}

async function write(app: App, operations: AnyBulkWriteOperation<Picture>[]): Promise<void> {
  if (operations.length > 0) await app.db.collection<Picture>('pictures').bulkWrite(operations, { ordered: false })
}

/** Repeating it changes nothing: the picture is inserted once, and each of its subjects or groups is added once. */
function upsertOf(provider: string, uuid: string, facts: object, whose: object): AnyBulkWriteOperation<Picture> {
  const update = { $setOnInsert: facts, $addToSet: whose }
  return { updateOne: { filter: { provider, uuid }, update, upsert: true } }
}

type Origin = { jobUuid: string; to: 'subjects' | 'groups'; isMarkedCover: boolean; now: Date }

/** Nobody recorded who assigned it, and by what. Whose its face is was not known either. */
function factsOf(picture: OldPicture, { jobUuid, to, isMarkedCover, now }: Origin): object {
  const { hash, fileName, format, working, bytes, width, height, greenscreen, placeholder, face } = picture
  return {
    ...{ jobUuid, hash, fileName, format, working, bytes, width, height, greenscreen, placeholder, isMarkedCover },
    faces: face ? [face] : [],
    'assignment.to': to,
    'assignment.why': 'earlier-import',
    'assignment.by': 'import',
    'assignment.at': now,
  }
}
