import { EFFECTS } from '@portraitkit/core/jobs/effects.ts'
import { uuid as uuidSchema } from '@portraitkit/core/schemas.ts'
import { pictureVariant } from '../../imaging/derivatives/variant.ts'
import { allowAnyOrigin } from '../../platform/anyOrigin.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { listBackgrounds, type StoredBackground } from './collection.ts'

const SIZE = 960
const ROTATIONS = [0, 90, 180, 270] as const

/** The address of a background by itself, as a path below the API's. Its uuid identifies its bytes, so it never expires. */
export function backgroundAddress({ provider, uuid }: Pick<StoredBackground, 'provider' | 'uuid'>): string {
  return `/system/gsbackground.php?uuid=${uuid}&rotation=0&effect=original&provider=${provider}`
}

/**
 * A background by itself: it shows no people and belongs to the shop, so anybody who knows its uuid may see it. One of another
 * shop, or an unknown one, is not found.
 */
export const backgroundPage: Page = {
  method: 'GET',
  path: '/system/gsbackground.php',
  needsProvider: true,
  handle: async (http, app, provider) => {
    allowAnyOrigin(http)
    const parameter = (name: string) => (typeof http.query[name] === 'string' ? (http.query[name] as string) : '')
    const rotation = ROTATIONS.find((each) => String(each) === (parameter('rotation') || '0'))
    const effect = EFFECTS.find((each) => each === (parameter('effect') || 'original'))
    const isUuid = uuidSchema().safeParse(parameter('uuid')).success
    if (!isUuid || rotation === undefined || effect === undefined) throw new Failure('input.invalid')
    const known = provider && (await listBackgrounds(app, provider.key)).find(({ uuid }) => uuid === parameter('uuid'))
    const variant = { size: SIZE, rotation, effect, watermark: null, background: null } as const
    const picture = known && (await pictureVariant(app, known, variant))
    if (!picture) throw new Failure('not_found')
    http.set('Cache-Control', 'public, max-age=31536000, immutable')
    http.type = picture.type
    http.body = picture.file
  },
}
