import { describe, expect, it } from 'vitest'
import { createShortCache, withinCall } from './shortCache.ts'

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

it('reads several keys at once, and only those that are not cached', async () => {
  const fresh = createShortCache<string>(10_000, 10)
  const reads: string[][] = []
  const read = async (keys: string[]) => {
    reads.push(keys)
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `value of ${key}`]))
  }
  await fresh.getMany(OWNER, ['a', 'b'], read)
  const found = await fresh.getMany(OWNER, ['b', 'c', 'missing'], read)
  expect([...found]).toEqual([
    ['b', 'value of b'],
    ['c', 'value of c'],
  ])
  await fresh.getMany(OWNER, ['missing'], read)
  expect(reads).toEqual([['a', 'b'], ['c', 'missing'], ['missing']])
})

describe('within a call', () => {
  it('that changes something, nothing read before it is used', async () => {
    const fresh = createShortCache<number>(10_000, 10)
    const read = countReads()
    await fresh.get(OWNER, 'a', read)
    const values = await withinCall(true, async () => [
      await fresh.get(OWNER, 'a', read),
      await fresh.get(OWNER, 'a', read),
    ])
    expect(values).toEqual([2, 2])
  })

  it('that changes something, an earlier answer is used if it is good enough for it', async () => {
    const fresh = createShortCache<number>(10_000, 10, { isForChanges: true })
    const read = countReads()
    await fresh.get(OWNER, 'a', read)
    expect(await withinCall(true, () => fresh.get(OWNER, 'a', read))).toBe(1)
  })

  it('that changes nothing, an earlier answer is used', async () => {
    const fresh = createShortCache<number>(10_000, 10)
    const read = countReads()
    await fresh.get(OWNER, 'a', read)
    expect(await withinCall(false, () => fresh.get(OWNER, 'a', read))).toBe(1)
  })

  it('what may not be cached longer is read once, and again by the next call', async () => {
    const fresh = createShortCache<number>(0, 10)
    const read = countReads()
    const twice = async () => [await fresh.get(OWNER, 'a', read), await fresh.get(OWNER, 'a', read)]
    expect(await withinCall(false, twice)).toEqual([1, 1])
    expect(await withinCall(false, twice)).toEqual([2, 2])
    expect(await twice()).toEqual([3, 4])
  })
})
