/** 001 §9: the fixed words of packages. */

/** 001 §9: the product type of a package, in the cart and in orders. The product's uuid is the package's. */
export const PACKAGE_TYPE = 200

/** The targets of packages of type link. */
export const LINK_TYPES = [
  'cards',
  'calendars',
  'catalogues',
  'digitalcopy',
  'photogifts.category',
  'photogifts',
] as const
export type LinkType = (typeof LINK_TYPES)[number]
