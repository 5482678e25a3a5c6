import { MAX_PICTURES, MAX_TOTAL_BYTES } from '@portraitkit/core/uploads/limits.ts'
import { deletePicture, storePicture } from '../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import { beginUpload, findSameFile, finishUpload, type Upload, uploadsOf } from './collection.ts'
import { readUpload } from './readUpload.ts'
import type { ReceivedFile } from './receiveFiles.ts'

type PendingUpload = { file: ReceivedFile; upload: Upload }

/**
 * Stores a customer's files as pictures, in order; a file that was uploaded before stays one picture. All or nothing: if one file
 * is refused, the others are undone.
 */
export async function storeUploads(
  app: App,
  provider: string,
  customer: string,
  files: readonly ReceivedFile[],
): Promise<Upload[]> {
  const pending: PendingUpload[] = []
  try {
    const ready: Array<() => Promise<Upload>> = []
    for (const file of files) {
      const known = await findSameFile(app, provider, customer, file.hash)
      if (known) {
        ready.push(async () => known)
        continue
      }
      const upload = await beginUpload(app, provider, customer, file.bytes)
      pending.push({ file, upload })
      await refuseOverfull(app, provider, customer, file)
      const { original, derived } = await readUpload(app, file)
      await storePicture(app.blobs, upload, original, derived)
      // without the files, which may be many and large
      const { working: _working, sizes: _sizes, cutOut: _cutOut, ...facts } = derived
      ready.push(async () => (await finishUpload(app, upload, facts)) ?? findTwin(app, upload, facts.hash))
    }
    const uploads: Upload[] = []
    for (const finish of ready) uploads.push(await finish())
    return uploads
  } catch (error) {
    for (const { upload } of pending) await undoUpload(app, upload)
    throw error
  }
}

/** The picture that another request has made of the same file at the same moment. */
async function findTwin(app: App, upload: Upload, hash: string): Promise<Upload> {
  await undoUpload(app, upload)
  const other = await findSameFile(app, upload.provider, upload.customer, hash)
  // It was deleted in between: sending the file again works.
  if (!other) throw new Failure('server.unavailable')
  return other
}

/** Also counts uploads that arrive at the same moment, so that parallel requests get no further than successive ones. */
async function refuseOverfull(app: App, provider: string, customer: string, file: ReceivedFile): Promise<void> {
  const all = await uploadsOf(app, provider)
    .find({ customer }, { projection: { bytes: 1 } })
    .toArray()
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0)
  if (all.length > MAX_PICTURES || bytes > MAX_TOTAL_BYTES) {
    throw new Failure('uploads.full', { data: { file: file.name } })
  }
}

/** The document is deleted last: while it exists, its files in the blob store can be found. */
async function undoUpload(app: App, { provider, uuid, _id }: Upload): Promise<void> {
  const uploads = uploadsOf(app, provider)
  if (!(await uploads.findOne({ _id, state: 'arriving' }))) return
  await deletePicture(app.blobs, { provider, uuid })
  await uploads.deleteOne({ _id, state: 'arriving' })
}
