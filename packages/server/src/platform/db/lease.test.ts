import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { processIdentity } from '../processName.ts'
import { holdLease } from './lease.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const leases = () => server.app.db.collection<{ _id: string; process: string | null }>('leases')

it('a lease of a process that died on this machine is taken over at once, and of no other one', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  const lease = await holdLease(server.app, 'one', 60_000)
  expect(lease).not.toBeNull()
  const identity = processIdentity(child.pid) as string
  const elsewhere = [identity.replace(/^\S+/, 'another-boot'), identity.replace(/pid:\S+/, 'pid:[1]')]
  for (const name of [processIdentity(), null, ...elsewhere]) {
    await leases().updateOne({ _id: 'one' }, { $set: { process: name } })
    expect(await holdLease(server.app, 'one', 60_000)).toBeNull()
  }
  await leases().updateOne({ _id: 'one' }, { $set: { process: identity } })
  const [first, second] = await Promise.all([1, 2].map(() => holdLease(server.app, 'one', 60_000)))
  expect([first, second].filter((each) => each !== null)).toHaveLength(1)
  await expect(lease?.renew()).rejects.toThrow('taken over')
  await (first ?? second)?.release()
  expect(await leases().countDocuments({ _id: 'one' })).toBe(0)
})
