import type { RouteName, RouteParams } from '../routes.ts'
import type { RouteWord } from '../template/routeWords.ts'
import type { Category } from './contract.ts'

/** A view of the shop with its parameters. */
export type RouteTarget = { name: RouteName; params: RouteParams }
/** The kind of templates in a list. */
export type ListType = RouteWord

/** 001 §2.1: the route of a category's tile. Any name that the specification does not list is a category of photo gifts. */
export function routeOfCategory({
  internalName,
  subCategories,
}: Pick<Category, 'internalName' | 'subCategories'>): RouteTarget {
  switch (internalName) {
    case 'digitalprint':
      return { name: 'products.digitalportraits', params: {} }
    case 'catalogues':
      return { name: 'products.catalogues', params: {} }
    case 'calendar':
      return { name: 'products.calendars', params: {} }
    case 'packages':
      return { name: 'products.list', params: {} }
    case 'cards': {
      const category = subCategories.find((one) => one.default) ?? subCategories[0]
      return category
        ? { name: 'products.cards.category', params: { category: category.internalName } }
        : { name: 'products.cards', params: {} }
    }
    default:
      return { name: 'products.photogifts.category', params: { category: internalName } }
  }
}

/** 001 §2.2: the list at `/products/categories/{category}/{subCategory?}`. */
export function listOfCategory(
  category: string,
  subCategory?: string,
): { type: ListType; category: string | undefined } {
  if (category === 'cards') return { type: 'cards', category: subCategory }
  if (category === 'calendar') return { type: 'calendars', category: subCategory }
  return { type: 'photogifts', category: subCategory ?? category }
}

/** 001 §2.1: the overview hides the archive. */
export function visibleCategories(categories: readonly Category[], except?: string): Category[] {
  return categories.filter(({ internalName }) => internalName !== 'archive' && internalName !== except)
}
