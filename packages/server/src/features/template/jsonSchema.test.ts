import { aCalendar } from '@portraitkit/core/testing/aCalendar.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { startTestServer } from '../../testing/testServer.ts'
import { SCHEMA_ADDRESS, templateJsonSchema } from './jsonSchema.ts'

it('is served publicly', async () => {
  const server = await startTestServer()
  const got = await server.client().fetch(SCHEMA_ADDRESS)
  expect([got.status, got.headers['content-type']]).toEqual([200, expect.stringContaining('application/schema+json')])
  expect(JSON.parse(got.text)).toEqual(templateJsonSchema())
  await server.close()
})

it('accepts what the format accepts, and nothing else', () => {
  const schema = z.fromJSONSchema(templateJsonSchema() as Parameters<typeof z.fromJSONSchema>[0])
  for (const template of [aTemplate(), aCalendar()]) expect(schema.safeParse(template).success).toBe(true)
  for (const wrong of [{ bleed: -1 }, { type: 'POSTER' }, { parts: [] }, { format: 2 }]) {
    expect(schema.safeParse({ ...aTemplate(), ...wrong }).success).toBe(false)
  }
})
