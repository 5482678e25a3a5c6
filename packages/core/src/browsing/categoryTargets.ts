import type { RouteName, RouteParams } from '../routes.ts'
import type { RouteWord } from '../template/routeWords.ts'
import type { Category } from './contract.ts'

/** A view of the shop with what it needs. */
export type RouteTarget = { name: RouteName; params: RouteParams }
/** What a list of templates is of. */
export type ListType = RouteWord

/** 001 §2.1: where the tile of a category leads. What is none of the documents' words is a category of photo gifts. */
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

/** 001 §2.2: what is listed at `/products/categories/{category}/{subCategory?}`. */
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
