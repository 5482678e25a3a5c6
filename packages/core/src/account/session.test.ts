import { describe, expect, it } from 'vitest'
import type { Call } from '../client.ts'
import { ShopError } from '../errors.ts'
import { createEmitter } from '../events.ts'
import { createTabMemory } from '../tabMemory.ts'
import { account } from './contract.ts'
import { createSession } from './session.ts'

const anna = { uuid: 'anna', emailAddress: 'anna@example.org' }

/** The session of a page, with a server that answers each call by its name. */
function at(known: Record<string, () => unknown>) {
  const provider = `session ${Math.random()}`
  const memory = createTabMemory('', provider, {})
  const events = createEmitter()
  const emitted: string[] = []
  events.onAny((name) => void emitted.push(name))
  const sent: string[] = []
  const session = createSession({
    ...{ api: '', provider, events, memory, storage: {}, now: Date.now, ended: new AbortController().signal },
  })
  session.bind((async ({ name }: { name: string }) => {
    sent.push(name)
    return known[name]?.()
  }) as unknown as Call)
  return { session, memory, emitted, sent }
}

const signIn = { email: 'anna@example.org', password: 'secret' }

it('the session is requested once, and again if that failed', async () => {
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

it('a sign-in and a sign-out are dispatched to the page, and leave no email address behind', async () => {
  const { session, memory, emitted } = at({
    [account.signIn.name]: () => ({ user: anna, session: { kind: 'cookie' } }),
    [account.signOut.name]: () => ({}),
  })
  memory.write({ flow: { token: 'token', code: 'ABC123', subjects: [] } })
  await session.signIn(signIn)
  expect([session.state.status, memory.read()]).toEqual(['signed-in', { email: 'anna@example.org' }])
  await session.signOut()
  expect([session.state.user, memory.read(), emitted]).toEqual([null, {}, ['pk-login', 'pk-logout']])
})

it('an expired entry flow does not block the next attempt', async () => {
  const { session, memory } = at({
    [account.signIn.name]() {
      throw new ShopError('failure', { error: 'Too late', reason: 'flow.required' }, 400)
    },
  })
  memory.write({ flow: { token: 'token', code: 'ABC123', subjects: [] } })
  await expect(session.signIn(signIn)).rejects.toThrow('Too late')
  expect(memory.read().flow).toBeUndefined()
})

it('the session ends when the server ends it', async () => {
  const { session } = at({ [account.session.name]: () => ({ user: anna }) })
  await session.ready()
  expect(await session.caller.sessionLost()).toBe(false)
  expect(session.state).toMatchObject({ status: 'signed-out', user: null })
})

describe('a late answer about who is signed in', () => {
  const slowly = (answer: unknown) => {
    const way = Promise.withResolvers<unknown>()
    return { answer: () => way.promise, arrive: () => way.resolve(answer) }
  }

  it('[AUT-13] does not sign in a customer who has signed out meanwhile', async () => {
    const late = slowly({ user: anna })
    const { session } = at({ [account.session.name]: late.answer, [account.signOut.name]: () => ({}) })
    const checked = session.check()
    await session.signOut()
    late.arrive()
    expect((await checked).status).toBe('signed-out')
    expect(session.state).toEqual({ status: 'signed-out', user: null })
  })

  it('does not sign out a customer who has signed in meanwhile', async () => {
    const late = slowly({ user: null })
    const { session } = at({
      [account.session.name]: late.answer,
      [account.signIn.name]: () => ({ user: anna, session: { kind: 'cookie' } }),
    })
    const checked = session.ready()
    await session.signIn(signIn)
    late.arrive()
    expect((await checked).status).toBe('signed-in')
    expect(session.state.user).toEqual(anna)
  })

  it('is dropped if a later request was answered first', async () => {
    const berta = { uuid: 'berta', emailAddress: 'berta@example.org' }
    const late = slowly({ user: anna })
    const replies = [late.answer, () => ({ user: berta })]
    const { session } = at({ [account.session.name]: () => replies.shift()?.() })
    const first = session.check()
    await session.check()
    late.arrive()
    await first
    expect(session.state.user).toEqual(berta)
  })

  it('does not sign out a customer who has signed in meanwhile, if it was lost', async () => {
    const way = Promise.withResolvers<unknown>()
    const { session, sent } = at({
      [account.session.name]: () => way.promise,
      [account.signIn.name]: () => ({ user: anna, session: { kind: 'cookie' } }),
    })
    const checked = session.check()
    await session.signIn(signIn)
    way.reject(new ShopError('network', { error: 'No', reason: 'network' }, 0))
    await expect(checked).rejects.toThrow('No')
    expect([(await session.ready()).status, sent]).toEqual(['signed-in', [account.session.name, account.signIn.name]])
  })
})

describe('a sign-in by other means', () => {
  /** The server's answer to a link, which the test gives. */
  function withLink() {
    const link = Promise.withResolvers<boolean>()
    const known = { user: null as typeof anna | null }
    const page = at({ [account.session.name]: () => known })
    page.session.arrive(link.promise)
    return { ...page, link, known }
  }

  it('is waited for before anybody counts as signed out', async () => {
    const { session, sent, link, known } = withLink()
    const ready = session.ready()
    expect([sent, session.state.status]).toEqual([[], 'unknown'])
    known.user = anna
    link.resolve(true)
    await ready
    expect([session.state.user?.uuid, sent]).toEqual(['anna', [account.session.name]])
  })

  it('leaves everything as it was if it fails', async () => {
    const { session, link } = withLink()
    link.reject(new ShopError('failure', { error: 'Too late', reason: 'account.hand_over_ended' }, 410))
    expect(await session.ready()).toMatchObject({ status: 'signed-out', user: null })
  })

  it('does not override a sign-in of the meantime', async () => {
    const { session, link, sent } = withLink()
    session.bind((async ({ name }: { name: string }) => {
      sent.push(name)
      return { user: { ...anna, uuid: 'typed' }, session: { kind: 'cookie' } }
    }) as unknown as Call)
    await session.signIn(signIn)
    link.resolve(false)
    expect((await session.ready()).user?.uuid).toBe('typed')
  })
})
