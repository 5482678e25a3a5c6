import { type CallName, endpoints } from '@portraitkit/core/contract.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { countCommands } from '../../testing/countCommands.ts'
import { buildEveryCall } from '../../testing/everyCall/buildEveryCall.ts'
import { busyShop, type CallsByName, endpointNamed, type ReadyCall } from '../../testing/everyCall/family.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { commandBudgets } from './commandBudgets.ts'

let server: TestServer
let calls: CallsByName
/**
 * The clock of short caches, in milliseconds. It stands still within a call, so that nothing expires on a slow machine.
 */
let time = 1000
const MINUTE_MS = 60_000
beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  server = await startTestServer({ provider: busyShop() })
  calls = await buildEveryCall(server)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** Calls whose use here is refused: a right one needs a key in a browser, or a code from an email. */
const REFUSED = ['account.renew', 'account.confirmByCode']

/** The commands of one answer. The provider is not counted: a process reads it for all its callers. */
async function commandsOf(name: string, ready: ReadyCall): Promise<string[]> {
  let status: number | undefined
  time += 1
  const commands = await countCommands(server.app, async () => {
    const sent = 'send' in ready ? ready.send() : ready.client.send(endpointNamed(name), ready.input ?? {})
    status = (await sent).status
  })
  expect(status === 200).toBe(!REFUSED.includes(name))
  return commands.filter((command) => command !== 'find providers')
}

it('every call of the contract has a budget of database commands', () => {
  expect(Object.keys(commandBudgets), 'commandBudgets.ts, in the order of the contract').toEqual(
    endpoints.map(({ name }) => name),
  )
})

describe('a call needs its budget of database commands, no more and no fewer', () => {
  it.each(endpoints.map(({ name, changes }) => [name as CallName, changes] as const))('%s', async (name, changes) => {
    const ready = await calls[name]?.()
    if (!ready) throw new Error(`There is no use of ${name} in testing/everyCall`)
    time += MINUTE_MS
    const counted = [await commandsOf(name, ready), ...(changes ? [] : [await commandsOf(name, ready)])]
    expect(
      counted.map((commands) => commands.length),
      counted.join('\n'),
    ).toEqual(commandBudgets[name])
  })
})
