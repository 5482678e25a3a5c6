import { contract, endpoints } from '@portraitkit/core/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { features } from '../../features.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { openApiBytes } from './openapi.ts'

type Json = { [key: string]: unknown }
let server: TestServer
let description: Json
beforeAll(async () => {
  server = await startTestServer()
  description = (await server.client().fetch('/api/openapi.json')).json() as Json
})
afterAll(() => server.close())

/** The value at a JSON pointer, or undefined. */
function resolvePointer(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], description)
}

function* collectReferences(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const inner of Object.values(value)) yield* collectReferences(inner)
}

it('[API-1] the OpenAPI document lists every call of the contract', () => {
  const paths = description.paths as Record<string, Record<string, { operationId: string }>>
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  const declared = endpoints.map(({ name, method, path }) => `${name} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(listed.sort()).toEqual(declared.sort())
  expect(listed.length).toBe(Object.values(contract).flatMap((calls) => Object.values(calls)).length)
})

it('every reference has a schema, and every schema has a known type', () => {
  const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
  let references = 0
  for (const node of collectReferences({ paths: description.paths, components: description.components })) {
    if (typeof node.$ref === 'string') {
      references += 1
      expect(resolvePointer(node.$ref), node.$ref).toBeTypeOf('object')
    }
    if (typeof node.type === 'string' && !('in' in node) && !('scheme' in node)) expect(types).toContain(node.type)
  }
  expect(references).toBeGreaterThan(endpoints.length)
})

it('every operation has everything that OpenAPI 3.1 requires', () => {
  expect(description).toMatchObject({
    openapi: '3.1.0',
    info: { title: expect.any(String), version: expect.any(String) },
  })
  const paths = description.paths as Record<string, Record<string, Json>>
  const ids = new Set<unknown>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const operation of Object.values(methods)) {
      ids.add(operation.operationId)
      const parameters = operation.parameters as Array<{ name: string; in: string; required?: boolean; schema: Json }>
      const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
      expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())
      for (const each of parameters) {
        expect(each.schema).toBeTypeOf('object')
        if (each.in === 'path') expect(each.required).toBe(true)
      }
      expect(Object.keys(operation.responses as Json)).toContain('200')
    }
  }
  expect(ids.size).toBe(endpoints.length)
})

it('[API-1] every call of the contract is answered by exactly one feature', () => {
  const bound = features.flatMap(({ calls }) => calls.map(({ endpoint }) => endpoint.name))
  expect(new Set(bound).size).toBe(bound.length)
  for (const feature of features) {
    const own = contract[feature.name as keyof typeof contract]
    if (own) expect(feature.calls.map(({ endpoint }) => endpoint)).toEqual(Object.values(own))
  }
})

it('the OpenAPI document is made once, and sent again only to callers with a different version', async () => {
  const { headers, bytes } = await server.client().fetch('/api/openapi.json')
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"[\w-]{20,}"$/)
  expect(openApiBytes(server.app.env.publicUrl)).toBe(openApiBytes(server.app.env.publicUrl))
  expect(openApiBytes(server.app.env.publicUrl).body).toEqual(bytes)
  const again = await server.client().fetch({ path: '/api/openapi.json', headers: { 'if-none-match': etag } })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})
