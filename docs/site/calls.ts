import { commonFailures } from '../../packages/core/src/commonFailures.ts'
import { contract } from '../../packages/core/src/contract.ts'
import type { AnyEndpoint, Failures } from '../../packages/core/src/endpoint.ts'
import { inputFaults } from '../../packages/core/src/inputFaults.ts'
import { openApi } from '../../packages/server/src/platform/http/openapi.ts'
import { createShapes, type Schema } from './shapes.ts'
import { table } from './table.ts'

type Body = { content: Record<string, { schema: Schema }> }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = { operationId: string; parameters: Parameter[]; requestBody?: Body }
type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const ACCESS_TEXTS = {
  public: 'anyone',
  flow: 'a visitor who has entered a code (header `x-flow`)',
  customer: 'a signed-in customer',
} as const

/** Every call of the shop, from the contract that server and client share. */
export function callsReference(): string {
  const { paths, components } = openApi('') as unknown as OpenApiDocument
  const operations = new Map(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one] as const)),
  )
  const inputs = new Map([...operations].map(([name, operation]) => [name, inputOf(operation)]))
  const answerOf = (name: string) => components.schemas[`${name}.answer`] ?? {}
  const { Failure: _, ...schemas } = components.schemas
  const shapes = createShapes([...inputs.values()], schemas)
  const block = (schema: Schema, hint: string) => `\`\`\`ts\n${shapes.write(schema, hint)}\n\`\`\``

  const call = (endpoint: AnyEndpoint): string[] => {
    const { name, method, path, access, ownerOnly, files, summary } = endpoint
    const input = inputs.get(name) ?? {}
    const may = `For ${ACCESS_TEXTS[access]}${ownerOnly ? ', but not for an operator who acts as one' : ''}.`
    return [
      `### ${name}`,
      `\`${method} ${path}\``,
      `${summary} ${may}`,
      ...(Object.keys(input.properties ?? {}).length > 0 ? ['Takes', block(input, name)] : []),
      ...(files ? [`Files are in the field \`${files}\` of a \`multipart/form-data\` body.`] : []),
      'Answers',
      block(answerOf(name), name),
      ...failures(endpoint.failures),
    ]
  }
  const features = Object.entries(contract as Record<string, Record<string, AnyEndpoint>>).flatMap(
    ([feature, calls]) => [`## ${feature}`, ...Object.values(calls).flatMap(call)],
  )
  const named = () => shapes.named().flatMap(([name, written]) => [`### ${name}`, `\`\`\`ts\n${written}\n\`\`\``])
  return [...introduction(), ...features, '## Shapes', 'Shapes that several calls accept or return.', ...named()]
    .join('\n\n')
    .concat('\n')
}

function introduction(): string[] {
  return [
    '# Calls',
    'All calls of the server, generated from the contract that server and client share. `GET /api/openapi.json` of a running server describes them as OpenAPI 3.1.',
    'Bodies and answers are JSON. A GET or DELETE takes its input in the path and the query, every other call in the path and the body. `uuid` is a string, `time` is UTC in ISO 8601, amounts are whole numbers in minor units of the currency.',
    '**Shop**: it is identified by the host name, otherwise by `?provider=` or the header `x-provider`. A call that changes something needs the header, GET included; a page of another site has to be among the provider’s `origins`.',
    '**Caller**: the session is a cookie, or an access token as `Authorization: Bearer`; see [Cookies and sessions](../guide/sessions.md).',
    '## When a call fails',
    'The answer has a status of 4xx or 5xx and this body:',
    '```ts\n{\n  error: string\n  reason: string\n  data?: unknown\n  fields?: Record<string, string>\n  faults?: Record<string, { code: string, [value: string]: string | number }>\n}\n```',
    '`error` is a text for people in the language of `Accept-Language`, `reason` a word for programs. Every call may fail with these:',
    ...failures(commonFailures),
    '### Invalid fields',
    '`data` is then the list of the invalid fields, `fields` a sentence for each in the language of `Accept-Language`, and `faults` the same for programs: the code of each fault, with the values of its sentence. Sentences may change and are in the language of the caller, so compare codes. A field is named by its place in the input, such as `packageItems.0.uuid`; what the checkout requires beyond its schema by its name in the form, such as `deliveryAddress.city`; what is wrong with a design by the full id of its slot.',
    table(
      ['code', 'sentence'],
      Object.entries(inputFaults).map(([code, text]) => [`\`${code}\``, text.message ?? '']),
    ),
  ]
}

function failures(of: Failures): string[] {
  const rows = Object.entries(of).map(([reason, { status, text }]) => [
    `\`${reason}\``,
    String(status),
    text.message ?? '',
  ])
  return rows.length > 0 ? [table(['failure', 'status', 'text'], rows)] : []
}

/** The input of a call from path, query and body, as one object. */
function inputOf({ parameters, requestBody }: Operation): Schema {
  const own = parameters.filter(
    ({ name, in: place }) => place !== 'header' && !(place === 'query' && name === 'provider'),
  )
  const body = requestBody?.content['application/json']?.schema ?? {}
  return {
    type: 'object',
    properties: { ...Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])), ...body.properties },
    required: [...own.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
  }
}
