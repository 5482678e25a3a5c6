import type { AnyEndpoint } from '@portraitkit/core/endpoint.ts'
import { uploads as contract, type OwnPicture } from '@portraitkit/core/uploads/contract.ts'
import { USER_UPLOADED } from '@portraitkit/core/uploads/limits.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { findUploads, markRemoved, type Upload, uploadCollections } from './collection.ts'
import { deleteDueUploads, repeatUploadDeletion } from './deleteUploads.ts'
import { uploadsPersonalData } from './personalData.ts'
import { clearIncoming, withFiles } from './receiveFiles.ts'
import { storeUploads } from './storeUploads.ts'

type Call = CallContext<'customer'>

/** Customers' own pictures. */
export const uploads: Feature = {
  name: 'uploads',
  collections: uploadCollections,
  background: [
    {
      name: 'uploads',
      everyMs: 60_000,
      run: async (app) => {
        await deleteDueUploads(app)
        await clearIncoming(app)
      },
    },
  ],
  repeatDeletion: repeatUploadDeletion,
  personalData: uploadsPersonalData,
  calls: bind(contract, {
    send: async (_input, call) => {
      const stored = await storeSentFiles(contract.send, call)
      return { images: stored.map(({ upload }) => showUpload(call, upload)) }
    },

    sendForTemplate: async ({ thumbnails }, call) => {
      const stored = await storeSentFiles(contract.sendForTemplate, call)
      const files = stored.map(({ upload, name }) => {
        const picture = showUpload(call, upload)
        return { ...picture, name, thumbnail: picture.plain[thumbnails] ?? '' }
      })
      return { result: 'OK' as const, files }
    },

    recent: async (_input, call) => {
      refuseWhereOff(call)
      const { app, provider, customer } = call
      const found = await findUploads(app, provider.key, customer.uuid)
      return found.filter(({ state }) => state === 'kept').map((upload) => showUpload(call, upload))
    },

    remove: async ({ uuid }, { app, provider, customer }) => {
      if (!(await markRemoved(app, provider.key, customer.uuid, uuid))) throw new Failure('uploads.unknown')
      return {}
    },
  }),
}

async function storeSentFiles(
  { files: field = '' }: AnyEndpoint,
  call: Call,
): Promise<Array<{ upload: Upload; name: string }>> {
  refuseWhereOff(call)
  const { app, provider, customer, http } = call
  return withFiles({ http, app, field }, async (files) => {
    const stored = await storeUploads(app, provider.key, customer.uuid, files)
    return stored.map((upload, index) => ({ upload, name: files[index]?.name ?? '' }))
  })
}

/** Deleting works even if a shop no longer accepts pictures: they are still the customer's. */
function refuseWhereOff({ provider }: Call): void {
  if (!provider.options.allowOwnPhotos) throw new Failure('uploads.not_offered')
}

/** In every size and without a watermark: it is the customer's own. */
function showUpload({ app, provider, customer }: Call, upload: Upload): OwnPicture {
  const { uuid, width, height, placeholder, face } = upload
  const own = { uuid, version: null, subject: null }
  return {
    uuid,
    width,
    height,
    keywords: [USER_UPLOADED],
    placeholder,
    plain: pictureAddresses(app, provider, customer.uuid, own, { use: 'plain', bought: true }),
    ...(face && { face }),
  }
}
