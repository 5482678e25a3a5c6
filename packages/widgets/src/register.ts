import type { Shop } from '@portraitkit/core/shop.ts'
import { defineElement } from './element.tsx'
import { adoptShop, connectedShops } from './pageShops.ts'
import { type PrefetchedAnswers, storePrefetched } from './prefetchedAnswers.ts'
import type { RootOptions } from './root.tsx'
import { rootOptions } from './rootOptions.ts'
import { isTag, surfaces, type Tag } from './surfaces.ts'
import { version } from './version.ts'

export type { SurfaceElements, SurfaceEvents, SurfaceMethods } from './elementTypes.ts'

/** Settings for every element of the page that has none of its own. */
export type PageDefaults = Partial<RootOptions> & {
  /** A shop of `createShop` instead of its address: the elements and the page's own parts have one cart and one session. */
  shop?: Shop
}

const pending = new Map<Tag, Promise<void>>()

/**
 * Fetches a surface and defines its element; once, however often it is called. `early`: answers that the page has requested
 * already, as the script tag does.
 */
export function register(tag: Tag, { shop, ...settings }: PageDefaults = {}, early?: PrefetchedAnswers): Promise<void> {
  if (early) storePrefetched(early)
  if (shop) adoptShop(shop)
  const defaults = shop ? { ...settings, api: shop.api, provider: shop.provider } : settings
  if (!isTag(tag) || isDoubtful(defaults)) void warnOfPage(tag, defaults)
  if (!isTag(tag)) return Promise.resolve()
  const known = pending.get(tag)
  if (known) return known
  const done = define(tag, defaults)
  pending.set(tag, done)
  done.catch(() => pending.delete(tag))
  return done
}

/** Registers elements by their tags, or all of them if none is named. Unknown tags throw a clear error. */
export async function registerAll(
  tags: readonly string[] = Object.keys(surfaces),
  defaults?: PageDefaults,
): Promise<void> {
  const unknown = tags.filter((tag) => !isTag(tag))
  if (unknown.length > 0) throw new Error(`Portraitkit has no element ${unknown.join(', ')}`)
  await Promise.all((tags as Tag[]).map((tag) => register(tag, defaults)))
}

/**
 * Examines the page for its developer: prints what of the shop is on it and what is wrong, each with the remedy, and resolves with
 * these sentences.
 */
export async function doctor(): Promise<readonly string[]> {
  return (await import('./doctor/doctor.ts')).doctor({ version, tags: Object.keys(surfaces), shops: connectedShops() })
}

/** Other tools have attributes of their own on the script tag, and a misspelt one looks like theirs. */
const isDoubtful = (defaults: Partial<RootOptions>) =>
  Object.entries(defaults).some(
    ([name, value]) => !(name in rootOptions) || (name === 'mode' && !rootOptions.mode.words?.includes(value as never)),
  )

async function warnOfPage(tag: string, defaults: Partial<RootOptions>): Promise<void> {
  const { warnOfScript, warnOfTag } = await import('./doctor/pageCheck.ts')
  if (!isTag(tag) && !customElements.get(tag)) warnOfTag(tag, Object.keys(surfaces))
  warnOfScript(defaults, rootOptions.mode.words ?? [])
}

async function define(tag: Tag, defaults: Partial<RootOptions>): Promise<void> {
  const surface = surfaces[tag]
  const component = await surface.load()
  defineElement({ tag, component, options: { ...surface.options, ...rootOptions }, defaults })
}
