import { expect, it } from 'vitest'
import { createFresh } from './fresh.ts'

const owner = {}
const counting = () => {
  let reads = 0
  return async () => ++reads
}

it('reads once for all callers within the period, and again after it', async () => {
  const fresh = createFresh<number>(40, 10)
  const read = counting()
  expect(await Promise.all([1, 2, 3].map(() => fresh.get(owner, 'a', read)))).toEqual([1, 1, 1])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await fresh.get(owner, 'a', read)).toBe(2)
})

it('keeps keys and owners apart', async () => {
  const fresh = createFresh<number>(10_000, 10)
  const read = counting()
  await fresh.get(owner, 'a', read)
  expect(await fresh.get(owner, 'b', read)).toBe(2)
  expect(await fresh.get({}, 'a', read)).toBe(3)
})

it('reads again after a change by this process', async () => {
  const fresh = createFresh<number>(10_000, 10)
  const read = counting()
  await fresh.get(owner, 'a', read)
  await fresh.get(owner, 'b', read)
  fresh.forget(owner, 'a')
  expect([await fresh.get(owner, 'a', read), await fresh.get(owner, 'b', read)]).toEqual([3, 2])
  fresh.forget(owner)
  expect(await fresh.get(owner, 'b', read)).toBe(4)
})

it('does not cache a failure', async () => {
  const fresh = createFresh<number>(10_000, 10)
  const failing = fresh.get(owner, 'a', async () => {
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  expect(await fresh.get(owner, 'a', async () => 1)).toBe(1)
})

it('never grows beyond its limit', async () => {
  const fresh = createFresh<number>(10_000, 2)
  const read = counting()
  for (const key of ['a', 'b', 'c']) await fresh.get(owner, key, read)
  expect(await fresh.get(owner, 'a', read)).toBe(4)
})
