import { surfaces } from '../surfaces.ts'
import { routeAt, type ShopRouter } from './router.ts'
import { views } from './views.ts'

/** Fetches the code of the view at the router's address while everything else is still on its way. Shows nothing. */
export function fetchView(router: ShopRouter): void {
  const route = routeAt(router.current())
  const tag = route && views[route.name]?.tag
  // Whoever shows the view asks again, and tells where it cannot be had.
  if (tag) surfaces[tag].load().catch(() => undefined)
}
