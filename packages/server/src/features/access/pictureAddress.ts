import type { Effect } from '@portraitkit/core/jobs/effects.ts'
import { PICTURE_SIZES, type PictureSize, type Rotation } from '@portraitkit/core/jobs/picture.ts'
import { type BackgroundClaim, TRANSPARENT } from '../../imaging/derivatives/variant.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantId } from './grantDocuments.ts'

/**
 * A picture together with the customer's subject that has it, because a group picture is in many sets. An uploaded picture
 * belongs only to the customer: its subject is null, and its addresses depend on the upload itself.
 */
export type VisiblePicture = { uuid: string; version: string | null; subject: string | null }

/**
 * `display` is for galleries and carries the provider's watermark unless the picture was bought; `plain` is for the editor and
 * for products that show the picture, and never does.
 */
export type AddressOptions = {
  use: 'display' | 'plain'
  bought: boolean
  rotation?: Rotation
  effect?: Effect
  /** The background of a cut-out, by uuid; white by default. */
  background?: BackgroundClaim | null
  /** It is shown because the customer has ordered it, also if the photographer has replaced it since. */
  ordered?: boolean
}

/** Everything that an image's address contains, in the order in which it is signed. */
export type ImageClaims = {
  provider: string
  grant: string
  picture: string
  /** Which of the picture's files; null for the one with which it was imported. */
  version: string | null
  /** An order of the customer contains this version: it is shown although the picture has another one now. */
  ordered: boolean
  size: PictureSize
  rotation: Rotation
  effect: Effect
  watermark: boolean
  /** Null if the picture is not a cut-out, or is on white. */
  background: BackgroundClaim | null
  /** Seconds since 1970. */
  expires: number
}

/** Pictures that were not bought are shown up to this long edge. */
const MAX_UNBOUGHT_EDGE = 960
const WINDOW_S = 30 * 60
const PURPOSE = 'image'

/**
 * Signed addresses of a picture by the length of its long edge, as paths below the API's address. They expire half an hour to an
 * hour from now; all addresses made within one half-hour expire at the same moment, so that they repeat and caches work. They
 * depend on the customer's grant of the subject and end when it is revoked; those for buyers alone also depend on the right to the
 * picture (`needsRight`).
 */
export function pictureAddresses(
  app: App,
  provider: Provider,
  customerUuid: string,
  picture: VisiblePicture,
  { use, bought, rotation = 0, effect = 'original', background = null, ordered = false }: AddressOptions,
): Record<string, string> {
  const expires = windowEnd(app.clock())
  const watermark = use === 'display' && !bought && provider.watermark !== null
  const key = `${customerUuid} ${picture.subject} ${picture.uuid} ${watermark} ${bought} ${rotation} ${effect} ${background} ${picture.version} ${ordered}`
  return cachedAddresses(app, provider.key, expires, key, () => {
    const grant = grantId(provider.key, customerUuid, picture.subject ?? picture.uuid)
    const sizes = PICTURE_SIZES.filter((size) => bought || size <= MAX_UNBOUGHT_EDGE)
    const variant = {
      picture: picture.uuid,
      version: picture.version,
      ordered,
      rotation,
      effect,
      watermark,
      background,
    }
    const common = { provider: provider.key, grant, expires, ...variant }
    return Object.fromEntries(sizes.map((size) => [String(size), imageAddress(app, { ...common, size })]))
  })
}

function imageAddress(app: App, claims: ImageClaims): string {
  return `${unsignedAddress(claims)}&signature=${app.secrets.sign(PURPOSE, signedText(claims))}`
}

/** The only valid spelling of an address, up to its signature. */
function unsignedAddress(claims: ImageClaims): string {
  const { provider, grant, picture, version, ordered, size, rotation, effect, watermark, background, expires } = claims
  const file = `${version ? `&version=${version}` : ''}${ordered ? '&ordered=1' : ''}`
  const query = `size=${size}&rotation=${rotation}&effect=${effect}&watermark=${watermark ? 1 : 0}${background ? `&background=${background}` : ''}`
  return `/images/${picture}?${query}${file}&expires=${expires}&provider=${provider}&grant=${grant}`
}

/**
 * Whether the shop made this address, as it was requested and with these claims in it, and it has not expired. Any other
 * spelling is refused, even an equivalent one: a cache would store it as a separate picture.
 */
export function isValidAddress(app: App, address: string, claims: ImageClaims): boolean {
  const before = `${unsignedAddress(claims)}&signature=`
  if (!address.startsWith(before) || claims.expires * 1000 <= app.clock().getTime()) return false
  return app.secrets.verify(PURPOSE, signedText(claims), address.slice(before.length))
}

/** Whether only buyers of the picture may see this: it is large, or cut out. */
export function needsRight({ size, background }: Pick<ImageClaims, 'size' | 'background'>): boolean {
  return size > MAX_UNBOUGHT_EDGE || background === TRANSPARENT
}

function signedText(claims: ImageClaims): string {
  const { provider, grant, picture, version, ordered, size, rotation, effect, watermark, background, expires } = claims
  const file = [...(version ? [`version ${version}`] : []), ...(ordered ? ['ordered'] : [])]
  const variant = [size, rotation, effect, watermark, background ?? '']
  return [provider, grant, picture, ...variant, expires, ...file].join('\n')
}

function windowEnd(now: Date): number {
  return (Math.floor(now.getTime() / 1000 / WINDOW_S) + 2) * WINDOW_S
}

/** Signing is most of the cost of a picture set, and the same addresses are needed again and again within a half-hour. */
type AddressCache = { expires: number; addresses: Map<string, Record<string, string>> }
const addressCaches = new WeakMap<App, AddressCache>()
const MAX_CACHED = 20_000

function cachedAddresses(
  app: App,
  provider: string,
  expires: number,
  key: string,
  make: () => Record<string, string>,
): Record<string, string> {
  let memory = addressCaches.get(app)
  if (memory?.expires !== expires || memory.addresses.size > MAX_CACHED) {
    memory = { expires, addresses: new Map() }
    addressCaches.set(app, memory)
  }
  const known = memory.addresses.get(`${provider} ${key}`)
  if (known) return known
  const made = make()
  memory.addresses.set(`${provider} ${key}`, made)
  return made
}
