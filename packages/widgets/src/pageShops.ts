import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import { createProviderSettings } from '@portraitkit/core/provider/state.ts'
import type { RouteParams } from '@portraitkit/core/routes.ts'
import { createShop, type Shop } from '@portraitkit/core/shop.ts'
import { proxy, subscribe } from 'valtio/vanilla'
import { sayBuiltIn } from './locales/builtIn.ts'
import { fetchPrefetched, prefetchedAnswers } from './prefetchedAnswers.ts'

/** Changes the view of a page: a `pk-shop` or the host site. */
export type Router = {
  /** The address of one of the shop's paths on this page. */
  href(path: string): string
  go(path: string): void
  /** Navigates there in place of the current view. */
  replace(path: string): void
  /** Changes parameters of the current address, if its route has all of them, without a new history entry. */
  readdress?(params: RouteParams): void
}

/** What the roots of one shop share on a page, besides the shop itself. */
export type PageShop = {
  readonly shop: Shop
  /** The language that the visitor picked; it takes precedence over the page's. */
  readonly choice: {
    language: string | undefined
    /** The layout of a large screen on any screen. */
    layout: 'desktop' | undefined
  }
  /** The connected roots; the first one dispatches the shop's events. */
  readonly roots: Set<EventTarget>
  /** The routers; the most recent one is used. */
  readonly routers: Router[]
}

export type ShopAddress = { api: string; provider: string; language?: string | undefined }

const shops = new Map<string, PageShop>()

/** The one shop of a page per (api, provider): created when the first surface asks, and kept as long as the page. */
export function getPageShop({ api: origin, provider, language }: ShopAddress): PageShop {
  const api = origin.replace(/\/$/, '')
  const key = `${api} ${provider}`
  const known = shops.get(key)
  if (known) return known
  const picked = savedLanguage(provider)
  // Without the country, so that `en-US` and `en` are not fetched as two languages.
  const preferred = mainLanguage(picked ?? (language || (globalThis.navigator?.language ?? '')))
  return addPageShop(
    key,
    createShop({ api, provider, language: preferred, say: (message, tag) => sayBuiltIn(tag)(message) }),
  )
}

/**
 * A shop that the page has created: from now on the one of its address for every surface, so that the page's own parts and the
 * views have one cart and one session. Another shop that had the address before stays with the surfaces that use it.
 */
export function adoptShop(shop: Shop): PageShop {
  const key = `${shop.api.replace(/\/$/, '')} ${shop.provider}`
  const known = shops.get(key)
  return known?.shop === shop ? known : addPageShop(key, shop)
}

function addPageShop(key: string, shop: Shop): PageShop {
  const { provider } = shop
  const page: PageShop = {
    shop,
    choice: proxy({
      language: savedLanguage(provider),
      layout: savedChoice('layout', provider) ? 'desktop' : undefined,
    }),
    roots: new Set(),
    routers: [],
  }
  shops.set(key, page)
  shop.ended.addEventListener('abort', () => shops.get(key) === page && shops.delete(key))
  rememberCustomer(page)
  if (prefetchedAnswers.size > 0) void shop.part(createProviderSettings).load(fetchPrefetched)
  return page
}

/** The shops that have an element on the page now. */
export function connectedShops(): { api: string; provider: string; language: string }[] {
  return [...shops.values()]
    .filter(({ roots }) => roots.size > 0)
    .map(({ shop: { api, provider, locale } }) => ({ api, provider, language: locale.language }))
}

/** Like `getPageShop`, for callers that need only the shop. */
export function getShop(address: ShopAddress): Shop {
  return getPageShop(address).shop
}

/** Switches everything to this language and remembers the choice in the browser. */
export function pickLanguage(page: PageShop, language: string): void {
  page.choice.language = language
  page.shop.locale.language = language
  remember('language', page, language)
}

/** Lays the shop out for a large screen, or for the actual screen, and remembers the choice in the browser. */
export function pickLayout(page: PageShop, layout: 'desktop' | undefined): void {
  page.choice.layout = layout
  remember('layout', page, layout ?? '')
}

/** The layout that the checkout reports: the one that the visitor chose, otherwise the one that fits the window. */
export function clientVariant({ choice }: PageShop): 'desktop' | 'mobile' {
  if (choice.layout) return choice.layout
  return matchMedia('(width < 640px)').matches ? 'mobile' : 'desktop'
}

type VisitorChoice = 'language' | 'layout' | 'customer'

/** Whether a customer was signed in here the last time: then a view that greets one waits for the answer instead of changing. */
export const isLikelyCustomer = ({ provider }: Shop): boolean => savedChoice('customer', provider) !== ''

/** Only that there was one, not who: the next visit begins with the view for a customer. */
function rememberCustomer(page: PageShop): void {
  const { state } = page.shop.session
  subscribe(state, () => {
    if (state.status !== 'unknown') remember('customer', page, state.user ? '1' : '')
  })
}

const savedLanguage = (provider: string) => savedChoice('language', provider) || undefined

/** If storage is forbidden, the choice lasts as long as the page. */
function remember(what: VisitorChoice, { shop }: PageShop, value: string): void {
  try {
    localStorage.setItem(`pk-${what}-${shop.provider}`, value)
  } catch {}
}

/** The choice of an earlier visit; empty if there is none. */
function savedChoice(what: VisitorChoice, provider: string): string {
  try {
    return localStorage.getItem(`pk-${what}-${provider}`) ?? ''
  } catch {
    return ''
  }
}
