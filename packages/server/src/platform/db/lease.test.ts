import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { holdLease } from './lease.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const leases = () => server.app.db.collection<{ _id: string; process: string }>('leases')

it('a lease of a process that died on this machine is taken over at once, and of no other one', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  const lease = await holdLease(server.app, 'one', 60_000)
  expect(lease).not.toBeNull()
  for (const name of [`${hostname()} ${process.pid}`, `elsewhere ${child.pid}`]) {
    await leases().updateOne({ _id: 'one' }, { $set: { process: name } })
    expect(await holdLease(server.app, 'one', 60_000)).toBeNull()
  }
  await leases().updateOne({ _id: 'one' }, { $set: { process: `${hostname()} ${child.pid}` } })
  const [first, second] = await Promise.all([1, 2].map(() => holdLease(server.app, 'one', 60_000)))
  expect([first, second].filter((each) => each !== null)).toHaveLength(1)
  await expect(lease?.renew()).rejects.toThrow('taken over')
  await (first ?? second)?.release()
  expect(await leases().countDocuments({ _id: 'one' })).toBe(0)
})
