import { expect, it } from 'vitest'
import { parseStoredJson, writeJson } from './storedJson.ts'

const stored = (value: object) => parseStoredJson<Record<string, unknown>>(Buffer.from(JSON.stringify(value)))

it('writes any answer as JSON does, with stored values in any place', () => {
  const [one, other] = [stored({ name: 'Søren "1"', path: 'M0 0' }), stored({ parts: [{}, null] })]
  for (const answer of [{ one, list: [other, one, 1], text: 'ä' }, one, [], null, { plain: true }]) {
    expect(writeJson(answer).toString('utf8')).toBe(JSON.stringify(answer))
  }
})

it('inserts the stored bytes as they are', () => {
  const value = parseStoredJson(Buffer.from('{ "spaced" : 1 }'))
  expect(writeJson({ value }).toString('utf8')).toBe('{"value":{ "spaced" : 1 }}')
})

it('leaves a copy of a stored value plain', () => {
  const value = stored({ name: 'Emma' })
  expect(writeJson({ ...value, name: 'Noah' }).toString('utf8')).toBe('{"name":"Noah"}')
  expect(Object.keys(value)).toEqual(['name'])
})

it('writes the next answer as usual if one cannot be written', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  expect(() => writeJson(circular)).toThrow()
  expect(JSON.stringify(stored({ name: 'Emma' }))).toBe('{"name":"Emma"}')
})
