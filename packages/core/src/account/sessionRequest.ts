import type { User } from './contract.ts'

/** The customer signed in on this page, and in the other tabs of the same shop. */
export type SessionState = {
  status: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
}

/** The question who is signed in. What happens later overrides the answer to an earlier request. */
export type SessionRequest = {
  /** The answer to the last request; sends one if there is none. */
  ready(): Promise<SessionState>
  send(): Promise<SessionState>
  /** Sends it once this is settled, in whatever way. */
  sendAfter(event: Promise<unknown>): void
  /** What the state shows is the answer. */
  settle(): void
}

type Steps = {
  send(): Promise<User | null>
  /** Completes what an earlier page could not, before the answer is shown. */
  complete(user: User | null): Promise<User | null>
}

export function createSessionRequest(state: SessionState, steps: Steps): SessionRequest {
  let request: Promise<SessionState> | undefined

  /** An answer that was overridden is replaced by the later one; after a failure the next call sends a request again. */
  function begin(answer: Promise<SessionState>): Promise<SessionState> {
    request = answer
    answer.catch(() => {
      if (request === answer) request = undefined
    })
    return answer
  }

  function send(): Promise<SessionState> {
    const answer: Promise<SessionState> = begin(
      steps.send().then(async (user) => {
        const customer = request === answer ? await steps.complete(user) : null
        if (request !== answer) return request ?? state
        showUser(state, customer)
        return state
      }),
    )
    return answer
  }

  return {
    ready: () => request ?? send(),
    send,
    sendAfter(event) {
      const next = () => (request === waiting ? send() : (request ?? state))
      const waiting: Promise<SessionState> = begin(event.then(next, next))
    },
    settle() {
      request = Promise.resolve(state)
    },
  }
}

export function showUser(state: SessionState, user: User | null): void {
  state.user = user
  state.status = user ? 'signed-in' : 'signed-out'
}
