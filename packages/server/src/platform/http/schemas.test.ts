import { endpoint } from '@portraitkit/core/endpoint.ts'
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
    }),
  answer: () => z.unknown(),
  summary: 'Orders a thing.',
})

const faultsOf = (sent: unknown) => {
  try {
    parseInput(order, sent)
  } catch (error) {
    return (error as Failure).fields
  }
  return undefined
}

it('the text about an invalid field says how to correct it', () => {
  expect(faultsOf({ quantity: 0, name: 'A', note: '' })).toEqual({
    quantity: 'More than 0, please',
    name: 'At least 2 characters, please',
    note: 'This is required!',
  })
  expect(faultsOf({ quantity: 1000 })).toEqual({
    quantity: 'At most 999, please',
    name: 'This is required!',
    note: 'This is required!',
  })
  expect(faultsOf({ quantity: 1, name: 'Ab', note: 'x' })).toBeUndefined()
})
