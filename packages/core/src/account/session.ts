import { proxy } from 'valtio/vanilla'
import type { Call, Caller } from '../client.ts'
import type { InputOf } from '../endpoint.ts'
import { isShopError } from '../errors.ts'
import type { Emitter } from '../events.ts'
import { openPageChannel } from '../pageChannel.ts'
import type { TabMemory } from '../tabMemory.ts'
import { account, type SessionGrant, type User } from './contract.ts'
import { createKeySession, type KeySession } from './keySession.ts'
import { createSignOut } from './signOut.ts'

/** The customer signed in on this page, and in the other tabs of the same shop. */
export type SessionState = {
  status: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
}

export type Session = {
  readonly state: SessionState
  readonly caller: Omit<Caller, 'language' | 'say' | 'failed'>
  bind(call: Call): void
  /** Requests once who is signed in; later calls share the same answer. */
  ready(): Promise<SessionState>
  /** Requests it again, for example when the session may have ended. */
  check(): Promise<SessionState>
  signIn(input: InputOf<typeof account.signIn>): Promise<User>
  register(input: InputOf<typeof account.create>): Promise<User>
  signOut(): Promise<void>
}

type SessionDependencies = { api: string; provider: string; events: Emitter; memory: TabMemory }

export function createSession({ api, provider, events, memory }: SessionDependencies): Session {
  const state = proxy<SessionState>({ status: 'unknown', user: null })
  const keys = createKeySession(api, provider)
  const signOut = createSignOut(api, provider, keys, () => call, leave)
  // Informs the other tabs of this origin that the session has changed.
  const channel = openPageChannel<'changed'>(`pk-session-${api}-${provider}`, refreshFromElsewhere)
  let call: Call
  let request: Promise<SessionState> | undefined

  /** The session has changed here: the other tabs check it, too. */
  function changeUser(user: User | null): void {
    show(state, user)
    request = Promise.resolve(state)
    channel.send('changed')
  }

  function refresh(): Promise<SessionState> {
    const answer: Promise<SessionState> = call(account.session, {}).then(async ({ user }) => {
      const customer = request === answer ? await signOut.complete(user) : null
      // A later sign-in, sign-out or request overrides this answer.
      if (request !== answer) return request ?? state
      show(state, customer)
      return state
    })
    request = answer
    answer.catch(() => {
      if (request === answer) request = undefined
    })
    return answer
  }

  function leave(): void {
    changeUser(null)
    events.emit('pk-logout', {})
  }

  /** Another tab signed in or out. After a sign-out no email address is left behind here. */
  async function refreshFromElsewhere(): Promise<void> {
    // This tab's token belongs to the previous session.
    await keys.renew(call)
    const { user } = await refresh()
    if (!user) memory.write({ email: undefined, typing: undefined })
  }

  async function enter(answer: { user: User; session: SessionGrant }, method: 'login' | 'registration'): Promise<User> {
    await keys.accept(answer.session)
    signOut.forget()
    memory.write({ flow: undefined, email: answer.user.emailAddress })
    changeUser(answer.user)
    events.emit('pk-login', { method })
    return answer.user
  }

  return {
    state,
    caller: callerOf(state, keys, memory, () => call),
    bind(given) {
      call = given
    },
    ready: () => request ?? refresh(),
    check: refresh,
    async signIn(input) {
      try {
        return await enter(await call(account.signIn, input), 'login')
      } catch (error) {
        // An expired code entry: reported once, it does not block the next attempt.
        if (isShopError(error) && error.reason === 'flow.required') memory.write({ flow: undefined })
        throw error
      }
    },
    register: async (input) => enter(await call(account.create, input), 'registration'),
    async signOut() {
      memory.write({ email: undefined, typing: undefined })
      await signOut.send(state.user)
    },
  }
}

function show(state: SessionState, user: User | null): void {
  state.user = user
  state.status = user ? 'signed-in' : 'signed-out'
}

/** What the client needs from the session for each call. */
function callerOf(state: SessionState, keys: KeySession, memory: TabMemory, call: () => Call): Session['caller'] {
  return {
    accessToken: () => keys.accessToken(call()),
    flow: () => memory.read().flow?.token,
    sessionKey: () => keys.publicKey(),
    async sessionLost() {
      const isRenewed = await keys.renew(call())
      if (!isRenewed && state.status === 'signed-in') show(state, null)
      return isRenewed
    },
  }
}
