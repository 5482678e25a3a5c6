import type { Route } from '@portraitkit/core/routes.ts'
import { SurfaceByTag } from '../surface/SurfaceByTag.tsx'
import { viewOf } from './views.ts'

/** The surface of a route. */
export function RouteView({ route, query }: { route: Route; query: string }) {
  const view = viewOf(route.name)
  const options = view.options?.(route.params, new URLSearchParams(query)) ?? {}
  return (
    <>
      <SurfaceByTag
        key={view.goesOn ? view.tag : `${view.tag} ${JSON.stringify(route.params)}`}
        tag={view.tag}
        options={options}
      />
      {view.below ? <SurfaceByTag key={view.below} tag={view.below} options={{}} waiting={null} /> : null}
    </>
  )
}
