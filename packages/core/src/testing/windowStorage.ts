import type { ShopStorage } from '../storage.ts'

/** For tests: all windows of the browser share the local storage that the test stubs, if it does. */
export const windowStorage: ShopStorage = {
  get device() {
    return globalThis.localStorage
  },
}
