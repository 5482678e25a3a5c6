import { pathOf, type RouteName, type RouteParams } from '@portraitkit/core/routes.ts'
import type { PageShop } from './pageShops.ts'
import type { RootOptions } from './root.tsx'

type Routes = RootOptions['routes']

/**
 * The host's own address for a view, otherwise the router's on this page, otherwise the shop's own site: there the address names the provider,
 * because the neutral host serves every shop.
 */
export function addressOf(page: PageShop, routes: Routes, name: RouteName, params: RouteParams): string {
  const path = pathOf(name, params)
  const mapped = mappedAddress(routes, name, params)
  if (mapped) {
    const query = path.split('?')[1]
    return query ? `${mapped}${mapped.includes('?') ? '&' : '?'}${query}` : mapped
  }
  const router = page.routers.at(-1)
  if (router) return router.href(path)
  const site = mappedAddress(routes, '*')
  const { api, provider } = page.shop
  return site === undefined ? `${api}${pathOf(name, { ...params, provider })}` : `${site}${path}`
}

/** The host's own address for a view. A `javascript:` address is ignored, because a page may pass on untrusted text. */
export function mappedAddress(routes: Routes, name: RouteName | '*', params: RouteParams = {}): string | undefined {
  const given = routes?.[name]
  // The port of an address is not a parameter.
  const address =
    given && `${given}`.replace(/:([a-z]\w*)/gi, (_all, key: string) => encodeURIComponent(params[key] ?? ''))
  return address && !/script:/i.test(`${given} or ${address}`.replace(/\s/g, '')) ? address : undefined
}
