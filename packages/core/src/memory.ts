import type { CodeSubject } from './access/contract.ts'
import type { FormDraft } from './checkout/formDraft.ts'
import type { UpsaleType } from './checkout/upsale.ts'

/** What survives a page load, in one versioned entry of session storage. Anything else is fetched again. */
export type MemoryContent = {
  /** The entry flow of somebody who entered a code and is not signed in yet. */
  flow?: { token: string; code: string; subjects: CodeSubject[] }
  /** The customer's e-mail address, so that nobody types it twice; until the customer signs out. */
  email?: string
  /** Which entry of the tab's history holds the open form for a new password, and the key of its mail. */
  resetForm?: string
  /** Where to go after the login: a path of the shop. */
  referrer?: string
  /** The chosen picture set. */
  subject?: string
  /** The subjects that the last code added, for the new picture set page. */
  added?: string[]
  /** A design that waits for the login to be added to the cart. */
  draft?: unknown
  /** Those that were made before it, the latest first. */
  earlierDrafts?: readonly unknown[]
  /** A package that waits for the login. */
  packageDraft?: unknown
  /** What is being added to the cart, until the server has answered: added again after a reload, it is added once. */
  adding?: { content: string; id: string }
  /** What the customer has answered of what is offered at the checkout, until the next order. */
  answers?: { round: string; types: UpsaleType[] }
  /** What is filled in at the checkout; until it is ordered, or the customer signs out. */
  typing?: FormDraft
  /** Orders whose purchase the page was told of: told once, however often the receipt is opened. */
  purchased?: string[]
  /** Asks the server whether this page is the one that tells of a purchase. */
  purchaseClaim?: { orderUuid: string; claim: string }
  /** The support recording of this tab: goes on over page loads. `halted`: its person ended it and the server was not told. */
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

export type Memory = {
  read(): Readonly<MemoryContent>
  /** Merges; undefined removes. */
  write(change: { [K in keyof MemoryContent]?: MemoryContent[K] | undefined }): void
  /** Reads what later pages of this tab wrote, after the browser has come back to a page that it had kept. */
  refresh(): void
}

const version = 1

/** Remembers in session storage where there is one and it may be used, else only as long as the page lives. */
export function createMemory(api: string, provider: string): Memory {
  const key = `pk-${version}-${api}-${provider}`
  let entries = load(key)
  return {
    read: () => entries,
    write(change) {
      entries = Object.fromEntries(Object.entries({ ...entries, ...change }).filter(([, value]) => value !== undefined))
      try {
        globalThis.sessionStorage?.setItem(key, JSON.stringify(entries))
      } catch {
        // Storage can be full or forbidden: the page still works, only a reload forgets.
      }
    },
    refresh() {
      entries = load(key)
    },
  }
}

function load(key: string): MemoryContent {
  try {
    return JSON.parse(globalThis.sessionStorage?.getItem(key) ?? '{}') as MemoryContent
  } catch {
    return {}
  }
}
