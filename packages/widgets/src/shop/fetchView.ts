import { fetchSurface, forgetSurface } from '../surface/fetchSurface.ts'
import { routeAt, type ShopRouter } from './router.ts'
import { views } from './views.ts'

/** Fetches the code of the view at the router's address while everything else is still on its way. Shows nothing. */
export function fetchView(router: ShopRouter): void {
  const route = routeAt(router.current())
  const tag = route && views[route.name]?.tag
  if (!tag) return
  const view = fetchSurface(tag)
  // Whoever shows the view asks again, and tells where it cannot be had.
  void view.pending.then(() => view.failure !== undefined && forgetSurface(tag))
}
