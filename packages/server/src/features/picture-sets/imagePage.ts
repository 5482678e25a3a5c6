import { createHash } from 'node:crypto'
import { EFFECTS, type Effect } from '@portraitkit/core/jobs/effects.ts'
import { PICTURE_SIZES, type PictureSize, type Rotation } from '@portraitkit/core/jobs/picture.ts'
import type { Context } from 'koa'
import type { PictureOf } from '../../imaging/derivatives/pictureFiles.ts'
import { pictureVariant, type Variant } from '../../imaging/derivatives/variant.ts'
import { allowAnyOrigin } from '../../platform/anyOrigin.ts'
import type { App } from '../../platform/app.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { findRequestProvider } from '../../platform/http/requestProvider.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import { grantId } from '../access/grantDocuments.ts'
import { findGrant, type PictureGrant } from '../access/grants.ts'
import { type ImageClaims, isValidAddress, needsRight } from '../access/pictureAddress.ts'
import { findVisiblePictures, type VisiblePictures } from '../jobs/pictures/visiblePictures.ts'
import { boughtFiles } from '../rights/collection.ts'
import { isUploadAvailable } from '../uploads/collection.ts'

/**
 * A picture at its signed address. The address itself names the provider, because it also works on the neutral host. Nothing in
 * it can be changed. It ends with its half-hour or, within a second, when its grant, the share behind it or its upload ends, the picture
 * is assigned to others, replaced or the job is withheld; one for buyers only ends with the right to the picture, as by a refund.
 */
export const imagePage: Page = {
  method: 'GET',
  path: '/images/:uuid',
  needsProvider: false,
  handle: async (http, app) => {
    allowAnyOrigin(http)
    // A request whose host and provider disagree is refused there.
    await findRequestProvider(http, app)
    const claims = readClaims(http)
    if (!claims || !isValidAddress(app, http.originalUrl, claims)) throw new Failure('not_found')
    const provider = await findProvider(app, claims.provider)
    const viewer = provider && (await findViewer(app, provider, claims))
    if (!provider || !viewer) throw new Failure('not_found')
    http.state.provider = provider.key
    const { size, rotation, effect, watermark, background } = claims
    const picture = { provider: provider.key, uuid: claims.picture, version: claims.version }
    const mark = watermark ? (provider.watermark ?? '') : null
    const variant = { size, rotation, effect, watermark: mark, background }
    const isUnchanged = hasUnchanged(http, entityTag(picture, variant))
    const made = isUnchanged ? null : await pictureVariant(app, picture, variant)
    if (!isUnchanged && !made) {
      http.remove('ETag')
      throw new Failure('not_found')
    }
    if (viewer !== 'uploader' && needsRight(claims)) {
      const { customer, subject } = viewer
      recordSecurityEvent({ app, provider, http }, { event: 'full-size-view', customer, subject })
    }
    if (!made) return
    http.type = made.type
    http.body = made.file
  },
}

/** Of everything that an image is made from, and of no customer. */
function entityTag(picture: PictureOf, variant: Variant): string {
  const hash = createHash('sha256').update(JSON.stringify([picture, variant]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/**
 * Whether the browser has the image already, so that none is sent. It stores one, but asks each time before it shows it: what somebody may
 * no longer see is not shown from a cache either.
 */
function hasUnchanged(http: Context, tag: string): boolean {
  http.set('Cache-Control', 'private, no-cache')
  http.set('ETag', tag)
  http.status = 200
  if (!http.fresh) return false
  http.status = 304
  return true
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
    version: parameter('version') || null,
    ordered: parameter('ordered') === '1',
    watermark: parameter('watermark') === '1',
    background: parameter('background') || null,
    expires: Number(parameter('expires')),
  }
}

const ROTATIONS = [0, 90, 180, 270] as const

/**
 * Who may still see the picture at the address: by a grant or as its uploader, and for buyers only, or once the share has ended,
 * the subject was withdrawn or somebody in the picture objects, also by a right. What was replaced is seen by nobody who has not ordered it.
 */
async function findViewer(
  app: App,
  provider: Provider,
  claims: ImageClaims,
): Promise<PictureGrant | 'uploader' | null> {
  const found = await findHolder(app, claims)
  if (found === null || found === 'uploader') return found
  const { picture, version, ordered } = claims
  // An address of a new file may come before the cache knows it.
  const isOther = !ordered && found.pictures.paid.get(picture) !== version
  const current = isOther ? await readHolder(app, claims.provider, claims.grant) : found
  if (current === null || current === 'uploader') return current
  const { holder, pictures } = current
  const present = pictures.paid.get(picture)
  if (present === undefined) return null
  const isShown = ordered || present === version
  if (isShown && holder.opens === 'all' && pictures.open.has(picture) && !needsRight(claims)) return holder
  // also those of a set that was bought
  const bought = await boughtFiles(app, provider, holder.customer)
  return bought.get(picture)?.includes(version) ? holder : null
}

/** The holder of the grant in an address with the pictures of its subject, or a picture's own uploader. Null if it has ended. */
type Sight = { holder: PictureGrant; pictures: VisiblePictures } | 'uploader' | null

/**
 * A process caches a grant with its pictures for half a second: a page of pictures takes one query, and a revoked grant, a
 * picture of somebody else or a withheld job takes effect soon.
 */
const GRANT_CACHE_MS = 500
const grantCache = createShortCache<Sight>(GRANT_CACHE_MS, 5000)

function findHolder(app: App, { provider, grant: id }: Pick<ImageClaims, 'provider' | 'grant'>): Promise<Sight> {
  return grantCache.get(app.db, `${provider} ${id}`, () => readHolder(app, provider, id))
}

async function readHolder(app: App, provider: string, id: string): Promise<Sight> {
  const holder = await findGrant(app, provider, id)
  if (holder === null) return (await isUploadAvailable(app, provider, id)) ? 'uploader' : null
  const pictures = await findVisiblePictures(app, provider, holder.subject)
  if (pictures.mergedInto === undefined) return { holder, pictures }
  // What was shown before a merge stays loaded, by the grant of whoever has the pictures since.
  return readHolder(app, provider, grantId(provider, holder.customer, pictures.mergedInto))
}
