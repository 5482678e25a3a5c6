import { expect, it } from 'vitest'
import type { Call } from '../client.ts'
import { ShopError } from '../errors.ts'
import { createEmitter } from '../events.ts'
import { createMemory } from '../memory.ts'
import { account } from './contract.ts'
import { createSession } from './session.ts'

const anna = { uuid: 'anna', emailAddress: 'anna@example.org' }

/** The session of a page, with a server that answers each call by its name. */
function at(known: Record<string, () => unknown>) {
  const memory = createMemory('', `session ${Math.random()}`)
  const events = createEmitter()
  const told: string[] = []
  events.onAny((name) => void told.push(name))
  const sent: string[] = []
  const session = createSession({ api: '', provider: `session ${Math.random()}`, events, memory })
  session.bind((async ({ name }: { name: string }) => {
    sent.push(name)
    return known[name]?.()
  }) as unknown as Call)
  return { session, memory, told, sent }
}

const signIn = { email: 'anna@example.org', password: 'secret' }

it('asks once who is signed in, and again where that failed', async () => {
  let isOnline = false
  const { session, sent } = at({
    [account.session.name]() {
      if (!isOnline) throw new ShopError('network', { error: 'No', reason: 'network' }, 0)
      return { user: anna }
    },
  })
  await expect(session.ready()).rejects.toThrow('No')
  isOnline = true
  await Promise.all([session.ready(), session.ready()])
  expect([session.state.status, sent.length]).toEqual(['signed-in', 2])
})

it('tells the page of a sign-in and a sign-out, and leaves no address behind', async () => {
  const { session, memory, told } = at({
    [account.signIn.name]: () => ({ user: anna, session: { kind: 'cookie' } }),
    [account.signOut.name]: () => ({}),
  })
  memory.write({ flow: { token: 'token', code: 'ABC123', subjects: [] } })
  await session.signIn(signIn)
  expect([session.state.status, memory.read()]).toEqual(['signed-in', { email: 'anna@example.org' }])
  await session.signOut()
  expect([session.state.user, memory.read(), told]).toEqual([null, {}, ['pk-login', 'pk-logout']])
})

it('an entry that took too long does not stand in the way of the next try', async () => {
  const { session, memory } = at({
    [account.signIn.name]() {
      throw new ShopError('failure', { error: 'Too late', reason: 'flow.required' }, 400)
    },
  })
  memory.write({ flow: { token: 'token', code: 'ABC123', subjects: [] } })
  await expect(session.signIn(signIn)).rejects.toThrow('Too late')
  expect(memory.read().flow).toBeUndefined()
})

it('is over where the server says so', async () => {
  const { session } = at({ [account.session.name]: () => ({ user: anna }) })
  await session.ready()
  expect(await session.caller.sessionLost()).toBe(false)
  expect(session.state).toMatchObject({ status: 'signed-out', user: null })
})
