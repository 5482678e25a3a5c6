import { proxy } from 'valtio/vanilla'
import type { Call, Caller } from '../client.ts'
import type { InputOf } from '../endpoint.ts'
import { isShopError } from '../errors.ts'
import { openPageChannel } from '../pageChannel.ts'
import type { Shop } from '../shop.ts'
import type { TabMemory } from '../tabMemory.ts'
import { account, type SessionGrant, type User } from './contract.ts'
import { createKeySession, type KeySession, type SessionKind } from './keySession.ts'
import { createSessionRequest, type SessionState, showUser } from './sessionRequest.ts'
import { createSignOut } from './signOut.ts'

export type Session = {
  readonly state: SessionState
  readonly caller: Omit<Caller, 'language' | 'say' | 'failed'>
  bind(call: Call): void
  /** Requests once who is signed in; later calls share the same answer. */
  ready(): Promise<SessionState>
  /** Requests it again, for example when the session may have ended. */
  check(): Promise<SessionState>
  /**
   * Somebody may be signed in by other means, such as a link: `ready` waits until it is known whether somebody was, and then
   * requests who.
   */
  arrive(signedIn: Promise<boolean>): void
  signIn(input: InputOf<typeof account.signIn>): Promise<User>
  register(input: InputOf<typeof account.create>): Promise<User>
  signOut(): Promise<void>
}

type SessionShop = Pick<Shop, 'api' | 'provider' | 'events' | 'memory' | 'storage' | 'now' | 'ended'>

/** @param kind how the session is held: by a cookie or by a key; by default as the page's site allows */
export function createSession(shop: SessionShop, kind?: SessionKind): Session {
  const { api, provider, events, memory } = shop
  const state = proxy<SessionState>({ status: 'unknown', user: null })
  const keys = createKeySession(shop, kind)
  const signOut = createSignOut(shop, keys, () => call, leave)
  // Informs the other tabs of this origin that the session has changed.
  const channel = openPageChannel<'changed'>(`pk-session-${api}-${provider}`, refreshFromElsewhere, shop.ended)
  let call: Call
  const request = createSessionRequest(state, {
    send: async () => (await call(account.session, {})).user,
    complete: signOut.complete,
  })

  /** The session has changed here: the other tabs check it, too. */
  function changeUser(user: User | null): void {
    showUser(state, user)
    request.settle()
    channel.send('changed')
  }

  function leave(): void {
    changeUser(null)
    events.emit('pk-logout', {})
  }

  /** Another tab signed in or out. After a sign-out no email address is left behind here. */
  async function refreshFromElsewhere(): Promise<void> {
    // This tab's token belongs to the previous session.
    await keys.renew(call)
    const { user } = await request.send()
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
    ready: request.ready,
    check: request.send,
    arrive(signedIn) {
      request.sendAfter(
        signedIn.then((isNew) => {
          // An earlier sign-out that got no answer was of another session.
          if (isNew) signOut.forget()
          if (isNew) channel.send('changed')
        }),
      )
    },
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

/** What the client needs from the session for each call. */
function callerOf(state: SessionState, keys: KeySession, memory: TabMemory, call: () => Call): Session['caller'] {
  return {
    accessToken: () => keys.accessToken(call()),
    flow: () => memory.read().flow?.token,
    sessionKey: () => keys.publicKey(),
    async sessionLost() {
      const isRenewed = await keys.renew(call())
      if (!isRenewed && state.status === 'signed-in') showUser(state, null)
      return isRenewed
    },
  }
}
