import { proxy } from 'valtio/vanilla'
import { createSession, type Session } from './account/session.ts'
import { type Call, createClient } from './client.ts'
import { createEmitter, type Emitter } from './events.ts'
import type { Message } from './msg.ts'
import { createTabMemory, type TabMemory } from './tabMemory.ts'

export type ShopOptions = {
  /** Origin of the server, such as `https://shop.example.com`; empty on the shop's own pages. */
  api: string
  /** The provider's key. */
  provider: string
  /** Language tag; the provider's default if it is missing. */
  language?: string
  /** Says one of core's own texts in a language, if no server has answered; English if it is missing. */
  say?: (message: Message, language: string) => string
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
  readonly events: Emitter
  /** The current language of texts, numbers, dates and amounts. */
  readonly locale: { language: string }
  readonly part: <T>(create: (shop: Shop) => T) => T
}

/** Creates a shop. It uses neither the page nor the network at first, so it can be created on a server, too. */
export function createShop(options: ShopOptions): Shop {
  const parts = new Map<unknown, unknown>()
  const events = createEmitter()
  const memory = createTabMemory(options.api, options.provider)
  const locale = proxy({ language: options.language ?? 'en' })
  const session = createSession({ api: options.api, provider: options.provider, events, memory })
  const call = createClient(options.api, options.provider, {
    ...session.caller,
    language: () => locale.language,
    say: (message) => options.say?.(message, locale.language) ?? message.message ?? '',
    failed: ({ reason, message }) => events.emit('pk-error', { reason, message }),
  })
  session.bind(call)
  const shop: Shop = {
    api: options.api,
    provider: options.provider,
    call,
    session,
    memory,
    events,
    locale,
    part<T>(create: (shop: Shop) => T): T {
      if (!parts.has(create)) parts.set(create, create(shop))
      return parts.get(create) as T
    },
  }
  return shop
}
