/** 001 §9: the fixed words of packages. */

/** 001 §9: the type of the product of a package, in the cart and in orders. The product's uuid is the package's. */
export const PACKAGE_TYPE = 200

/** What a package is made of: a print of a template, a catalogue, all pictures of a set to download. */
export const ITEM_TYPES = ['TEMPLATE_PRODUCT', 'CATALOGUE', 'DIGITAL_SET'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** Where a package of type link leads. */
export const LINK_TYPES = [
  'cards',
  'calendars',
  'catalogues',
  'digitalcopy',
  'photogifts.category',
  'photogifts',
] as const
export type LinkType = (typeof LINK_TYPES)[number]
