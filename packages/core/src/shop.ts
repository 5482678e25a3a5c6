import { proxy } from 'valtio/vanilla'
import type { SessionKind } from './account/keySession.ts'
import { createSession, type Session } from './account/session.ts'
import { type Call, createClient } from './client.ts'
import { createEmitter, type Emitter } from './events.ts'
import type { Message } from './msg.ts'
import type { Sending } from './sending.ts'
import { pageStorage, type ShopStorage } from './storage.ts'
import { createTabMemory, type TabMemory } from './tabMemory.ts'

/** All but the first two are for programs outside a page, or a page with needs of its own. */
export type ShopOptions = Sending & {
  /** Origin of the server, such as `https://shop.example.com`; empty on the shop's own pages. */
  api: string
  /** The provider's key. */
  provider: string
  /** Language tag; the provider's default if it is missing. */
  language?: string
  /** Says one of core's own texts in a language, if no server has answered; English if it is missing. */
  say?: (message: Message, language: string) => string
  /** Where it stores what lasts longer than the page; the page's own storage if it is missing. */
  storage?: ShopStorage
  /** How it is held who is signed in: by the shop's cookie on its own pages, elsewhere by a key. */
  session?: SessionKind
  /** The time in milliseconds since 1970; `Date.now` if it is missing. */
  now?: () => number
}

/**
 * The headless shop: calls, session, memory and events. Features create their state from it, once each: `shop.part(createCart)`
 * is the same cart for every surface of the page.
 */
export type Shop = {
  readonly api: string
  readonly provider: string
  readonly call: Call
  readonly session: Session
  /** Survives a page load in this tab: entry flow, referrer, selected set. */
  readonly memory: TabMemory
  readonly storage: ShopStorage
  readonly events: Emitter
  /** The current language of texts, numbers, dates and amounts. */
  readonly locale: { language: string }
  /** The time in milliseconds since 1970. */
  readonly now: () => number
  /** Aborts when the shop is destroyed. */
  readonly ended: AbortSignal
  readonly part: <T>(create: (shop: Shop) => T) => T
  /** Ends its calls, and everything with which it listens to the page. It cannot be used afterwards: calls fail. */
  destroy(): void
}

/** Creates a shop. It uses neither the page nor the network at first, so it can be created on a server, too. */
export function createShop(options: ShopOptions): Shop {
  const { api, provider, storage = pageStorage, now = Date.now } = options
  const parts = new Map<unknown, unknown>()
  const end = new AbortController()
  const basis = {
    api,
    provider,
    storage,
    now,
    ended: end.signal,
    events: createEmitter(),
    memory: createTabMemory(api, provider, storage),
    locale: proxy({ language: options.language ?? 'en' }),
  }
  const { locale, events } = basis
  const session = createSession(basis, options.session)
  const call = createClient(api, provider, {
    ...session.caller,
    language: () => locale.language,
    say: (message) => options.say?.(message, locale.language) ?? message.message ?? '',
    failed: ({ reason, message }) => events.emit('pk-error', { reason, message }),
    ended: end.signal,
    sending: options,
  })
  session.bind(call)
  const shop: Shop = {
    ...basis,
    call,
    session,
    part<T>(create: (shop: Shop) => T): T {
      if (!parts.has(create)) parts.set(create, create(shop))
      return parts.get(create) as T
    },
    destroy() {
      end.abort()
      parts.clear()
    },
  }
  return shop
}
