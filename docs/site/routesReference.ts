import { protectedRoutes, type RouteName, routes } from '../../packages/core/src/routes.ts'
import { viewOf } from '../../packages/widgets/src/shop/views.ts'
import { table } from './table.ts'

/** Every view of the shop with its path, from the list that the router reads. */
export function routesReference(): string {
  const rows = Object.entries(routes).map(([name, path]) => {
    const tag = viewOf(name as RouteName)?.tag
    const isProtected = protectedRoutes.includes(name as RouteName)
    return [`\`${name}\``, `\`${path}\``, tag ? `[\`${tag}\`](elements.md#${tag})` : '', isProtected ? 'yes' : '']
  })
  return [
    '# Routes',
    'Every view of the shop, generated from the list of its router: the name used by `pk-navigate` and `routes`, the path below the address of the shop, and the element that shows it. `:name` is a parameter, `?` marks an optional one. [How routes work](../guide/routes.md).',
    table(['name', 'path', 'element', 'for customers'], rows),
  ]
    .join('\n\n')
    .concat('\n')
}
