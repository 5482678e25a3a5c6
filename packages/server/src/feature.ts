import type { Access, AnswerOf, AnyEndpoint, InputOf } from '@portraitkit/core/endpoint.ts'
import type { Context } from 'koa'
import type { CreateIndexesOptions, IndexSpecification } from 'mongodb'
import type { App } from './app.ts'
import type { Provider } from './provider/document.ts'

/** The signed-in customer, as far as every feature needs to know. */
export type Customer = {
  readonly uuid: string
  readonly email: string
  readonly language: string
  readonly isSimulated: boolean
  /** Who acts as this customer, where somebody does. */
  readonly operator?: string
}

/** Somebody who entered a valid code a short while ago. */
export type Flow = { readonly subjects: readonly string[]; readonly expires: Date }

/** One call: whose shop, who calls, in which language. Features reach everything else through `app`. */
export type CallContext<Who extends Access = Access> = {
  readonly app: App
  readonly provider: Provider
  readonly customer: Who extends 'customer' ? Customer : Customer | null
  readonly flow: Who extends 'flow' ? Flow : Flow | null
  /** One of the provider's languages. */
  readonly language: string
  readonly now: Date
  /** For cookies, address and headers; most handlers never look. */
  readonly http: Context
}

type WhoOf<E> = E extends { access: infer Who } ? (Who extends Access ? Who : never) : never

/** Answers one call. Throws Failure for what the contract declares; anything else is a fault of ours. */
export type Handler<E extends AnyEndpoint> = (input: InputOf<E>, call: CallContext<WhoOf<E>>) => Promise<AnswerOf<E>>

export type BoundCall = { endpoint: AnyEndpoint; handle: (input: unknown, call: CallContext) => Promise<unknown> }

/** Binds a feature's contract: a call without a handler does not compile. */
export function bind<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [K in keyof C]: Handler<C[K]> },
): BoundCall[] {
  return Object.entries(contract).map(([key, endpoint]) => ({
    endpoint,
    handle: handlers[key] as unknown as BoundCall['handle'],
  }))
}

/** What answers with something else than JSON: images, files, pages, webhooks. Checks its own rights. */
export type Page = {
  method: 'GET' | 'POST'
  /** Koa router syntax. */
  path: string
  /** Pages outside any provider (the sandbox gateway, fonts) set this to false. */
  needsProvider: boolean
  handle: (http: Context, app: App, provider: Provider | null) => Promise<void>
  /** What a person reads in a language whose address is not good, and where in the shop to go on; by default what fits any page. */
  broken?: { words: (language: string) => { title: string; text: string }; path?: string }
}

/** Work that every process takes part in, by lease: queues and left-over checkouts. */
export type Background = { name: string; everyMs: number; run: (app: App) => Promise<void> }

/** A collection and its indexes. Every unique index begins with `provider`. */
export type Collection = {
  name: string
  indexes: Array<{ key: IndexSpecification; options?: CreateIndexesOptions }>
}

/** A noun of the server: its calls, pages, collections and background work, in one folder. */
export type Feature = {
  name: string
  calls: BoundCall[]
  pages?: Page[]
  collections?: Collection[]
  background?: Background[]
}
