import type { App } from '../../platform/app.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import type { Collection } from '../../platform/feature.ts'
import type { Job } from '../jobs/collection.ts'

/**
 * A background for the people of a cut-out. Its files are stored like those of a picture, and its uuid identifies exactly these
 * bytes: designs and orders that use it are shown and printed unchanged, whatever becomes of it.
 */
export type StoredBackground = {
  provider: string
  uuid: string
  key: string
  names: Record<string, string>
  isDefault: boolean
  /** `replaced`: another picture with the same key has replaced it. */
  state: 'offered' | 'hidden' | 'replaced'
  /** Its place in the list. */
  place: number
  /** sha256 of the imported file, and its length. */
  hash: string
  bytes: number
  /** Upright, in pixels. */
  width: number
  height: number
}

export const backgroundCollections: Collection[] = [
  { name: 'backgrounds', isImpersonal: true, indexes: [{ key: { provider: 1, uuid: 1 }, options: { unique: true } }] },
]

export const backgroundsOf = (app: App, provider: string) =>
  providerCollection<StoredBackground>(app, 'backgrounds', provider)

/** Needed with every picture, and seldom changed. */
const backgroundCache = createShortCache<StoredBackground[]>(2000, 500)

/** Every background that a shop ever had, in order. A change by another process takes effect within two seconds. */
export function listBackgrounds(app: App, provider: string): Promise<StoredBackground[]> {
  return backgroundCache.get(app.db, provider, () =>
    backgroundsOf(app, provider).find({}).sort({ place: 1, key: 1, uuid: 1 }).toArray(),
  )
}

/** Must be called after this process has changed a background. */
export function forgetBackgrounds(app: App): void {
  backgroundCache.forget(app.db)
}

/** The backgrounds available for a job's pictures, the default one first, if there is one. */
export type OfferedBackgrounds = { backgrounds: StoredBackground[]; default: StoredBackground | null }

export function offeredBackgrounds(
  list: readonly StoredBackground[],
  { backgrounds: named }: Pick<Job, 'backgrounds'>,
): OfferedBackgrounds {
  const offered = list.filter(({ state }) => state === 'offered')
  const backgrounds = named
    ? named.flatMap((key) => offered.find((each) => each.key === key) ?? [])
    : [...offered.filter(({ isDefault }) => isDefault), ...offered.filter(({ isDefault }) => !isDefault)]
  const [first] = backgrounds
  return { backgrounds, default: first && (named || first.isDefault) ? first : null }
}

/** The keys of the backgrounds that a shop offers, and the first of these keys that is not one of them. */
export async function checkKeys(
  app: App,
  provider: string,
  keys: readonly string[],
): Promise<{ offered: string[]; unknown: string | undefined }> {
  const all = await listBackgrounds(app, provider)
  const offered = all.filter(({ state }) => state === 'offered').map(({ key }) => key)
  return { offered, unknown: keys.find((key) => !offered.includes(key)) }
}

/** The background of a job's picture until the customer chooses one: a uuid, null for white, undefined if it is not a cut-out. */
export function defaultBackground(
  list: readonly StoredBackground[],
  job: Pick<Job, 'backgrounds'>,
  picture: { greenscreen: boolean },
): { background?: string | null } {
  return picture.greenscreen ? { background: offeredBackgrounds(list, job).default?.uuid ?? null } : {}
}
