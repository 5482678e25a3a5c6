import type { Route } from '@portraitkit/core/routes.ts'
import { useRoot } from '../rootContext.ts'

/** Navigates to the route that an action of the entry flow returns. */
export function useFollowRoute(): (next: Promise<Route | undefined>) => Promise<void> {
  const { navigate } = useRoot()
  return async (next) => {
    const route = await next
    if (route) navigate(route.name, route.params)
  }
}
