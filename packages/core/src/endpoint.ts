import type * as z from 'zod/mini'
import type { Message } from './msg.ts'

/**
 * Who may call: anyone; the holder of a flow token (somebody who entered a valid code); a signed-in customer.
 */
export type Access = 'public' | 'flow' | 'customer'

/** Why a call can fail, by reason: the HTTP status and the text for a person, whose values the server fills in. */
export type Failures = Readonly<Record<string, { readonly status: number; readonly text: Message }>>

/**
 * One call of the shop: the server binds a handler to it, the client is derived from it, the reference is generated from it.
 * Schemas are functions, so that a page pays only for the calls it makes. `input` is one object: path parameters, then the
 * query (GET and DELETE) or the JSON body (POST, PUT and PATCH) if no files are sent.
 */
export type Endpoint<Input = unknown, Answer = unknown, Who extends Access = Access> = {
  /** Feature and verb, such as `cart.addLines`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the specification; `:name` marks a path parameter. */
  readonly path: `/${string}`
  readonly access: Who
  /** True if the call changes something: it is then refused without the header `x-provider`. */
  readonly changes: boolean
  /** True if only the customer may call, and no operator acting as the customer. */
  readonly ownerOnly?: boolean
  /** If files are sent: the name of their field in a `multipart/form-data` body. The input is then in the query. */
  readonly files?: string
  /** The largest JSON body in bytes from a visitor, who has not signed in, if the call needs more than the usual few. */
  readonly visitorBody?: number
  readonly input: () => z.ZodMiniType<Input>
  readonly answer: () => z.ZodMiniType<Answer>
  readonly failures: Failures
  /** One sentence for the reference. */
  readonly summary: string
}

// biome-ignore lint/suspicious/noExplicitAny: a list of endpoints holds endpoints of any input and answer
export type AnyEndpoint = Endpoint<any, any, Access>

export type InputOf<E> = E extends Endpoint<infer I, infer _A, infer _W> ? I : never
export type AnswerOf<E> = E extends Endpoint<infer _I, infer A, infer _W> ? A : never

type EndpointDeclaration<I extends z.ZodMiniType, A extends z.ZodMiniType, Who extends Access> = {
  name: string
  method: Endpoint['method']
  path: `/${string}`
  access: Who
  changes: boolean
  ownerOnly?: boolean
  files?: string
  visitorBody?: number
  input: () => I
  answer: () => A
  failures?: Failures
  summary: string
}

/** Declares a call. Types of input and answer come from the schemas. */
export function endpoint<I extends z.ZodMiniType, A extends z.ZodMiniType, Who extends Access>(
  declared: EndpointDeclaration<I, A, Who>,
): Endpoint<z.output<I>, z.output<A>, Who> {
  return { failures: {}, ...declared } as unknown as Endpoint<z.output<I>, z.output<A>, Who>
}

/** The names of the path parameters of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z]\w*)/g)].map((match) => match[1] as string)
}

/** Whether a query parameter is a list, which its name says: `email[]`. */
export function isList(name: string): boolean {
  return name.endsWith('[]')
}

/** Whether a call's input is a JSON body. */
export function isInBody({ method, files }: Pick<AnyEndpoint, 'method' | 'files'>): boolean {
  return !files && (method === 'POST' || method === 'PUT' || method === 'PATCH')
}
