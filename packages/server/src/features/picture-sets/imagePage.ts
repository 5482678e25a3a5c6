import { EFFECTS, type Effect } from '@portraitkit/core/jobs/effects.ts'
import { PICTURE_SIZES, type PictureSize, type Rotation } from '@portraitkit/core/jobs/picture.ts'
import type { Context } from 'koa'
import { pictureVariant } from '../../imaging/derivatives/variant.ts'
import { allowAnyOrigin } from '../../platform/anyOrigin.ts'
import type { App } from '../../platform/app.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { findRequestProvider } from '../../platform/http/requestProvider.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { grantedSubject } from '../access/grants.ts'
import { type ImageClaims, isValidAddress } from '../access/pictureAddress.ts'
import { arePicturesShown } from '../jobs/collection.ts'
import { isUploadAvailable } from '../uploads/collection.ts'

/**
 * A picture at its signed address. The address itself names the provider, because it works on every host but another provider's.
 * Nothing in it can be changed. It ends with its half-hour or, within a second, when its grant or upload ends or the job is held
 * back.
 */
export const imagePage: Page = {
  method: 'GET',
  path: '/images/:uuid',
  needsProvider: false,
  handle: async (http, app) => {
    allowAnyOrigin(http)
    // A host and a name that disagree are refused there.
    await findRequestProvider(http, app)
    const claims = readClaims(http)
    const { signature } = http.query
    if (!claims || typeof signature !== 'string' || !isValidAddress(app, claims, signature))
      throw new Failure('not_found')
    const provider = await findProvider(app, claims.provider)
    if (!provider || !(await isGrantActive(app, claims))) throw new Failure('not_found')
    http.state.provider = provider.key
    const { size, rotation, effect, watermark, background } = claims
    const made = await pictureVariant(
      app.blobs,
      { provider: provider.key, uuid: claims.picture },
      { size, rotation, effect, watermark: watermark ? (provider.watermark ?? '') : null, background },
    )
    if (!made) throw new Failure('not_found')
    const seconds = Math.max(0, claims.expires - Math.ceil(app.clock().getTime() / 1000))
    http.set('Cache-Control', `private, max-age=${seconds}, immutable`)
    http.type = made.type
    http.body = made.file
  },
}

function readClaims(http: Context): ImageClaims | null {
  const { uuid = '' } = http.params as { uuid?: string }
  const parameter = (name: string) => {
    const value = http.query[name]
    return typeof value === 'string' ? value : ''
  }
  const size = PICTURE_SIZES.find((each) => String(each) === parameter('size'))
  const rotation = ROTATIONS.find((each) => String(each) === parameter('rotation'))
  const effect = EFFECTS.find((each) => each === parameter('effect'))
  if (size === undefined || rotation === undefined || effect === undefined) return null
  const shape: { size: PictureSize; rotation: Rotation; effect: Effect } = { size, rotation, effect }
  return {
    ...shape,
    provider: parameter('provider'),
    grant: parameter('grant'),
    picture: uuid,
    watermark: parameter('watermark') === '1',
    background: parameter('background') || null,
    expires: Number(parameter('expires')),
  }
}

const ROTATIONS = [0, 90, 180, 270] as const

/**
 * A process's knowledge of a grant may be half a second old: a page of pictures takes one query, and a revoked grant, or a job
 * that is held back, ends soon.
 */
const GRANT_CACHE_MS = 500
const grantCache = createShortCache<boolean>(GRANT_CACHE_MS, 5000)

function isGrantActive(app: App, { provider, grant }: ImageClaims): Promise<boolean> {
  return grantCache.get(app.db, `${provider} ${grant}`, async () => {
    const subject = await grantedSubject(app, provider, grant)
    return subject === null ? isUploadAvailable(app, provider, grant) : arePicturesShown(app, provider, subject)
  })
}
