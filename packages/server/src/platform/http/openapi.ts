import { createHash } from 'node:crypto'
import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import { endpoints } from '@portraitkit/core/contract.ts'
import { type AnyEndpoint, isInBody, pathParameters } from '@portraitkit/core/endpoint.ts'
import { inputFaults } from '@portraitkit/core/inputFaults.ts'
import * as z from 'zod'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 description of every call of the contract, generated from it. `server` is the shop's address. */
export function openApi(server: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portraitkit', version: '1', description: 'All calls of the shop.' },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { ...schemas, Failure: failureSchema },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'An access token, or the session cookie instead.' },
        flow: { type: 'apiKey', in: 'header', name: 'x-flow', description: 'The token that a valid code returns.' },
      },
    },
  }
}

/** An encoded document. */
type EncodedDocument = { body: Buffer; etag: string }
const made = new Map<string, EncodedDocument>()

/** Like `openApi`, as bytes, made once for each address: it follows from the code only, and takes a fifth of a second. */
export function openApiBytes(server: string): EncodedDocument {
  const known = made.get(server)
  if (known) return known
  const body = Buffer.from(JSON.stringify(openApi(server)))
  const sent = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  made.set(server, sent)
  return sent
}

const failureSchema = {
  type: 'object',
  required: ['error', 'reason'],
  properties: {
    error: { type: 'string', description: 'A text to show to a person.' },
    reason: { type: 'string', description: 'A stable reason for programs.' },
    data: { description: 'For forms: the names of the invalid fields.' },
    fields: {
      type: 'object',
      description: 'A sentence per invalid field, in the language of the call.',
      additionalProperties: { type: 'string' },
    },
    faults: {
      type: 'object',
      description: 'For programs: the fault of each invalid field, with the values of its sentence.',
      additionalProperties: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string', enum: Object.keys(inputFaults) } },
        additionalProperties: { type: ['string', 'number'] },
      },
    },
  },
}

function operation(endpoint: AnyEndpoint, schemas: Json): Json {
  const input = schemaOf(endpoint, 'input', schemas)
  const answer = `${endpoint.name}.answer`
  schemas[answer] = schemaOf(endpoint, 'answer', schemas)
  const inPath = pathParameters(endpoint.path)
  const inBody = isInBody(endpoint)
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const elsewhere = Object.keys(properties).filter((name) => !inPath.includes(name))
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    parameters: [
      providerParameter(endpoint.changes),
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(inBody ? [] : elsewhere).map((name) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema: properties[name],
      })),
    ],
    ...(inBody && elsewhere.length > 0 && { requestBody: body(input, elsewhere) }),
    ...(endpoint.files && { requestBody: form(endpoint.files) }),
    responses: { 200: content('The answer.', `#/components/schemas/${answer}`), ...failuresOf(endpoint) },
    security: securityOf(endpoint),
  }
}

function providerParameter(changes: boolean): Json {
  const schema = { type: 'string' }
  return changes
    ? { name: 'x-provider', in: 'header', required: true, schema, description: 'The key of the shop.' }
    : { name: 'provider', in: 'query', schema, description: 'The key of the shop, if the host does not identify it.' }
}

function body(input: Json, names: string[]): Json {
  const { $defs, ...rest } = input
  const all = input.properties as Json
  const required = ((input.required ?? []) as string[]).filter((name) => names.includes(name))
  const properties = Object.fromEntries(names.map((name) => [name, all[name]]))
  return {
    required: required.length > 0,
    content: { 'application/json': { schema: { ...rest, properties, required } } },
  }
}

/** Several files under one name, each as its bytes. */
function form(field: string): Json {
  const files = { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1 }
  const schema = { type: 'object', properties: { [field]: files }, required: [field] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function content(description: string, $ref: string): Json {
  return { description, content: { 'application/json': { schema: { $ref } } } }
}

/** Failures by status, with the reasons behind each. */
function failuresOf(endpoint: AnyEndpoint): Json {
  const byStatus = Map.groupBy(
    Object.entries({ ...commonFailures, ...endpoint.failures }),
    ([, failure]) => failure.status,
  )
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => [
      status,
      content(
        failures.map(([reason, { text }]) => `${reason}: ${text.message}`).join('\n'),
        '#/components/schemas/Failure',
      ),
    ]),
  )
}

function securityOf({ access }: AnyEndpoint): Json[] {
  if (access === 'customer') return [{ session: [] }]
  return access === 'flow' ? [{ flow: [] }] : []
}

/** A schema as JSON Schema; its inner definitions become components, because references start at the root. */
function schemaOf(endpoint: AnyEndpoint, which: 'input' | 'answer', schemas: Json): Json {
  const name = `${endpoint.name}.${which}`
  const { $schema: _, ...schema } = z.toJSONSchema(endpoint[which]() as unknown as z.ZodType, {
    io: which === 'input' ? 'input' : 'output',
    unrepresentable: 'any',
  }) as Json
  const moved = JSON.parse(
    JSON.stringify(schema, (key, value) => (key === '$ref' ? pointer(name, String(value)) : value)),
  ) as Json
  const { $defs, ...rest } = moved
  for (const [key, value] of Object.entries(($defs ?? {}) as Json)) schemas[`${name}.${key}`] = value
  return rest
}

function pointer(name: string, ref: string): string {
  if (ref === '#') return `#/components/schemas/${name}`
  return ref.replace(/^#\/\$defs\//, `#/components/schemas/${name}.`)
}
