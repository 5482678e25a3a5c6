import { pathOf, type RouteName, type RouteParams } from '@portraitkit/core/routes.ts'
import type { PageShop } from './pageShops.ts'
import type { RootOptions } from './root.tsx'

type Routes = RootOptions['routes']

/** The host's own address for a view, otherwise the router's on this page, otherwise the shop's own site. */
export function addressOf(page: PageShop, routes: Routes, name: RouteName, params: RouteParams): string {
  const path = pathOf(name, params)
  const mapped = mappedAddress(routes, name, params)
  if (mapped) {
    const query = path.split('?')[1]
    return query ? `${mapped}${mapped.includes('?') ? '&' : '?'}${query}` : mapped
  }
  return page.routers.at(-1)?.href(path) ?? `${mappedAddress(routes, '*') ?? page.shop.api}${path}`
}

/** The host's own address for a view. A `javascript:` address is ignored, because a page may pass on untrusted text. */
export function mappedAddress(routes: Routes, name: RouteName | '*', params: RouteParams = {}): string | undefined {
  const given = routes?.[name]
  // The port of an address is not a parameter.
  const address =
    given && `${given}`.replace(/:([a-z]\w*)/gi, (_all, key: string) => encodeURIComponent(params[key] ?? ''))
  return address && !/script:/i.test(`${given} or ${address}`.replace(/\s/g, '')) ? address : undefined
}
