import type { ListType } from '@portraitkit/core/browsing/categoryRoutes.ts'
import { type FilterName, type Filters, readFilters, writeFilters } from '@portraitkit/core/browsing/filters.ts'
import type { RouteName } from '@portraitkit/core/routes.ts'
import { useState } from 'react'
import { useRoot } from '../rootContext.ts'

export type FilterQuery = Partial<Record<FilterName, string | undefined>>

/**
 * The filters of a list. In a shop they are stored in the address, so Back, reload and a shared link keep them; a standalone
 * list keeps them itself.
 */
export function useFilters(
  type: ListType,
  category: string | undefined,
  query: FilterQuery,
): [Filters, (filters: Filters) => void] {
  const { page, navigate } = useRoot()
  const [own, setOwn] = useState<Filters>()
  const hasAddress = page.routers.length > 0
  const choose = (filters: Filters) => {
    if (!hasAddress) return setOwn(filters)
    const name: RouteName = category ? `products.${type}.category` : `products.${type}`
    navigate(name, { ...(category ? { category } : {}), ...writeFilters(filters) })
  }
  return [(hasAddress ? undefined : own) ?? readFilters(query), choose]
}
