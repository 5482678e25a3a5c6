import { expect, it } from 'vitest'
import { createShortCache } from './shortCache.ts'

const OWNER = {}
const countReads = () => {
  let reads = 0
  return async () => ++reads
}

it('reads once for all callers within the period, and again after it', async () => {
  const fresh = createShortCache<number>(40, 10)
  const read = countReads()
  expect(await Promise.all([1, 2, 3].map(() => fresh.get(OWNER, 'a', read)))).toEqual([1, 1, 1])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await fresh.get(OWNER, 'a', read)).toBe(2)
})

it('keeps keys and owners apart', async () => {
  const fresh = createShortCache<number>(10_000, 10)
  const read = countReads()
  await fresh.get(OWNER, 'a', read)
  expect(await fresh.get(OWNER, 'b', read)).toBe(2)
  expect(await fresh.get({}, 'a', read)).toBe(3)
})

it('reads again after a change by this process', async () => {
  const fresh = createShortCache<number>(10_000, 10)
  const read = countReads()
  await fresh.get(OWNER, 'a', read)
  await fresh.get(OWNER, 'b', read)
  fresh.forget(OWNER, 'a')
  expect([await fresh.get(OWNER, 'a', read), await fresh.get(OWNER, 'b', read)]).toEqual([3, 2])
  fresh.forget(OWNER)
  expect(await fresh.get(OWNER, 'b', read)).toBe(4)
})

it('does not cache a failure', async () => {
  const fresh = createShortCache<number>(10_000, 10)
  const failing = fresh.get(OWNER, 'a', async () => {
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  expect(await fresh.get(OWNER, 'a', async () => 1)).toBe(1)
})

it('never grows beyond its limit', async () => {
  const fresh = createShortCache<number>(10_000, 2)
  const read = countReads()
  for (const key of ['a', 'b', 'c']) await fresh.get(OWNER, key, read)
  expect(await fresh.get(OWNER, 'a', read)).toBe(4)
})
