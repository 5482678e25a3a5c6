import type { CodeSubject } from './access/contract.ts'
import type { FormDraft } from './checkout/formDraft.ts'
import type { UpsaleType } from './checkout/upsale.ts'
import { toJson } from './natives.ts'
import { type ShopStorage, tryStorage } from './storage.ts'

/** What survives a page load, in one versioned entry of session storage. Everything else is fetched again. */
export type TabMemoryContent = {
  /** The entry flow of a visitor who has entered a code and is not signed in yet. */
  flow?: { token: string; code: string; subjects: CodeSubject[] }
  /** The customer's email address, so that it is typed only once; deleted on sign-out. */
  email?: string
  /** The history entry with the open form for a new password, and the key from its email. */
  resetForm?: string
  /** Where to go after the login: a path of the shop. */
  referrer?: string
  /** The selected picture set. */
  subject?: string
  /** The subjects that the last code added, for the new picture set page. */
  added?: string[]
  /** A design that waits for the login to be added to the cart. */
  draft?: unknown
  /** Earlier drafts, the latest first. */
  earlierDrafts?: readonly unknown[]
  /** A package that waits for the login. */
  packageDraft?: unknown
  /** What is being added to the cart, until the server has answered: repeated after a reload, it is added once. */
  adding?: { content: string; id: string }
  /** The customer's answers to the offers at the checkout, until the next order. */
  answers?: { round: string; types: UpsaleType[] }
  /** The inputs at the checkout, until the order or the sign-out. */
  typing?: FormDraft
  /** Orders whose purchase event was dispatched: once, however often the receipt is opened. */
  purchased?: string[]
  /** Asks the server whether this page is the one that dispatches a purchase. */
  purchaseClaim?: { orderUuid: string; claim: string }
  /**
   * The support recording of this tab: continues over page loads. `halted`: the visitor ended it, but the server was not
   * notified.
   */
  recording?: {
    uuid: string
    key: string
    expires: string
    /** Number of the next part. */
    next: number
    unsent: Array<{ part: number; events: string }>
    halted: boolean
  }
}

export type TabMemory = {
  read(): Readonly<TabMemoryContent>
  /** Merges; undefined removes. */
  write(change: { [K in keyof TabMemoryContent]?: TabMemoryContent[K] | undefined }): void
  /** Reads what later pages of this tab have written, after the browser has restored a page. */
  refresh(): void
}

const version = 1

/** Stores in the tab's storage if it is available, otherwise only as long as the page lives. */
export function createTabMemory(api: string, provider: string, storage: ShopStorage): TabMemory {
  const key = `pk-${version}-${api}-${provider}`
  let entries = load(storage, key)
  return {
    read: () => entries,
    write(change) {
      entries = Object.fromEntries(Object.entries({ ...entries, ...change }).filter(([, value]) => value !== undefined))
      // Where it cannot be stored, the page still works, but a reload forgets.
      tryStorage(storage, 'tab', (tab) => tab.setItem(key, toJson(entries)))
    },
    refresh() {
      entries = load(storage, key)
    },
  }
}

function load(storage: ShopStorage, key: string): TabMemoryContent {
  return tryStorage(storage, 'tab', (tab) => JSON.parse(tab.getItem(key) ?? '{}') as TabMemoryContent) ?? {}
}
