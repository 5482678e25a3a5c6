import type { RouteName, RouteParams } from '../routes.ts'
import type { LinkType } from './packageTypes.ts'

/** The target of a package of type link: cards and one list of photo gifts also have a category. */
export type LinkInfo = { type: LinkType; category: string | null }

/** 001 §2.3, §9: the route of a package of type link. */
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
