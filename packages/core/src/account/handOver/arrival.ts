import { proxy } from 'valtio/vanilla'
import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import { handOvers } from './handOverContract.ts'

/** A link that was followed from a page of another site: its code, where it leads, and the origin of the page with the link. */
export type FollowedLink = { code: string; target: string; referrer: string }

export type ArrivalState = {
  /** Somebody else is signed in here: whether the customer with this email address shall be instead. */
  question: { emailAddress: string } | null
  isBusy: boolean
  /** Why the answer had no effect. */
  problem: string | null
}

export type Arrival = {
  readonly state: ArrivalState
  /** Signs the customer in who followed the link, if nobody else is; without effect if the link has expired. */
  take(link: FollowedLink): void
  agree(): Promise<void>
  decline(): void
}

/** Visitors who were signed in on a page of another site, and follow a link to the shop. */
export function createArrival({ call, session }: Pick<Shop, 'call' | 'session'>): Arrival {
  const state = proxy<ArrivalState>({ question: null, isBusy: false, problem: null })
  let questioned: FollowedLink | undefined

  async function accept(link: FollowedLink, agreed: boolean): Promise<boolean> {
    const { user, question } = await call(handOvers.acceptHandOver, { ...link, agreed })
    questioned = question ? { ...link, code: question.code } : undefined
    state.question = question && { emailAddress: question.emailAddress }
    return user !== null
  }

  return {
    state,
    take: (link) => session.arrive(accept(link, false)),
    async agree() {
      if (!questioned || state.isBusy) return
      Object.assign(state, { isBusy: true, problem: null })
      try {
        const accepted = accept(questioned, true)
        session.arrive(accepted)
        await accepted
      } catch (error) {
        if (!isShopError(error)) throw error
        state.problem = error.message
      } finally {
        state.isBusy = false
      }
    },
    decline() {
      questioned = undefined
      state.question = null
    },
  }
}
