/**
 * A sign-out that the server has not confirmed. The page that sent it may be closed before the answer, so the customer's uuid
 * stays in the browser, and the shop's next page signs that customer out for good.
 */
export type UnconfirmedSignOut = {
  /** The customer's uuid. */
  read(): string | null
  remember(customer: string): void
  forget(): void
}

export function createUnconfirmedSignOut(api: string, provider: string): UnconfirmedSignOut {
  const key = `pk-sign-out-${api}-${provider}`
  // If storage is forbidden, the sign-out still outlives its page, but is not sent again.
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
