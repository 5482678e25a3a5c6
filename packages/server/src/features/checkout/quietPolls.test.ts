import { afterAll, beforeAll, expect, it } from 'vitest'
import { gateways } from '../../ports/payments/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { checkoutSweep } from './advanceCheckout.ts'

/** The background work that waits for payments. */
const works = [checkoutSweep, ...gateways.flatMap(({ background = [] }) => background)]
const COLLECTIONS = ['checkouts', 'sandboxSessions']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a server at which nobody pays looks for payments without writing, and then rests', async () => {
  const commands: string[] = []
  server.app.db.client.on('commandStarted', ({ commandName, command }) => {
    if (COLLECTIONS.includes(command[commandName])) commands.push(`${commandName} ${command[commandName]}`)
  })
  const runs = 20
  for (let run = 0; run < runs; run++) for (const work of works) await work.run(server.app)
  expect(new Set(commands)).not.toContain('findAndModify checkouts')
  expect(new Set(commands)).not.toContain('findAndModify sandboxSessions')
  // Its own background work may look at the same moment.
  expect(commands.length).toBeLessThan(runs)

  server.wait(5000)
  const before = commands.length
  for (const work of works) await work.run(server.app)
  expect(commands.length).toBeGreaterThan(before)
})
