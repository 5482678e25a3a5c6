import type { ParseArgsConfig } from 'node:util'
import type { ProfileData } from '@portraitkit/core/account/profile/profileContract.ts'
import type { Access, AnswerOf, AnyEndpoint, InputOf } from '@portraitkit/core/endpoint.ts'
import type { Context } from 'koa'
import type { CreateIndexesOptions, IndexSpecification } from 'mongodb'
import type { App } from './app.ts'
import type { PersonalData } from './personalData.ts'
import type { Provider } from './provider/document.ts'
import type { FactSources } from './rules/facts.ts'

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

/** Does what was typed after a command's name. Answers the exit code. */
export type RunCommand = (argv: string[], app: App) => Promise<number>

/** An operator's command of `./portraitkit`. Its code is loaded when it is typed. */
export type Command = {
  name: string
  /** How the list of commands shows it: what can be typed, and what that does. */
  usage: string
  summary: string
  load: () => Promise<RunCommand>
}

/** What a feature adds to a command of another one, such as `refund` to `orders`: typed, listed and explained as part of it. */
export type Subcommands = {
  /** The name of the command. */
  of: string
  /** How the list of commands shows them. */
  usage: string
  summary: string
  load: () => Promise<SubcommandRun>
}

/** The help, the options and the work of subcommands. */
export type SubcommandRun = {
  /** The first words that it answers to, such as `refund`. */
  words: readonly string[]
  help: {
    /** What can be typed after `./portraitkit`. */
    lines: readonly string[]
    about: string
    /** A line for each option that is its own. */
    options?: readonly string[]
  }
  options: NonNullable<ParseArgsConfig['options']>
  run: (typed: { values: object; positionals: string[] }, app: App) => Promise<void>
}

/** An attempt to pay an order, as who looks after it may see it. The amount is in minor units. */
export type PaymentAttempt = {
  readonly transaction: string
  readonly gateway: string
  readonly amount: number
  readonly state: string
  readonly created: Date
}

/** Who makes a call, and the trace that an operator leaves who acts as a customer. */
export type Callers = {
  /** The customer of a request's session; null where nobody is signed in. */
  find(app: App, provider: Provider, http: Context, now: Date): Promise<{ customer: Customer } | null>
  /** Records a call that an operator makes as a customer, by the call's name; nothing for anybody else. */
  record(call: CallContext, name: string): Promise<void>
}

/** What codes open. */
export type Codes = {
  /** The subjects of a code; none where nobody knows it. */
  subjectsOf(app: App, provider: Provider, code: string): Promise<readonly string[]>
  /** Lets a customer see subjects whose code was entered. */
  grant(app: App, provider: Provider, customerUuid: string, subjects: readonly string[]): Promise<unknown>
  /** The subjects that a customer may see now. */
  granted(app: App, customer: CustomerKey): Promise<string[]>
}

/** A customer of a shop, by uuid. */
export type CustomerKey = { readonly provider: string; readonly uuid: string }

/** A noun of the server: all that is its own, in one folder. A feature that is deleted takes all of this with it. */
export type Feature = {
  name: string
  calls: BoundCall[]
  pages?: Page[]
  collections?: Collection[]
  background?: Background[]
  /** What an operator can do at a terminal. */
  commands?: readonly Command[]
  /** What it adds to the commands of features that it stands on. */
  subcommands?: readonly Subcommands[]
  /** How it is known who calls; one feature has it. */
  callers?: Callers
  /** What codes open; one feature has it. */
  codes?: Codes
  /** What its collections hold of a customer: exported and erased with the account. */
  personalData?: readonly PersonalData[]
  /** What a customer's own account page shows of it. */
  profileData?: (call: CallContext<'customer'>) => Promise<Partial<ProfileData>>
  /** What rules may ask about a customer. */
  facts?: FactSources
  /** Uuids of the customer's own pictures that it uses: they are not deleted meanwhile. */
  picturesInUse?: (app: App, customer: CustomerKey) => Promise<readonly string[]>
  /** Uuids of pictures that somebody has paid for, with one of these subjects, and that are not printed yet. */
  picturesToPrint?: (app: App, provider: string, subjects: readonly string[]) => Promise<readonly string[]>
  /** The attempts to pay an order of a customer, by its uuid. */
  paymentsOf?: (app: App, customer: CustomerKey, order: string) => Promise<readonly PaymentAttempt[]>
  /** Tells whom it concerns that the pictures of a job, by uuid, are shown now. Answers how many mails that makes. */
  jobPublished?: (app: App, provider: Provider, job: string) => Promise<number>
  /** What it cannot work with in a provider's document, each fault with its field; asked before a provider is saved. */
  providerFaults?: (provider: Provider) => readonly string[]
}

/** What the one feature brings that has it. Throws where none has: the list of features is not whole. */
export function broughtBy<K extends 'callers' | 'codes'>(
  features: readonly Feature[],
  part: K,
): NonNullable<Feature[K]> {
  const found = features.find((feature) => feature[part])?.[part]
  if (!found) throw new Error(`No feature brings ${part}`)
  return found as NonNullable<Feature[K]>
}
