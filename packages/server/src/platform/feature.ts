import type { ParseArgsConfig } from 'node:util'
import type { ProfileData } from '@portraitkit/core/account/profile/profileContract.ts'
import type { Access, AnswerOf, AnyEndpoint, InputOf } from '@portraitkit/core/endpoint.ts'
import type { Message } from '@portraitkit/core/msg.ts'
import type { Context } from 'koa'
import type { CreateIndexesOptions, IndexSpecification } from 'mongodb'
import type { App } from './app.ts'
import type { Env } from './env.ts'
import type { Lane } from './lanes.ts'
import type { Mail } from './mail/mail.ts'
import type { MailKind } from './mail/mailKinds.ts'
import type { Metric } from './metrics/metric.ts'
import type { Migration } from './migrations/migration.ts'
import type { PersonalData } from './personalData.ts'
import type { Provider } from './provider/document.ts'
import type { FactSources } from './rules/facts.ts'
import type { SubjectEntry, SubjectHistory } from './subjectHistory.ts'
import type { MergeSubjects } from './subjectMerge.ts'
import type { TaskKind } from './taskKind.ts'
import type { WithheldThing } from './withheldThing.ts'

/** The signed-in customer, with the data that every feature needs. */
export type Customer = {
  readonly uuid: string
  readonly email: string
  readonly language: string
  readonly isSimulated: boolean
  /** The operator who acts as this customer, if any. */
  readonly operator?: string
}

/** What a code opens, or the link of a `share`, by its uuid. `code` stands for the code and opens nothing by itself. */
export type Opening = {
  readonly subjects: readonly string[]
  readonly code?: string | undefined
  readonly share?: string | undefined
}

/** A visitor who entered a valid code, or opened the link of a share, a short while ago. */
export type Flow = Opening & { readonly expires: Date }

/** One call: the shop, the caller, the language. Features reach everything else through `app`. */
export type CallContext<Who extends Access = Access> = {
  readonly app: App
  readonly provider: Provider
  readonly customer: Who extends 'customer' ? Customer : Customer | null
  readonly flow: Who extends 'flow' ? Flow : Flow | null
  /** One of the provider's languages. */
  readonly language: string
  readonly now: Date
  /** For cookies, address and headers; most handlers do not need it. */
  readonly http: Context
}

type CallerOf<E> = E extends { access: infer Who } ? (Who extends Access ? Who : never) : never

/** Answers one call. Throws Failure for failures that the contract declares; anything else is an error of the server. */
export type Handler<E extends AnyEndpoint> = (input: InputOf<E>, call: CallContext<CallerOf<E>>) => Promise<AnswerOf<E>>

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

/** A route that answers with something other than JSON: images, files, pages, webhooks. It checks its own rights. */
export type Page = {
  method: 'GET' | 'POST'
  /** Koa router syntax. */
  path: string
  /** Pages outside any provider (the sandbox gateway, fonts) set this to false. */
  needsProvider: boolean
  handle: (http: Context, app: App, provider: Provider | null) => Promise<void>
  /** The texts for a person whose address is invalid, and the path at which to continue; by default texts that suit any page. */
  brokenLink?: { texts: { title: Message; text: Message }; path?: string }
}

/**
 * Work that every server takes part in, coordinated by leases: queues and abandoned checkouts. With a lane, only the servers and
 * workers that do the work of this lane.
 */
export type Background = { name: string; everyMs: number; lane?: Lane; run: (app: App) => Promise<void> }

/** A collection and its indexes. Every unique index begins with `provider`. */
export type Collection = {
  name: string
  /** It stores nothing about a customer; every other collection is in the feature's `personalData`. */
  isImpersonal?: true
  indexes: Array<{ key: IndexSpecification; options?: CreateIndexesOptions }>
}

/** Runs the arguments after a command's name. Returns the exit code. */
export type RunCommand = (argv: string[], app: App) => Promise<number>

/** The same for a command that replaces the data, and opens it afterwards. */
export type RunBeforeOpening = (
  argv: string[],
  env: Env,
  open: (env: Env) => Promise<{ app: App; close(): Promise<void> }>,
) => Promise<number>

/** An operator's command of `./portraitkit`. Its code is loaded when it is called. */
export type Command = {
  name: string
  /** Its lines in the list of commands: the arguments, and what they do. */
  usage: string
  summary: string
  /** It runs as a server does, and is listed as one; any other command is listed by its name while it runs. */
  isServer?: true
} & ({ load: () => Promise<RunCommand> } | { loadBeforeOpening: () => Promise<RunBeforeOpening> })

/** A feature's addition to a command of another one, such as `refund` to `orders`: parsed, listed and documented as part of it. */
export type Subcommands = {
  /** The name of the command. */
  of: string
  /** Its lines in the list of commands. */
  usage: string
  summary: string
  load: () => Promise<SubcommandRun>
}

/** The help, the options and the implementation of subcommands. */
export type SubcommandRun = {
  /** The first arguments that it handles, such as `refund`. */
  words: readonly string[]
  help: {
    /** Its arguments after `./portraitkit`. */
    lines: readonly string[]
    about: string
    /** A line for each of its own options. */
    options?: readonly string[]
  }
  options: NonNullable<ParseArgsConfig['options']>
  run: (typed: { values: object; positionals: string[] }, app: App) => Promise<void>
}

/** An attempt to pay an order, as operators see it. The amount is in minor units. */
export type PaymentAttempt = {
  readonly transaction: string
  readonly gateway: string
  readonly amount: number
  readonly state: string
  readonly created: Date
}

/** Pictures that some subjects showed in a period of time, and should not have. All by uuid. */
export type Exposure = {
  readonly pictures: readonly string[]
  readonly subjects: readonly string[]
  readonly from: Date
  readonly until: Date
  /** Only these accounts, or what stands for deleted ones, with what they share, should not have; all if it is missing. */
  readonly customers?: readonly string[]
}

/** Somebody who could see such pictures, or did something with them: by uuid, by email address, or by what stands for a deleted account. */
export type Sighting = {
  readonly kind: 'account' | 'share' | 'download' | 'order' | 'email'
  readonly who: { readonly customer: string } | { readonly email: string } | { readonly standIn: string }
  readonly subject: string
  /** The first time; for an account or a share, since when it could see them. */
  readonly at: Date
  /** Such as the number of an order. */
  readonly detail?: string
}

/** Identifies the caller, and records what an operator does as a customer. */
export type Callers = {
  /** The customer of the request's session; null if nobody is signed in. */
  find(app: App, provider: Provider, http: Context, now: Date): Promise<{ customer: Customer } | null>
  /** Records a call, by its name, that an operator makes as a customer; does nothing for anybody else. */
  record(call: CallContext, name: string): Promise<void>
}

/** The subjects behind access codes and the links of shares. */
export type Codes = {
  /** What a code or a link opens; no subjects if it is unknown, or the share has ended. */
  find(app: App, provider: Provider, code: string): Promise<Opening>
  /** Whether the code or the share of an earlier opening still opens these subjects. */
  isOpen(app: App, provider: Provider, opening: Opening): Promise<boolean>
  /** Grants a customer what was opened. */
  grant(call: CallContext, customerUuid: string, opening: Opening): Promise<unknown>
  /** The subjects that a customer may see now. */
  grantedSubjects(app: App, customer: CustomerKey): Promise<string[]>
}

/** A customer of a shop, by uuid. */
export type CustomerKey = { readonly provider: string; readonly uuid: string }

/** Subjects of a job that are deleted for good, and the pictures that are theirs alone. All by uuid. */
export type DeletedSubjects = {
  readonly job: string
  readonly subjects: readonly string[]
  readonly pictures: readonly string[]
}

/** A job that is deleted. Its name is missing if its document is gone already. */
export type DeletedJob = { readonly uuid: string; readonly name?: string; readonly year?: number }

/** A line of the receipt of a deletion: how many of what were deleted, or stay for a reason that says how long. */
export type DeletionEntry = { readonly what: string; readonly count: number; readonly stays?: string }

/** Deletes what a record of a deletion names, as far as it is there. */
export type RepeatDeletion = (app: App, deleted: { provider: string; id: string }) => Promise<void>

/** Withholds what these records name, in their order. Returns what of it was neither withheld nor missing. */
export type RepeatWithholding = (app: App, withheld: { provider: string; ids: string[] }) => Promise<WithheldThing[]>

/** Why no email about a thing may be sent now, by its id: a sentence that names nobody, stored with the email. Null if one may. */
export type MailTopicCheck = (app: App, provider: Provider, id: string) => Promise<string | null>

/** Writes a queued email again, about that part of its topics that may still be shown; null if nothing remains to say. */
export type MailRewriter = (app: App, provider: Provider, mail: Mail) => Promise<Mail | null>

/** One feature of the server: everything that belongs to a noun, in one folder. Deleting the feature deletes all of it. */
export type Feature = {
  name: string
  calls: BoundCall[]
  /** Changes of what it has stored in earlier versions. */
  migrations?: readonly Migration[]
  pages?: Page[]
  collections?: Collection[]
  background?: Background[]
  /** Its kinds of long work. */
  tasks?: readonly TaskKind[]
  /** What it reports to operators in `/metrics`. */
  metrics?: readonly Metric[]
  /** The operator's commands. */
  commands?: readonly Command[]
  /** The subcommands that it adds to the commands of features to its left. */
  subcommands?: readonly Subcommands[]
  /** Identifies the caller; exactly one feature provides it. */
  callers?: Callers
  /** Resolves codes; exactly one feature provides it. */
  codes?: Codes
  /** Begins an entry in the history of a job; exactly one feature provides it. */
  subjectHistory?: (app: App, job: { provider: string; uuid: string }, entry: SubjectEntry) => SubjectHistory
  /** Says how many could see what an entry of that history took from somebody; null if nobody could. Exactly one feature provides it. */
  exposureText?: (app: App, job: { provider: string; uuid: string }, number: number) => Promise<string | null>
  /** Whether an import into a job is not complete yet; exactly one feature provides it. */
  isImporting?: (app: App, job: { provider: string; uuid: string }) => Promise<boolean>
  /** Its collections with data of a customer: exported and erased with the account. */
  personalData?: readonly PersonalData[]
  /** Its additions to a customer's account page. */
  profileData?: (call: CallContext<'customer'>) => Promise<Partial<ProfileData>>
  /** Its facts about a customer for rules. */
  facts?: FactSources
  /**
   * Deletes what it stores about deleted subjects, from right to left through the list of features. Nobody sees the subjects any more, and
   * their documents are deleted last. Repeating it after a crash deletes the rest.
   */
  forgetSubjects?: (app: App, provider: Provider, deleted: DeletedSubjects) => Promise<readonly DeletionEntry[]>
  /** Moves what it stores about a subject to another one who is the same person. */
  mergeSubjects?: MergeSubjects
  /** Deletes what it stores about a deleted job itself, after everybody in it was forgotten. Repeating it after a crash deletes the rest. */
  forgetJob?: (app: App, provider: Provider, job: DeletedJob) => Promise<readonly DeletionEntry[]>
  /** Counts what `forgetSubjects` would delete or leave of subjects, by uuid, as far as it is counted before a deletion. */
  countAboutSubjects?: (app: App, provider: Provider, subjects: readonly string[]) => Promise<readonly DeletionEntry[]>
  /** Uuids of the customer's own pictures that it uses; they are not deleted in the meantime. */
  picturesInUse?: (app: App, customer: CustomerKey) => Promise<readonly string[]>
  /** Uuids of the pictures with one of these subjects that are paid for and not printed yet. */
  picturesToPrint?: (app: App, provider: string, subjects: readonly string[]) => Promise<readonly string[]>
  /** Who could see pictures, or has got them, in a period of time in which they were assigned to the wrong subjects. */
  sightings?: (app: App, provider: string, exposure: Exposure) => Promise<readonly Sighting[]>
  /** The attempts to pay an order of a customer, by its uuid. */
  paymentsOf?: (app: App, customer: CustomerKey, order: string) => Promise<readonly PaymentAttempt[]>
  /** Notifies the recipients that the pictures of a job, by uuid, are now visible. Returns the number of emails. */
  jobPublished?: (app: App, provider: Provider, job: string) => Promise<number>
  /** Whether emails about its things may still be sent, by the noun (`Mail.about`). Asked just before each attempt to send one. */
  mailTopics?: Readonly<Record<string, MailTopicCheck>>
  /** Its emails that can be written again about a part of their topics; any other is dropped as soon as one topic is refused. */
  mailRewriters?: Readonly<Partial<Record<MailKind, MailRewriter>>>
  /** Repeats its deletions after a restore, by the kind under which they are recorded (`platform/deletions`). Safe to repeat. */
  repeatDeletion?: Readonly<Record<string, RepeatDeletion>>
  /** Withholds again after a restore what was withheld after the backup, kind by kind in this order. Safe to repeat. */
  repeatWithholding?: Readonly<Record<string, RepeatWithholding>>
  /** The errors in a provider's document, each with its field; called before a provider is saved. */
  providerFaults?: (provider: Provider) => readonly string[]
  /** The entries of a provider's document that production refuses, each in a sentence for the operator; logged at the start. */
  productionFaults?: (provider: Provider) => readonly string[]
}

/** The part that exactly one feature provides. Throws if none does: the list of features is incomplete. */
export function requirePart<K extends 'callers' | 'codes' | 'subjectHistory' | 'exposureText' | 'isImporting'>(
  features: readonly Feature[],
  part: K,
): NonNullable<Feature[K]> {
  const found = features.find((feature) => feature[part])?.[part]
  if (!found) throw new Error(`No feature provides ${part}`)
  return found as NonNullable<Feature[K]>
}
