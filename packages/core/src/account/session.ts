import { proxy } from 'valtio/vanilla'
import type { Call, Caller } from '../client.ts'
import type { InputOf } from '../endpoint.ts'
import { isShopError } from '../errors.ts'
import type { Emitter } from '../events.ts'
import type { Memory } from '../memory.ts'
import { openPageChannel } from '../pageChannel.ts'
import { account, type SessionGrant, type User } from './contract.ts'
import { createKeySession } from './keySession.ts'

/** Who is signed in on this page, and in the other tabs of the same shop. */
export type SessionState = {
  status: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
}

export type Session = {
  readonly state: SessionState
  readonly caller: Omit<Caller, 'language' | 'failed'>
  bind(call: Call): void
  /** Asks the server once who is signed in; later calls wait for the same answer. */
  ready(): Promise<SessionState>
  /** Asks anew, as where the session may have ended. */
  check(): Promise<SessionState>
  signIn(input: InputOf<typeof account.signIn>): Promise<User>
  register(input: InputOf<typeof account.create>): Promise<User>
  signOut(): Promise<void>
}

type SessionDependencies = { api: string; provider: string; events: Emitter; memory: Memory }

export function createSession({ api, provider, events, memory }: SessionDependencies): Session {
  const state = proxy<SessionState>({ status: 'unknown', user: null })
  const keys = createKeySession(api, provider)
  // The other tabs of this origin hear that the session has changed.
  const channel = openPageChannel<'changed'>(`pk-session-${api}-${provider}`, refreshFromElsewhere)
  let call: Call
  let asked: Promise<SessionState> | undefined

  function show(user: User | null): void {
    state.user = user
    state.status = user ? 'signed-in' : 'signed-out'
  }

  function refresh(): Promise<SessionState> {
    asked = call(account.session, {}).then(({ user }) => {
      show(user)
      return state
    })
    asked.catch(() => {
      asked = undefined
    })
    return asked
  }

  /** Another tab signed in or out. Whoever signed out does not leave an address behind here. */
  async function refreshFromElsewhere(): Promise<void> {
    // The token that is held here is of the session before.
    await keys.renew(call)
    const { user } = await refresh()
    if (!user) memory.write({ email: undefined, typing: undefined })
  }

  async function enter(answer: { user: User; session: SessionGrant }, method: 'login' | 'registration'): Promise<User> {
    await keys.accept(answer.session)
    memory.write({ flow: undefined, email: answer.user.emailAddress })
    show(answer.user)
    asked = Promise.resolve(state)
    channel.tell('changed')
    events.emit('pk-login', { method })
    return answer.user
  }

  const caller: Session['caller'] = {
    accessToken: () => keys.accessToken(call),
    flow: () => memory.read().flow?.token,
    sessionKey: () => keys.publicKey(),
    async sessionLost() {
      if (await keys.renew(call)) return true
      if (state.status === 'signed-in') show(null)
      return false
    },
  }

  return {
    state,
    caller,
    bind(given) {
      call = given
    },
    ready: () => asked ?? refresh(),
    check: refresh,
    async signIn(input) {
      try {
        return await enter(await call(account.signIn, input), 'login')
      } catch (error) {
        // An entry that took too long: told once, it does not stand in the way of the next try.
        if (isShopError(error) && error.reason === 'flow.required') memory.write({ flow: undefined })
        throw error
      }
    },
    register: async (input) => enter(await call(account.create, input), 'registration'),
    async signOut() {
      await call(account.signOut, {})
      await keys.forget()
      memory.write({ email: undefined, typing: undefined })
      show(null)
      asked = Promise.resolve(state)
      channel.tell('changed')
      events.emit('pk-logout', {})
    },
  }
}
