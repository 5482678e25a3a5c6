import { proxy, ref } from 'valtio/vanilla'
import { onLanguageChange } from '../../onLanguageChange.ts'
import { createSubjectList } from '../../picture-sets/subjectList.ts'
import type { Shop } from '../../shop.ts'
import { type PackageOffer, type PackagePrices, photoPackages } from '../contract.ts'

/** PKG-1: the offered packages for the selected picture set: `shop.part(createPackageOffers)`. */
export type PackageOffersState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  packages: readonly PackageOffer[]
  /** When the first of the time-limited prices ends, by this page's own clock (`performance.now`); 0 if there is none. */
  endsAt: number
}

export type PackageOffers = {
  readonly state: PackageOffersState
  /** Fetches them, again each time, because prices end; the old ones stay until the answer arrives. */
  load(): Promise<void>
}

export function createPackageOffers(shop: Shop): PackageOffers {
  const state = proxy<PackageOffersState>({ status: 'idle', error: '', packages: [], endsAt: 0 })
  const list = createSubjectList(shop, {
    isWatched: () => true,
    onStart() {
      if (state.status !== 'ready') Object.assign(state, { status: 'loading', error: '' })
    },
    async fetchFor(subject) {
      const subjectUuid = await subject
      const { packages, remainingTime } = await shop.call(
        photoPackages.list,
        subjectUuid ? { subject: subjectUuid } : {},
      )
      const endsAt = remainingTime > 0 ? performance.now() + remainingTime * 1000 : 0
      return () => Object.assign(state, { status: 'ready', error: '', packages: ref(packages), endsAt })
    },
    onFailure: (error) => Object.assign(state, { status: 'failed', error, packages: [], endsAt: 0 }),
  })
  onLanguageChange(shop, () => {
    state.error = ''
  })

  return { state, load: list.fetch }
}

/** The current price of a package, with the prices to show next to it. */
export type OfferPrice = {
  now: number
  /** The struck price: higher than the price, and lawful to strike. */
  struck: { price: number; as: 'prior' | 'parts' } | null
  /** The price after the time-limited price has ended. */
  otherwise: number | null
  /** The price of its parts bought separately, shown without being struck. */
  parts: number | null
}

/**
 * PKG-2: next to an ordinary price the price of the parts may be struck; next to a time-limited one only the lowest price of
 * the 30 days before it.
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

/** Seconds as days, hours, minutes and seconds. */
export function countdownOf(seconds: number): { days: number; clock: string } {
  const whole = Math.max(0, Math.ceil(seconds))
  const parts = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60]
  return { days: Math.floor(whole / 86_400), clock: parts.map((part) => String(part).padStart(2, '0')).join(':') }
}
