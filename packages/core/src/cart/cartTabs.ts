import { openPageChannel } from '../pageChannel.ts'

/** The page around the cart: other tabs of this origin that change it, and events after which it may be out of date. */
export type CartTabs = {
  /** Announces to the other tabs the current version of the cart. */
  announce(version: number): void
  /** Calls back with the version that another tab has seen. */
  onOtherTab(onVersion: (version: number) => void): void
  /** Calls back when the customer returns to this page: another device may have changed the cart. */
  onReturn(callback: () => void): void
}

/** The real page until `ended` aborts; on a server, one without any events. */
export function createCartTabs(name: string, ended: AbortSignal): CartTabs {
  if (typeof document === 'undefined') return { announce() {}, onOtherTab() {}, onReturn() {} }
  let listener: ((version: number) => void) | undefined
  const { send } = openPageChannel<number>(name, (version) => listener?.(version), ended)
  return {
    announce: send,
    onOtherTab(onVersion) {
      listener = onVersion
    },
    onReturn(callback) {
      const until = { signal: ended }
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && callback(), until)
      window.addEventListener('focus', callback, until)
      // A page from the back-forward cache is as old as when it was left.
      window.addEventListener('pageshow', ({ persisted }) => persisted && callback(), until)
    },
  }
}
