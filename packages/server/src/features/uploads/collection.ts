import { randomUUID } from 'node:crypto'
import type { FaceRectangle } from '@portraitkit/core/jobs/picture.ts'
import type { DerivedPicture } from '../../imaging/derivatives/derive.ts'
import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import type { Collection } from '../../platform/feature.ts'
import { grantId } from '../access/grantDocuments.ts'

/**
 * A picture that a customer has uploaded. It is `arriving`, and invisible, until all its files are in the blob store; a `removed`
 * picture stays visible where it is used, until nothing uses it any more.
 */
export type Upload = {
  /** Derived, like a grant's, from customer and uuid: the addresses of the picture depend on it. */
  _id: string
  provider: string
  customer: string
  uuid: string
  state: 'arriving' | 'kept' | 'removed'
  /** sha256 of the file while the picture is kept, so that a repeated upload is recognised; otherwise the uuid. */
  hash: string
  /** Of the file as it was sent, in bytes. */
  bytes: number
  uploaded: Date
  /** When to check whether its files can be deleted; null while it is kept. */
  due: Date | null
  /** Upright, in pixels; 0 while it is arriving. */
  width: number
  height: number
  format: PhotographFormat | null
  placeholder: string
  face?: FaceRectangle
}

export const uploadCollections: Collection[] = [
  {
    name: 'uploads',
    indexes: [
      // A file is stored once, even if two requests upload it at the same moment.
      { key: { provider: 1, customer: 1, hash: 1 }, options: { unique: true } },
      { key: { provider: 1, due: 1 } },
      { key: { provider: 1, customer: 1, uploaded: -1, _id: 1 } },
    ],
  },
]

/** Longer than reading any file takes: an older upload belongs to a dead process. */
const ARRIVING_MS = 60 * 60_000
/** By then a design or cart line that was being saved during the deletion is stored. */
const GRACE_MS = 5 * 60_000

export const uploadsOf = (app: App, provider: string) => providerCollection<Upload>(app, 'uploads', provider)

/** The customer's own pictures that may be used in a design, the newest first. */
export function findUploads(app: App, provider: string, customer: string): Promise<Upload[]> {
  return uploadCache.get(app.db, `${provider} ${customer}`, () =>
    uploadsOf(app, provider)
      .find({ customer, state: { $in: ['kept', 'removed'] } })
      .sort({ uploaded: -1, _id: 1 })
      .toArray(),
  )
}

/** Only the parts of one call share them. */
const uploadCache = createShortCache<Upload[]>(0, 1000)

/** Whether the addresses that depend on this id are still valid. */
export async function isUploadAvailable(app: App, provider: string, id: string): Promise<boolean> {
  const found = await uploadsOf(app, provider).findOne({ _id: id }, { projection: { state: 1 } })
  return found !== null && found.state !== 'arriving'
}

/** Finds the kept picture made from the same file, and makes it the newest. */
export function findSameFile(app: App, provider: string, customer: string, hash: string): Promise<Upload | null> {
  return uploadsOf(app, provider).findOneAndUpdate(
    { customer, hash, state: 'kept' },
    { $set: { uploaded: app.clock() } },
    { returnDocument: 'after' },
  )
}

/** Records that a file is being read, before anything of it is in the blob store. */
export async function beginUpload(app: App, provider: string, customer: string, bytes: number): Promise<Upload> {
  const uuid = randomUUID()
  const now = app.clock()
  const upload: Upload = {
    _id: grantId(provider, customer, uuid),
    provider,
    customer,
    uuid,
    state: 'arriving',
    hash: uuid,
    bytes,
    uploaded: now,
    due: new Date(now.getTime() + ARRIVING_MS),
    width: 0,
    height: 0,
    format: null,
    placeholder: '',
  }
  await uploadsOf(app, provider).insertOne(upload)
  return upload
}

/** Shows a picture whose files are all in the blob store. Returns null if another upload of the same file was faster. */
export async function finishUpload(
  app: App,
  upload: Upload,
  { hash, format, width, height, placeholder, faces }: Omit<DerivedPicture, 'working' | 'sizes' | 'cutOut'>,
): Promise<Upload | null> {
  const [largest] = faces
  const whole = { hash, format, width, height, placeholder, ...(largest && { face: rectangleOf(largest) }) }
  try {
    const finished = await uploadsOf(app, upload.provider).findOneAndUpdate(
      { _id: upload._id, state: 'arriving' },
      { $set: { ...whole, state: 'kept', due: null, uploaded: app.clock() } },
      { returnDocument: 'after' },
    )
    uploadCache.forget(app.db)
    if (!finished) throw new Error(`The upload ${upload.uuid} was abandoned before it was complete`)
    return finished
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}

/** Removes a picture from the customer's inbox. Returns false if there is none. */
export async function markRemoved(app: App, provider: string, customer: string, uuid: string): Promise<boolean> {
  const { matchedCount } = await uploadsOf(app, provider).updateOne(
    { customer, uuid, state: 'kept' },
    { $set: { state: 'removed', hash: uuid, due: new Date(app.clock().getTime() + GRACE_MS) } },
  )
  uploadCache.forget(app.db)
  return matchedCount > 0
}

/** Without the name that the file may give it. */
function rectangleOf({ x, y, width, height }: FaceRectangle): FaceRectangle {
  return { x, y, width, height }
}
