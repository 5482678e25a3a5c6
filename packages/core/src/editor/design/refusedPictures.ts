import { isShopError } from '../../errors.ts'

/** The pictures that the server refused because they are not the customer's. */
export function refusedPictures(error: unknown): readonly string[] {
  const isLost = isShopError(error) && error.reason === 'picture-sets.unknown' && Array.isArray(error.data)
  return isLost ? (error.data as string[]) : []
}
