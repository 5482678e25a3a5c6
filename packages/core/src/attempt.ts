import { isShopError, type ShopError } from './errors.ts'

/** What a call answers; undefined where it failed, which `onFailure` hears of. What is no failure of a call is thrown. */
export async function attempt<T>(
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
