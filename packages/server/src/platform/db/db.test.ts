import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { withLease } from './lease.ts'
import { isDuplicate, providerCollection } from './providerCollection.ts'

type Thing = { _id: string; provider: string; size: number }

let local: TestServer
beforeAll(async () => {
  local = await startTestServer()
})
afterAll(() => local.close())

describe('a collection limited to one provider', () => {
  const things = (key: string) => providerCollection<Thing>(local.app, 'things', key)
  const all = () => local.app.db.collection<Thing>('things').find({}).sort({ _id: 1 }).toArray()

  beforeAll(async () => {
    await things('one').insertMany([
      { _id: 'a', size: 1 },
      { _id: 'b', size: 2 },
    ])
    await things('two').insertOne({ _id: 'c', size: 1 })
  })

  it('[LOC-3] contains nothing of another provider', async () => {
    expect(await things('one').count({})).toBe(2)
    expect(await things('two').findOne({ _id: 'a' })).toBeNull()
    expect(await things('two').find({ size: 1 }).toArray()).toEqual([{ _id: 'c', provider: 'two', size: 1 }])
  })

  it('[LOC-3] cannot be left by any filter or change, not even one that names another provider', async () => {
    const before = await all()
    const two = things('two')
    expect(await two.findOne({ provider: 'one', _id: 'a' })).toBeNull()
    expect(await two.findOne({ $or: [{ _id: 'a' }, { _id: 'b' }] })).toBeNull()
    await two.updateMany({ _id: { $in: ['a', 'b'] } }, { $set: { size: 9 } })
    await two.updateOne({ _id: 'a' }, { $set: { size: 9 } })
    await two.findOneAndUpdate({ _id: 'a' }, { $set: { size: 9 } })
    await two.deleteMany({ _id: { $in: ['a', 'b'] } })
    await two.deleteOne({ _id: 'a' })
    await two.findOneAndDelete({ _id: 'a' })
    await two.replaceOne({ _id: 'a' }, { _id: 'a', size: 9 })
    expect(await all()).toEqual(before)
  })

  it('adds its provider to an upserted document, and refuses an id that another provider uses as a duplicate', async () => {
    await things('one').updateOne({ _id: 'd' }, { $set: { size: 4 } }, { upsert: true })
    expect(await things('one').findOne({ _id: 'd' })).toEqual({ _id: 'd', provider: 'one', size: 4 })
    const conflict = things('two').updateOne({ _id: 'd' }, { $set: { size: 5 } }, { upsert: true })
    expect(isDuplicate(await conflict.catch((error: unknown) => error))).toBe(true)
  })
})

describe('a lease', () => {
  it('belongs to one holder at a time until it is returned', async () => {
    let running = 0
    let maxRunning = 0
    const work = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise((resolve) => setTimeout(resolve, 30))
      running -= 1
    }
    const tries = await Promise.all(Array.from({ length: 5 }, () => withLease(local.app, 'sweep', 10_000, work)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(maxRunning).toBe(1)
    expect(await withLease(local.app, 'sweep', 10_000, work)).toBe(true)
  })

  it('is returned when the work fails', async () => {
    const failing = withLease(local.app, 'failing', 10_000, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await withLease(local.app, 'failing', 10_000, async () => {})).toBe(true)
  })

  it('expires when its process has died', async () => {
    await local.app.db
      .collection<{ _id: string; provider: string; holder: string; until: Date }>('leases')
      .insertOne({ _id: 'dead', provider: '*', holder: 'gone', until: new Date(local.app.clock().getTime() + 5000) })
    expect(await withLease(local.app, 'dead', 1000, async () => {})).toBe(false)
    local.wait(5000)
    expect(await withLease(local.app, 'dead', 1000, async () => {})).toBe(true)
  })
})
