import { endpoint } from '@portraitkit/core/endpoint.ts'
import { fault } from '@portraitkit/core/inputFaults.ts'
import { uuid, versionText } from '@portraitkit/core/schemas.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Failure } from '../failure.ts'
import { parseInput } from './schemas.ts'

const order = endpoint({
  name: 'things.order',
  method: 'POST',
  path: '/things',
  access: 'public',
  changes: true,
  input: () =>
    z.object({
      quantity: z.int().check(z.positive(), z.maximum(999)),
      name: z.string().check(z.minLength(2)),
      note: z.string().check(z.minLength(1)),
      kind: z.optional(z.enum(['a'])),
      sizes: z.optional(z.array(z.number()).check(z.maxLength(2))),
      password: z.optional(z.string().check(z.minLength(6, fault('password-short')))),
      id: z.optional(uuid()),
      version: z.optional(versionText()),
    }),
  answer: () => z.unknown(),
  summary: 'Orders a thing.',
})

const good = { quantity: 1, name: 'Ab', note: 'x' }

const faultsOf = (sent: unknown) => {
  try {
    parseInput(order, sent)
  } catch (error) {
    return (error as Failure).faults
  }
  return undefined
}

it('a fault says how to correct the field', () => {
  expect(faultsOf({ quantity: 0, name: 'A', note: '', kind: 'a', sizes: [] })).toEqual({
    quantity: { code: 'not-above', minimum: 0 },
    name: { code: 'too-short', minimum: 2 },
    note: { code: 'required' },
  })
  expect(faultsOf({ quantity: 1000, sizes: [1, 2, 3], kind: 'b' })).toEqual({
    quantity: { code: 'too-large', maximum: 999 },
    name: { code: 'required' },
    note: { code: 'required' },
    sizes: { code: 'too-many', maximum: 2 },
    kind: { code: 'unknown-option' },
  })
  expect(faultsOf({ ...good, name: 4, note: null, sizes: ['a'] })).toEqual({
    name: { code: 'wrong-type', expected: 'string' },
    note: { code: 'wrong-type', expected: 'string' },
    'sizes.0': { code: 'wrong-type', expected: 'number' },
  })
  expect(faultsOf(good)).toBeUndefined()
})

it('a fault that the contract names itself has its limit as its value, and a uuid and any other format their code', () => {
  expect(faultsOf({ ...good, password: 'ab' })).toEqual({ password: { code: 'password-short', minimum: 6 } })
  expect(faultsOf({ ...good, password: '' })).toEqual({ password: { code: 'password-short', minimum: 6 } })
  expect(faultsOf({ ...good, id: 'A-B', version: 'one' })).toEqual({
    id: { code: 'uuid' },
    version: { code: 'invalid' },
  })
})
