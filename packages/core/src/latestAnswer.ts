import { isShopError, type ShopError } from './errors.ts'

/**
 * Sends calls of which only the latest counts: an answer or a failure is dropped if a newer call was sent meanwhile. Returns
 * undefined if the call failed or was dropped; `onFailure` is called with a failure of the latest call.
 */
export type LatestAnswer = {
  <T>(send: () => Promise<T>, onFailure: (error: ShopError) => Promise<void> | void): Promise<T | undefined>
  /** Drops the answer of the running call. */
  drop(): void
}

export function createLatestAnswer(): LatestAnswer {
  let last = 0
  async function latest<T>(send: () => Promise<T>, onFailure: (error: ShopError) => Promise<void> | void) {
    const order = ++last
    try {
      const answer = await send()
      return order === last ? answer : undefined
    } catch (error) {
      if (!isShopError(error)) throw error
      if (order === last) await onFailure(error)
      return undefined
    }
  }
  latest.drop = () => {
    last += 1
  }
  return latest
}
