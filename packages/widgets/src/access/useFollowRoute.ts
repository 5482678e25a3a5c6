import type { Route } from '@portraitkit/core/routes.ts'
import { useRoot } from '../rootContext.ts'

/** Goes where an action of the entry leads. */
export function useFollowRoute(): (next: Promise<Route | undefined>) => Promise<void> {
  const { navigate } = useRoot()
  return async (next) => {
    const route = await next
    if (route) navigate(route.name, route.params)
  }
}
