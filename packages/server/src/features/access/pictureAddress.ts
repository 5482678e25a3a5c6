import type { Effect } from '@portraitkit/core/jobs/effects.ts'
import { PICTURE_SIZES, type PictureSize, type Rotation } from '@portraitkit/core/jobs/picture.ts'
import type { BackgroundClaim } from '../../imaging/derivatives/variant.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantId } from './grants.ts'

/**
 * A picture as a subject of the customer's has it: a group picture is in the sets of many. One that the customer has
 * uploaded is nobody's but the customer's: its subject is null, and its addresses hang on the upload itself.
 */
export type SeenPicture = { uuid: string; subject: string | null }

/**
 * `display` is for galleries and carries the provider's watermark where the picture is not bought; `plain` is for the
 * editor and for products that show the picture, and never does.
 */
export type AddressUse = {
  use: 'display' | 'plain'
  bought: boolean
  rotation?: Rotation
  effect?: Effect
  /** What a cut-out stands before, by uuid; white where it is missing. */
  background?: BackgroundClaim | null
}

/** All that an image's address says, in the order in which it is signed. */
export type ImageClaims = {
  provider: string
  grant: string
  picture: string
  size: PictureSize
  rotation: Rotation
  effect: Effect
  watermark: boolean
  /** Null where the picture is no cut-out, or stands before white. */
  background: BackgroundClaim | null
  /** Seconds since 1970. */
  expires: number
}

/** What is not bought is shown up to this long edge. */
const LARGEST_NOT_BOUGHT = 960
const WINDOW_S = 30 * 60
const PURPOSE = 'image'

/**
 * Signed addresses of a picture by the length of its long edge, as paths below the API's address. They end half an hour
 * to an hour from now, all that are made within one half-hour at the same moment, so that they repeat and caches work.
 * They hang on the customer's grant of the subject: when that is taken back they end.
 */
export function pictureAddresses(
  app: App,
  provider: Provider,
  customerUuid: string,
  picture: SeenPicture,
  { use, bought, rotation = 0, effect = 'original', background = null }: AddressUse,
): Record<string, string> {
  const expires = windowEnd(app.clock())
  const watermark = use === 'display' && !bought && provider.watermark !== null
  const key = `${customerUuid} ${picture.subject} ${picture.uuid} ${watermark} ${bought} ${rotation} ${effect} ${background}`
  return remembered(app, provider.key, expires, key, () => {
    const grant = grantId(provider.key, customerUuid, picture.subject ?? picture.uuid)
    const sizes = PICTURE_SIZES.filter((size) => bought || size <= LARGEST_NOT_BOUGHT)
    const shown = { picture: picture.uuid, rotation, effect, watermark, background }
    const common = { provider: provider.key, grant, expires, ...shown }
    return Object.fromEntries(sizes.map((size) => [String(size), imageAddress(app, { ...common, size })]))
  })
}

function imageAddress(app: App, claims: ImageClaims): string {
  const { provider, grant, picture, size, rotation, effect, watermark, background, expires } = claims
  const signature = app.secrets.sign(PURPOSE, signedText(claims))
  const query = `size=${size}&rotation=${rotation}&effect=${effect}&watermark=${watermark ? 1 : 0}${background ? `&background=${background}` : ''}`
  return `/images/${picture}?${query}&expires=${expires}&provider=${provider}&grant=${grant}&signature=${signature}`
}

/** Whether an address was made by us, in every part, and is not over. */
export function isAddress(app: App, claims: ImageClaims, signature: string): boolean {
  return app.secrets.verify(PURPOSE, signedText(claims), signature) && claims.expires * 1000 > app.clock().getTime()
}

function signedText(claims: ImageClaims): string {
  const { provider, grant, picture, size, rotation, effect, watermark, background, expires } = claims
  return [provider, grant, picture, size, rotation, effect, watermark, background ?? '', expires].join('\n')
}

function windowEnd(now: Date): number {
  return (Math.floor(now.getTime() / 1000 / WINDOW_S) + 2) * WINDOW_S
}

/** Signing is most of what a picture set costs, and within a half-hour the same addresses are asked for again and again. */
type Remembered = { expires: number; addresses: Map<string, Record<string, string>> }
const memories = new WeakMap<App, Remembered>()
const MOST_REMEMBERED = 20_000

function remembered(
  app: App,
  provider: string,
  expires: number,
  key: string,
  make: () => Record<string, string>,
): Record<string, string> {
  let memory = memories.get(app)
  if (memory?.expires !== expires || memory.addresses.size > MOST_REMEMBERED) {
    memory = { expires, addresses: new Map() }
    memories.set(app, memory)
  }
  const known = memory.addresses.get(`${provider} ${key}`)
  if (known) return known
  const made = make()
  memory.addresses.set(`${provider} ${key}`, made)
  return made
}
