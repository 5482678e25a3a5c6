/** 001 §9: the fixed words of packages. */

/** 001 §9: the product type of a package, in the cart and in orders. The product's uuid is the package's. */
export const PACKAGE_TYPE = 200

/** The types of a package's items: a print of a template, a catalogue, all pictures of a set as downloads. */
export const ITEM_TYPES = ['TEMPLATE_PRODUCT', 'CATALOGUE', 'DIGITAL_SET'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

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
