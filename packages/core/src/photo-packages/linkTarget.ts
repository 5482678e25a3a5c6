import type { RouteName, RouteParams } from '../routes.ts'
import type { LinkType } from './packageTypes.ts'

/** Where a package of type link leads: a category stands beside cards and beside one list of photo gifts. */
export type LinkInfo = { type: LinkType; category: string | null }

/** 001 §2.3, §9: the view of the shop that a package of type link opens. */
export function routeOfLink({ type, category }: LinkInfo): { name: RouteName; params: RouteParams } {
  switch (type) {
    case 'cards':
      return category
        ? { name: 'products.cards.category', params: { category } }
        : { name: 'products.cards', params: {} }
    case 'calendars':
      return { name: 'products.calendars', params: {} }
    case 'catalogues':
      return { name: 'products.catalogues', params: {} }
    case 'digitalcopy':
      return { name: 'products.digitalportraits', params: {} }
    default:
      return category
        ? { name: 'products.photogifts.category', params: { category } }
        : { name: 'products.photogifts', params: {} }
  }
}
