import { isShopError, type ShopError } from './errors.ts'

/** The answer of a call; undefined if it failed, after calling `onFailure`. Any other error is thrown. */
export async function tryCall<T>(
  send: () => Promise<T>,
  onFailure?: (error: ShopError) => void,
): Promise<T | undefined> {
  try {
    return await send()
  } catch (error) {
    if (!isShopError(error)) throw error
    onFailure?.(error)
    return undefined
  }
}
