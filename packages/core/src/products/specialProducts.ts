/**
 * PRC-7: products that are not a print of a template. Their uuids are the same in every shop; what they are called and cost
 * stands in the provider's range as for any other product, and a shop whose range does not name one does not sell it.
 */

/** A printed class catalogue. Names and prices stand in the range's list of catalogues. */
export const CATALOGUE_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000001'
/** 000 §3 names types of products for designs and packages alone; this one is ours. */
export const CATALOGUE_TYPE = 201
/** All pictures of a picture set, to download. */
export const DIGITAL_SET_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000002'
/** One picture, to download. */
export const DIGITAL_PORTRAIT_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000003'
/** What a rebate or a voucher takes off. */
export const DISCOUNT_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000004'
/** Ours, as that of catalogues. */
export const DISCOUNT_TYPE = 202

/** Whether a product is something to download. */
export function isDigital(product: string): boolean {
  return product === DIGITAL_SET_PRODUCT || product === DIGITAL_PORTRAIT_PRODUCT
}
