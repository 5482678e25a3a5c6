import { isDeepStrictEqual } from 'node:util'
import type { AnyEndpoint } from '@portraitkit/core/endpoint.ts'
import { Failure } from '../failure.ts'

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

/** The input as the contract defines it. Throws `input.invalid` with the names of the fields and a text for each. */
export function parseInput(endpoint: AnyEndpoint, body: unknown): unknown {
  const parsed = schemasOf(endpoint).input.safeParse(body, { error: issueText })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.map(String).join('.')] ??= issue.message
  delete fields['']
  throw new Failure('input.invalid', { data: Object.keys(fields), fields })
}

type Issue = {
  code?: string
  input?: unknown
  origin?: string
  minimum?: unknown
  maximum?: unknown
  inclusive?: boolean
}

/** The text for people about an invalid field; a text of the contract's own takes precedence. */
function issueText(issue: Issue) {
  const unit = issue.origin === 'string' ? ' characters' : ''
  const isEmpty = issue.code === 'too_small' && issue.minimum === 1 && issue.origin !== 'number'
  if (issue.input === undefined || isEmpty) return 'This is required!'
  const isWithout = issue.inclusive === false
  if (issue.code === 'too_small') return `${isWithout ? 'More than' : 'At least'} ${issue.minimum}${unit}, please`
  if (issue.code === 'too_big') return `${isWithout ? 'Less than' : 'At most'} ${issue.maximum}${unit}, please`
  return 'This is not right'
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
