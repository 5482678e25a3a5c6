import { proxy, ref } from 'valtio/vanilla'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { createLatestAnswer } from '../latestAnswer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type Share, sharing } from './contract.ts'

/** What the customer shares now, and with whom: `shop.part(createShares)`. */
export type SharesState = {
  status: 'loading' | 'ready' | 'failed'
  list: readonly Share[]
  /** The uuid of the share that is being ended. */
  ending: string | null
  /** The recipient of the last one that was ended. */
  ended: string | null
  /** Whether the link of that one was opened until then; null if nobody did. */
  endedOpened: NonNullable<Share['opened']> | null
  /** Why the list could not be loaded, or a share not be ended. */
  error: string
}

export type Shares = {
  readonly state: SharesState
  load(): Promise<void>
  /** Ends a share at once. If that fails it is still listed, with the reason. */
  end(uuid: string): Promise<void>
}

const initialState = (): SharesState => ({
  status: 'loading',
  list: ref([]),
  ending: null,
  ended: null,
  endedOpened: null,
  error: '',
})

export function createShares(shop: Shop): Shares {
  const state = proxy(initialState())
  const latest = createLatestAnswer()
  // One customer's recipients are not shown to the next.
  forgetWithCustomer(shop, () => {
    latest.drop()
    Object.assign(state, initialState())
  })
  onLanguageChange(shop, () => {
    if (state.status === 'ready') state.error = ''
  })
  return {
    state,
    async load() {
      if (state.status === 'failed') state.status = 'loading'
      Object.assign(state, { ended: null, endedOpened: null, error: '' })
      const answer = await latest(
        () => shop.call(sharing.list, {}),
        ({ message }) => {
          // What was loaded before stays: it can be ended.
          Object.assign(state, { status: state.list.length > 0 ? 'ready' : 'failed', error: message })
        },
      )
      if (answer) Object.assign(state, { status: 'ready', list: ref(answer.shares), error: '' })
    },
    async end(uuid) {
      const share = state.list.find((each) => each.uuid === uuid)
      if (state.ending || !share) return
      Object.assign(state, { ending: uuid, ended: null, error: '' })
      const answer = await latest(
        () => shop.call(sharing.end, { uuid }),
        ({ message }) => {
          state.error = message
        },
      )
      if (state.ending === uuid) state.ending = null
      if (!answer) return
      const { shares, opened = null } = answer
      Object.assign(state, { list: ref(shares), ended: share.recipient, endedOpened: opened })
    },
  }
}
