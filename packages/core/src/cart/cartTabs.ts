import { openPageChannel } from '../pageChannel.ts'

/** The page around the cart: other tabs of this origin that change it, and events after which it may be out of date. */
export type CartTabs = {
  /** Tells the other tabs the current version of the cart. */
  tell(version: number): void
  /** Calls back with the version that another tab has seen. */
  onOtherTab(heard: (version: number) => void): void
  /** Calls back when the customer returns to this page: another device may have changed the cart. */
  onReturn(returned: () => void): void
}

/** The real page; on a server, one without any events. */
export function createCartTabs(name: string): CartTabs {
  if (typeof document === 'undefined') return { tell() {}, onOtherTab() {}, onReturn() {} }
  let listener: ((version: number) => void) | undefined
  const { tell } = openPageChannel<number>(name, (version) => listener?.(version))
  return {
    tell,
    onOtherTab(heard) {
      listener = heard
    },
    onReturn(returned) {
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && returned())
      window.addEventListener('focus', returned)
      // A page from the back-forward cache is as old as when it was left.
      window.addEventListener('pageshow', ({ persisted }) => persisted && returned())
    },
  }
}
