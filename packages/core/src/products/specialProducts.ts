/**
 * PRC-7: products other than prints of a template. Their uuids are the same in every shop; their names and prices are in the
 * provider's range as for any other product, and a shop sells only those in its range.
 */

/** A printed class catalogue. Names and prices are in the range's list of catalogues. */
export const CATALOGUE_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000001'
/** 000 §3 defines product types for designs and packages only; this one is an addition. */
export const CATALOGUE_TYPE = 201
/** All pictures of a picture set, as a download. */
export const DIGITAL_SET_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000002'
/** One picture, as a download. */
export const DIGITAL_PORTRAIT_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000003'
/** The reduction by a rebate or a voucher. */
export const DISCOUNT_PRODUCT = '7c1d0a52-3f64-4b8e-9a10-000000000004'
/** An addition, like the one for catalogues. */
export const DISCOUNT_TYPE = 202

/** Whether a product is a download. */
export function isDigital(product: string): boolean {
  return product === DIGITAL_SET_PRODUCT || product === DIGITAL_PORTRAIT_PRODUCT
}
