import { proxy, ref, subscribe } from 'valtio/vanilla'
import { currentSubject } from '../../browsing/categories.ts'
import { isShopError } from '../../errors.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import { type PackageOffer, type PackagePrices, photoPackages } from '../contract.ts'

/** PKG-1: the packages that are offered, for the chosen picture set: `shop.part(createPackageOffers)`. */
export type PackageOffersState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  packages: readonly PackageOffer[]
  /** When the first of the time-limited prices ends, by this page's own clock (`performance.now`); 0 where there is none. */
  endsAt: number
}

export type PackageOffers = {
  readonly state: PackageOffersState
  /** Fetches them, anew each time: prices end, and what is there stays until the answer has come. */
  load(): Promise<void>
}

export function createPackageOffers(shop: Shop): PackageOffers {
  const state = proxy<PackageOffersState>({ status: 'idle', error: '', packages: [], endsAt: 0 })
  const sets = shop.part(createPictureSets)
  let asked = 0
  let current: string | undefined

  async function fetchAll(): Promise<void> {
    const order = ++asked
    if (state.status !== 'ready') Object.assign(state, { status: 'loading', error: '' })
    try {
      const subject = await currentSubject(shop)
      if (order !== asked) return
      current = keyOf()
      const { packages, remainingTime } = await shop.call(photoPackages.list, subject ? { subject } : {})
      if (order !== asked) return
      const endsAt = remainingTime > 0 ? performance.now() + remainingTime * 1000 : 0
      Object.assign(state, { status: 'ready', error: '', packages: ref(packages), endsAt })
    } catch (error) {
      if (order !== asked) return
      current = undefined
      if (!isShopError(error)) throw error
      Object.assign(state, { status: 'failed', error: error.message, packages: [], endsAt: 0 })
    }
  }

  function keyOf(): string {
    return JSON.stringify([shop.locale.language, sets.state.chosen, shop.session.state.user?.uuid])
  }

  /** Another set, another language, another customer: other offers, other reasons. */
  function follow(): void {
    if (current !== undefined && current !== keyOf()) void fetchAll()
  }
  subscribe(sets.state, follow)
  subscribe(shop.locale, follow)
  subscribe(shop.session.state, follow)
  onLanguageChange(shop, () => {
    state.error = ''
  })

  return { state, load: fetchAll }
}

/** What a package costs now, and what stands beside it. */
export type OfferPrice = {
  now: number
  /** Struck: more than the price, and lawful to strike. */
  struck: { price: number; as: 'prior' | 'parts' } | null
  /** What it costs when the time-limited price is over. */
  otherwise: number | null
  /** Its parts bought one by one, said and not struck. */
  parts: number | null
}

/**
 * PKG-2: beside an ordinary price the price of the parts may be struck; beside a time-limited one only the lowest price of the
 * 30 days before it.
 */
export function offerPrice(prices: PackagePrices): OfferPrice {
  const { originalPrice, priceIncludingDiscount, useTimeLimitedDiscount, timeLimitedDiscountPrice, priorPrice } = prices
  if (!useTimeLimitedDiscount || timeLimitedDiscountPrice === null) {
    const isLess = originalPrice > priceIncludingDiscount
    const struck = isLess ? ({ price: originalPrice, as: 'parts' } as const) : null
    return { now: priceIncludingDiscount, struck, otherwise: null, parts: null }
  }
  const now = timeLimitedDiscountPrice
  const struck = priorPrice !== null && priorPrice > now ? ({ price: priorPrice, as: 'prior' } as const) : null
  return {
    now,
    struck,
    otherwise: priceIncludingDiscount > now ? priceIncludingDiscount : null,
    parts: originalPrice > now ? originalPrice : null,
  }
}

/** Seconds in days, hours, minutes and seconds. */
export function countdownOf(seconds: number): { days: number; clock: string } {
  const whole = Math.max(0, Math.ceil(seconds))
  const parts = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60]
  return { days: Math.floor(whole / 86_400), clock: parts.map((part) => String(part).padStart(2, '0')).join(':') }
}
