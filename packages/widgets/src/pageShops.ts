import { createProviderSettings } from '@portraitkit/core/provider/state.ts'
import type { RouteParams } from '@portraitkit/core/routes.ts'
import { createShop, type Shop } from '@portraitkit/core/shop.ts'
import { proxy } from 'valtio/vanilla'
import { shortLanguage } from './locales/catalogs.ts'
import { fetchPrefetched, prefetchedAnswers } from './prefetchedAnswers.ts'

/** Whoever changes the view of a page: a `pk-shop` or the host site. */
export type Router = {
  /** The address of a path of the shop on this page. */
  href(path: string): string
  go(path: string): void
  /** Goes there in place of what is shown. */
  replace(path: string): void
  /** Puts other parameters into the address that is shown, where its route has all of them, without a new entry of the history. */
  readdress?(params: RouteParams): void
}

/** What the roots of one shop share on a page, beside the shop itself. */
export type PageShop = {
  readonly shop: Shop
  /** The language that the person picked; it wins over what the page asks for. */
  readonly choice: {
    language: string | undefined
    /** The layout of a large screen on any screen. */
    layout: 'desktop' | undefined
  }
  /** Connected roots, the first one speaks for the shop. */
  readonly roots: Set<EventTarget>
  /** Routers, the last one to come answers. */
  readonly routers: Router[]
}

export type ShopAddress = { api: string; provider: string; language?: string | undefined }

const shops = new Map<string, PageShop>()

/** The one shop of a page per (api, provider): made when the first surface asks, living as long as the page. */
export function getPageShop({ api: origin, provider, language }: ShopAddress): PageShop {
  const api = origin.replace(/\/$/, '')
  const key = `${api} ${provider}`
  let known = shops.get(key)
  if (!known) {
    const picked = savedChoice('language', provider) || undefined
    // Without the country, so that `en-US` and `en` are not fetched as two languages.
    const preferred = shortLanguage(picked ?? (language || pageLanguage(api)))
    const shop = createShop({ api, provider, language: preferred })
    known = {
      shop,
      choice: proxy({ language: picked, layout: savedChoice('layout', provider) ? 'desktop' : undefined }),
      roots: new Set(),
      routers: [],
    }
    shops.set(key, known)
    if (prefetchedAnswers.size > 0) void shop.part(createProviderSettings).load(fetchPrefetched)
  }
  return known
}

/** The same for those who need only the shop. */
export function getShop(address: ShopAddress): Shop {
  return getPageShop(address).shop
}

/** Reads everything in this language from now on and remembers it in the browser. */
export function pickLanguage(page: PageShop, language: string): void {
  page.choice.language = language
  page.shop.locale.language = language
  remember('language', page, language)
}

/** Lays the shop out for a large screen, or for the screen that there is, and remembers it in the browser. */
export function pickLayout(page: PageShop, layout: 'desktop' | undefined): void {
  page.choice.layout = layout
  remember('layout', page, layout ?? '')
}

/** What the checkout says of the page: the layout that somebody chose, else the one that fits the window. */
export function clientVariant({ choice }: PageShop): 'desktop' | 'mobile' {
  if (choice.layout) return choice.layout
  return matchMedia('(width < 640px)').matches ? 'mobile' : 'desktop'
}

type VisitorChoice = 'language' | 'layout'

/** Where storage is forbidden the choice lasts as long as the page. */
function remember(what: VisitorChoice, { shop }: PageShop, value: string): void {
  try {
    localStorage.setItem(`pk-${what}-${shop.provider}`, value)
  } catch {}
}

/** What was picked on an earlier visit; empty where nothing was. */
function savedChoice(what: VisitorChoice, provider: string): string {
  try {
    return localStorage.getItem(`pk-${what}-${provider}`) ?? ''
  } catch {
    return ''
  }
}

/** The languages of the browser; the shop's own page has been written in one of them. */
function pageLanguage(api: string): string {
  return (!api && globalThis.document?.documentElement.lang) || (globalThis.navigator?.language ?? '')
}
