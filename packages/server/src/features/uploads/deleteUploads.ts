import { deletePicture } from '../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../platform/app.ts'
import { recordDeletion } from '../../platform/deletions/journal.ts'
import type { CustomerKey, RepeatDeletion } from '../../platform/feature.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import { type Upload, uploadsOf } from './collection.ts'

/** The pictures of a customer that a design, the cart, a checkout or an order uses. */
export async function picturesInUse(app: App, customer: CustomerKey): Promise<ReadonlySet<string>> {
  const found = await Promise.all(app.features.map(({ picturesInUse: ofFeature }) => ofFeature?.(app, customer)))
  return new Set(found.flatMap((uuids) => uuids ?? []))
}

/** A picture that is in use is checked again after a day. */
const AGAIN_MS = 24 * 60 * 60_000

/** Deletes removed pictures that nothing uses any more, and the remains of dead processes. */
export async function deleteDueUploads(app: App): Promise<void> {
  for (const provider of await listProviders(app)) {
    const due = await uploadsOf(app, provider.key)
      .find({ due: { $ne: null, $lte: app.clock() } })
      .limit(200)
      .toArray()
    for (const upload of due) await deleteUpload(app, upload)
  }
}

async function deleteUpload(app: App, upload: Upload): Promise<void> {
  const { _id, provider, customer, uuid, state } = upload
  const uploads = uploadsOf(app, provider)
  if (state === 'arriving') {
    // After this it can no longer be completed.
    const { matchedCount } = await uploads.updateOne({ _id, state: 'arriving' }, { $set: { state: 'removed' } })
    if (matchedCount === 0) return
  } else if ((await picturesInUse(app, { provider, uuid: customer })).has(uuid)) {
    await uploads.updateOne({ _id }, { $set: { due: new Date(app.clock().getTime() + AGAIN_MS) } })
    return
  }
  await recordUploads(app, provider, [upload], async () => {
    await deletePicture(app.blobs, upload)
    await uploads.deleteOne({ _id })
  })
}

/**
 * Deletes the files of a customer who leaves, except those that placed orders are printed from: the orders name them. All other
 * uses must have been deleted before.
 */
export async function forgetFiles(app: App, owner: CustomerKey): Promise<void> {
  const used = await picturesInUse(app, owner)
  const all = await uploadsOf(app, owner.provider).find({ customer: owner.uuid }).toArray()
  const unused = all.filter(({ uuid }) => !used.has(uuid))
  await recordUploads(app, owner.provider, unused, async () => {
    for (const upload of unused) await deletePicture(app.blobs, upload)
  })
}

/** The kind under which deleted uploads are recorded, by the id of the document and the picture's uuid. */
const UPLOAD = 'upload'

/** Deletes an upload that was deleted after the backup: by then nothing used it any more. */
export const repeatUploadDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [UPLOAD]: async (app, { provider, id }) => {
    const [_id = '', uuid = ''] = id.split(' ')
    await deletePicture(app.blobs, { provider, uuid })
    await uploadsOf(app, provider).deleteOne({ _id })
  },
}

function recordUploads(app: App, provider: string, deleted: readonly Upload[], work: () => Promise<void>) {
  const ids = deleted.map(({ _id, uuid }) => `${_id} ${uuid}`)
  return recordDeletion(app, { provider, kind: UPLOAD, ids }, work)
}
