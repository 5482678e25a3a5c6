import { proxy } from 'valtio/vanilla'
import type { Call, Caller } from '../client.ts'
import type { InputOf } from '../endpoint.ts'
import { isShopError } from '../errors.ts'
import type { Emitter } from '../events.ts'
import type { Memory } from '../memory.ts'
import { openPageChannel } from '../pageChannel.ts'
import { account, type SessionGrant, type User } from './contract.ts'
import { createKeySession, type KeySession } from './keySession.ts'
import { createUnconfirmedSignOut } from './unconfirmedSignOut.ts'

/** The customer signed in on this page, and in the other tabs of the same shop. */
export type SessionState = {
  status: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
}

export type Session = {
  readonly state: SessionState
  readonly caller: Omit<Caller, 'language' | 'failed'>
  bind(call: Call): void
  /** Asks the server once who is signed in; later calls share the same answer. */
  ready(): Promise<SessionState>
  /** Asks again, for example when the session may have ended. */
  check(): Promise<SessionState>
  signIn(input: InputOf<typeof account.signIn>): Promise<User>
  register(input: InputOf<typeof account.create>): Promise<User>
  signOut(): Promise<void>
}

type SessionDependencies = { api: string; provider: string; events: Emitter; memory: Memory }

export function createSession({ api, provider, events, memory }: SessionDependencies): Session {
  const state = proxy<SessionState>({ status: 'unknown', user: null })
  const keys = createKeySession(api, provider)
  const unconfirmed = createUnconfirmedSignOut(api, provider)
  // Tells the other tabs of this origin that the session has changed.
  const channel = openPageChannel<'changed'>(`pk-session-${api}-${provider}`, refreshFromElsewhere)
  let call: Call
  let request: Promise<SessionState> | undefined

  function show(user: User | null): void {
    state.user = user
    state.status = user ? 'signed-in' : 'signed-out'
  }

  /** The session has changed here: the other tabs check it, too. */
  function changeUser(user: User | null): void {
    show(user)
    request = Promise.resolve(state)
    channel.tell('changed')
  }

  function refresh(): Promise<SessionState> {
    const answer: Promise<SessionState> = call(account.session, {}).then(async ({ user }) => {
      const customer = request === answer ? await withoutSignedOut(user) : null
      // Who has signed in or out meanwhile, or has asked again, knows better.
      if (request !== answer) return request ?? state
      show(customer)
      return state
    })
    request = answer
    answer.catch(() => {
      if (request === answer) request = undefined
    })
    return answer
  }

  /** Hides a customer whose sign-out an earlier page sent without getting an answer, and sends it again. */
  async function withoutSignedOut(user: User | null): Promise<User | null> {
    const customer = unconfirmed.read()
    if (!customer) return user
    if (user?.uuid === customer) {
      // If it fails now, the next page tries again.
      await endSession().then(leave, () => undefined)
      return null
    }
    // A key that could not be renewed just now may still have a session.
    if (user || !(await keys.isBound())) unconfirmed.forget()
    return user
  }

  /** Ends the session on the server, even if the page is closed meanwhile. */
  async function endSession(): Promise<void> {
    await call(account.signOut, {}, { keepalive: true })
    await keys.forget()
    unconfirmed.forget()
  }

  function leave(): void {
    changeUser(null)
    events.emit('pk-logout', {})
  }

  /** Another tab signed in or out. After a sign-out no e-mail address is left behind here. */
  async function refreshFromElsewhere(): Promise<void> {
    // This tab's token belongs to the previous session.
    await keys.renew(call)
    const { user } = await refresh()
    if (!user) memory.write({ email: undefined, typing: undefined })
  }

  async function enter(answer: { user: User; session: SessionGrant }, method: 'login' | 'registration'): Promise<User> {
    await keys.accept(answer.session)
    unconfirmed.forget()
    memory.write({ flow: undefined, email: answer.user.emailAddress })
    changeUser(answer.user)
    events.emit('pk-login', { method })
    return answer.user
  }

  return {
    state,
    caller: callerOf(
      keys,
      memory,
      () => call,
      () => void (state.status === 'signed-in' && show(null)),
    ),
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
      if (state.user) unconfirmed.remember(state.user.uuid)
      memory.write({ email: undefined, typing: undefined })
      await endSession()
      leave()
    },
  }
}

/** What the client needs from the session for each call. */
function callerOf(keys: KeySession, memory: Memory, call: () => Call, onLost: () => void): Session['caller'] {
  return {
    accessToken: () => keys.accessToken(call()),
    flow: () => memory.read().flow?.token,
    sessionKey: () => keys.publicKey(),
    async sessionLost() {
      if (await keys.renew(call())) return true
      onLost()
      return false
    },
  }
}
