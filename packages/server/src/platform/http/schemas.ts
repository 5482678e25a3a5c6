import { isDeepStrictEqual } from 'node:util'
import type { AnyEndpoint } from '@portraitkit/core/endpoint.ts'
import { type InputFault, inputFaults } from '@portraitkit/core/inputFaults.ts'
import { wrongFields } from '../failure.ts'

type Schemas = { input: ReturnType<AnyEndpoint['input']>; answer: ReturnType<AnyEndpoint['answer']> }
const schemaCache = new WeakMap<AnyEndpoint, Schemas>()

/** The schemas of an endpoint, created once. */
function schemasOf(endpoint: AnyEndpoint): Schemas {
  const known = schemaCache.get(endpoint)
  if (known) return known
  const schemas = { input: endpoint.input(), answer: endpoint.answer() }
  schemaCache.set(endpoint, schemas)
  return schemas
}

/** The input as the contract defines it. Throws `input.invalid` with the fault of each field. */
export function parseInput(endpoint: AnyEndpoint, body: unknown): unknown {
  const parsed = schemasOf(endpoint).input.safeParse(body, { reportInput: true })
  if (parsed.success) return parsed.data
  const faults: Record<string, InputFault> = {}
  for (const issue of parsed.error.issues) faults[issue.path.map(String).join('.')] ??= faultOf(issue)
  delete faults['']
  throw wrongFields(faults)
}

type Issue = {
  code: string
  message: string
  input?: unknown
  origin?: string
  format?: string
  expected?: string
  minimum?: unknown
  maximum?: unknown
  inclusive?: boolean
}

/** The fault of a field; a code that the contract names itself takes precedence over what follows from the schema. */
function faultOf(issue: Issue): InputFault {
  const { code, message, origin, minimum, maximum } = issue
  const isEmpty = code === 'too_small' && minimum === 1 && origin !== 'number'
  if (issue.input === undefined || isEmpty) return { code: 'required' }
  const limit = {
    ...(code === 'too_small' && { minimum: Number(minimum) }),
    ...(code === 'too_big' && { maximum: Number(maximum) }),
  }
  if (Object.hasOwn(inputFaults, message)) return { code: message, ...limit } as InputFault
  if (code === 'too_small') return { code: tooSmall(issue), minimum: Number(minimum) }
  if (code === 'too_big') return { code: tooLarge(issue), maximum: Number(maximum) }
  if (code === 'invalid_type') return { code: 'wrong-type', expected: issue.expected ?? '' }
  if (code === 'invalid_value') return { code: 'unknown-option' }
  return { code: issue.format === 'uuid' ? 'uuid' : 'invalid' }
}

function tooSmall({ origin, inclusive }: Issue) {
  if (origin === 'string') return 'too-short'
  if (origin === 'array') return 'too-few'
  return inclusive === false ? 'not-above' : 'too-small'
}

function tooLarge({ origin, inclusive }: Issue) {
  if (origin === 'string') return 'too-long'
  if (origin === 'array') return 'too-many'
  return inclusive === false ? 'not-below' : 'too-large'
}

/** An answer that breaks the contract: an error of the server. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

/** Checks an answer against the contract, in both directions: nothing missing, nothing surplus. */
export function checkAnswer(endpoint: AnyEndpoint, answer: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(answer))
  const parsed = schemasOf(endpoint).answer.safeParse(sent)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AnswerError(
      `${endpoint.name} answers ${issue?.path.map(String).join('.') || 'itself'}: ${issue?.message}`,
    )
  }
  const promised: unknown = JSON.parse(JSON.stringify(parsed.data))
  if (!isDeepStrictEqual(promised, sent)) {
    throw new AnswerError(
      `${endpoint.name} answers fields that its contract does not name: ${surplusPaths(sent, promised)}`,
    )
  }
}

/** The paths of values in `sent` that are missing in `promised` or differ there. */
function surplusPaths(sent: unknown, promised: unknown, path = ''): string {
  if (typeof sent !== 'object' || sent === null || typeof promised !== 'object' || promised === null) return path
  return Object.entries(sent)
    .filter(([key, value]) => !isDeepStrictEqual(value, (promised as Record<string, unknown>)[key]))
    .map(([key, value]) =>
      surplusPaths(value, (promised as Record<string, unknown>)[key], path ? `${path}.${key}` : key),
    )
    .join(', ')
}
