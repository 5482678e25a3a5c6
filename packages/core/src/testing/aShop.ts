import { proxy } from 'valtio/vanilla'
import type { AnyEndpoint } from '../endpoint.ts'
import { type FailureBody, ShopError } from '../errors.ts'
import { createEmitter } from '../events.ts'
import type { Shop } from '../shop.ts'
import { createTabMemory } from '../tabMemory.ts'
import { windowStorage } from './windowStorage.ts'

/** Sends a call to a server and returns whatever it answers. */
export type Send = (endpoint: AnyEndpoint, input: Record<string, unknown>) => Promise<{ status: number; body: unknown }>

export type AShop = {
  shop: Shop
  /** Names of the sent calls, in order. */
  sent: string[]
  /** Runs between a call's answer and its caller; throwing here simulates a lost answer. */
  onAnswer: ((name: string) => Promise<void> | void) | undefined
  /** Whether calls reach the server at all. */
  isOnline: boolean
}

/** For tests: the headless shop of a page, on a network that the test can slow down and cut. */
export function aShop(send: Send, provider: string): AShop {
  const parts = new Map<unknown, unknown>()
  const state = proxy({ status: 'signed-in' as const, user: null })
  const built: AShop = { shop: undefined as unknown as Shop, sent: [], onAnswer: undefined, isOnline: true }
  const call = async (endpoint: AnyEndpoint, input: Record<string, unknown>) => {
    built.sent.push(endpoint.name)
    if (!built.isOnline) throw lost()
    const { status, body } = await send(endpoint, input)
    await built.onAnswer?.(endpoint.name)
    if (status !== 200) throw new ShopError('failure', body as FailureBody, status)
    return body
  }
  built.shop = {
    api: '',
    provider,
    call: call as Shop['call'],
    session: { state, ready: async () => state, check: async () => state } as unknown as Shop['session'],
    memory: createTabMemory('', `${provider} ${Math.random()}`, {}),
    events: createEmitter(),
    storage: windowStorage,
    now: Date.now,
    ended: new AbortController().signal,
    destroy() {},
    locale: proxy({ language: 'en' }),
    part(create) {
      if (!parts.has(create)) parts.set(create, create(built.shop))
      return parts.get(create) as ReturnType<typeof create>
    },
  }
  return built
}

const lost = () => new ShopError('network', { error: 'No connection', reason: 'network' }, 0)

/** Loses the answer of a call the first time it is sent. */
export function loseAnswerOnce(built: AShop, name: string): void {
  built.onAnswer = (answered) => {
    if (answered !== name) return
    built.onAnswer = undefined
    throw lost()
  }
}

/**
 * Holds the answer of a call, the next time it is sent: `reached` resolves when the server has answered, and `arrive` lets the
 * answer pass.
 */
export function delayAnswerOnce(
  built: AShop,
  name: string,
): { reached: Promise<void>; arrive: () => void; lose: () => void } {
  const reached = Promise.withResolvers<void>()
  const way = Promise.withResolvers<void>()
  built.onAnswer = (answered) => {
    if (answered !== name) return
    built.onAnswer = undefined
    reached.resolve()
    return way.promise
  }
  return { reached: reached.promise, arrive: way.resolve, lose: () => way.reject(lost()) }
}
