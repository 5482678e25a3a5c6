import { pathOf, type Route, type RouteName, type RouteParams, routeOf } from '../routes.ts'
import type { Shop } from '../shop.ts'

/** AUT-15: the sign-in returns to this view, in this tab. */
export function rememberReturn(shop: Pick<Shop, 'memory'>, name: RouteName, params?: RouteParams): void {
  shop.memory.write({ referrer: pathOf(name, params) })
}

/** AUT-7: the view to return to, which is then forgotten; without one, the offers. */
export function takeReturn(shop: Pick<Shop, 'memory'>): Route {
  const { referrer } = shop.memory.read()
  shop.memory.write({ referrer: undefined })
  return (referrer ? routeOf(referrer) : undefined) ?? { name: 'products.list', params: {} }
}
