/**
 * A sign-out that the server has not confirmed. The page that asked for it may be closed before the answer, so whose it was stays
 * in the browser, and the next page of this shop signs that customer out for good.
 */
export type UnconfirmedSignOut = {
  /** The customer's uuid. */
  read(): string | null
  remember(customer: string): void
  forget(): void
}

export function createUnconfirmedSignOut(api: string, provider: string): UnconfirmedSignOut {
  const key = `pk-sign-out-${api}-${provider}`
  // Storage can be forbidden: then the sign-out still outlives its page, and is not sent again.
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return globalThis.localStorage ? use(globalThis.localStorage) : null
    } catch {
      return null
    }
  }
  return {
    read: () => attempt((storage) => storage.getItem(key)),
    remember: (customer) => void attempt((storage) => storage.setItem(key, customer)),
    forget: () => void attempt((storage) => storage.removeItem(key)),
  }
}
