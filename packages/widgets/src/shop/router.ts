import { pathOf, type Route, routeOf } from '@portraitkit/core/routes.ts'
import type { Router } from '../pageShops.ts'

/** The address as the shop sees it: a path of its own with its query. */
export type Location = { path: string; query: string }

export type ShopRouter = Router & {
  current(): Location
  /** Calls back on every change of the address, whatever caused it. */
  onChange(listen: () => void): () => void
}

/**
 * Real paths below a base (`/` on the shop's own site, `/photos` on another page) or, without one, hash routes that begin with
 * `#/`, so that a bare `#login` keeps the meaning that the specification gives it. `extra` is added to the query of every
 * address.
 */
export function createRouter(base: string | undefined, extra: Readonly<Record<string, string>> = {}): ShopRouter {
  const prefix = base === undefined ? undefined : prefixOf(base)
  const href = (path: string) => (prefix === undefined ? `${thisPage()}#${path}` : `${prefix}${withQuery(path, extra)}`)
  let last: Location = { path: '/', query: '' }
  const current = (): Location => {
    if (prefix !== undefined) return { path: location.pathname.slice(prefix.length) || '/', query: location.search }
    // A bare `#about` scrolls to an anchor on the page, and the shop stays where it is.
    if (location.hash === '' || location.hash.startsWith('#/')) {
      const [path = '/', query = ''] = location.hash.slice(1).split('?')
      last = { path: path || '/', query }
    }
    return last
  }
  const looks = new Set<() => void>()
  const notify = () => {
    for (const look of [...looks]) look()
  }
  return {
    href,
    current,
    go(path) {
      history.pushState(null, '', href(path))
      notify()
    },
    replace(path) {
      history.replaceState(null, '', href(path))
      notify()
    },
    readdress(params) {
      const { path, query } = current()
      const route = routeOf(path)
      if (!route || !Object.keys(params).every((name) => name in route.params)) return
      const next = pathOf(route.name, { ...route.params, ...params })
      if (next === path) return
      history.replaceState(history.state, '', href(query ? `${next}?${query.replace(/^\?/, '')}` : next))
      notify()
    },
    onChange(listen) {
      let seen = location.href
      const look = () => {
        if (location.href === seen) return
        seen = location.href
        listen()
      }
      looks.add(look)
      const stop = watchAddress(look)
      return () => {
        looks.delete(look)
        stop()
      }
    },
  }
}

/** The path of a base, however the page has written it: `/photos` of `photos/` and of `https://studio.example.com/photos`. */
function prefixOf(base: string): string {
  const path = base.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/+|\/+$/g, '')
  return path && `/${path}`
}

/** The prefix that keeps a hash on this page: a `<base>` would send it elsewhere. */
function thisPage(): string {
  return document.querySelector('base[href]') ? location.href.replace(/#.*/, '') : ''
}

function withQuery(path: string, extra: Readonly<Record<string, string>>): string {
  const names = Object.entries(extra)
  if (names.length === 0) return path
  const url = new URL(path, 'http://shop.invalid')
  for (const [name, value] of names) url.searchParams.set(name, value)
  return `${url.pathname}${url.search}${url.hash}`
}

/** 000 §9: any change of the address is noticed within 100 ms, immediately if the browser reports it. */
function watchAddress(look: () => void): () => void {
  const named = (globalThis as { navigation?: EventTarget }).navigation
  // If the browser has no Navigation API, an element of the page may have that name.
  const navigation = named instanceof Element ? undefined : named
  const events = ['popstate', 'hashchange'] as const
  for (const name of events) addEventListener(name, look)
  navigation?.addEventListener('currententrychange', look)
  const poll = navigation ? undefined : setInterval(look, 100)
  return () => {
    for (const name of events) removeEventListener(name, look)
    navigation?.removeEventListener('currententrychange', look)
    clearInterval(poll)
  }
}

/** The route at an address, if the shop has one there. */
export function routeAt({ path }: Location): Route | undefined {
  const found = routeOf(path)
  if (found) return found
  // any other address below the products shows the overview
  return path === '/products' || path.startsWith('/products/') ? { name: 'products.list', params: {} } : undefined
}
