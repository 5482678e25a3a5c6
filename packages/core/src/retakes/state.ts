import { proxy, ref } from 'valtio/vanilla'
import { onCustomerChange } from '../onCustomerChange.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { tryCall } from '../tryCall.ts'
import { type Retake, type RetakeDecision, type RetakePrint, retakes } from './contract.ts'

/**
 * New pictures about which the customer decides: `shop.part(createRetakes)`. Call `load()` when shown, draw `state.list`, and call `decide` with
 * the customer's decision about one print; its failure is in `state.problem`.
 */
export type RetakesState = {
  list: { status: 'loading' | 'ready' | 'failed'; value: readonly Retake[] | null; error: string }
  /** The print whose decision is being sent, as `printId` names it. */
  sending: string | null
  problem: { print: string; text: string } | null
}

export type Retakes = {
  readonly state: RetakesState
  load(): Promise<void>
  decide(retake: Pick<Retake, 'uuid'>, print: RetakePrint, decision: RetakeDecision): Promise<void>
}

/** Identifies a print among all that the customer can decide about. */
export const printId = ({ uuid }: Pick<Retake, 'uuid'>, { order, key }: Pick<RetakePrint, 'order' | 'key'>) =>
  `${uuid} ${order} ${key}`

/** The first page on which the new picture would be; both scenes have the same pages. */
export function exchangedPart({ ordered, exchanged }: Pick<RetakePrint, 'ordered' | 'exchanged'>): string | undefined {
  const before = ordered.scene.parts.map((part) => JSON.stringify(part))
  return exchanged.scene.parts.find((part, at) => JSON.stringify(part) !== before[at])?.id
}

export function createRetakes(shop: Pick<Shop, 'call' | 'session' | 'locale' | 'events'>): Retakes {
  const state = proxy<RetakesState>(initialState())
  let isListed = false
  // One customer's pictures are not shown to the next.
  onCustomerChange(shop, () => {
    Object.assign(state, initialState())
    if (isListed && shop.session.state.user) void load()
  })
  onLanguageChange(shop, () => {
    state.problem = null
    state.list.error = ''
    if (isListed) void load()
  })

  async function load(): Promise<void> {
    isListed = true
    if (state.list.status === 'failed') state.list.status = 'loading'
    const value = await tryCall(
      () => shop.call(retakes.list, {}),
      ({ message }) => Object.assign(state.list, { status: state.list.value ? 'ready' : 'failed', error: message }),
    )
    if (value) show(value)
  }

  function show(value: readonly Retake[]): void {
    Object.assign(state.list, { status: 'ready', value: ref(value), error: '' })
  }

  return {
    state,
    load,
    async decide(retake, print, decision) {
      if (state.sending !== null) return
      const id = printId(retake, print)
      Object.assign(state, { sending: id, problem: null })
      const { order, key, ordered, exchanged } = print
      const { hash } = decision === 'keep' ? ordered : exchanged
      const input = { retakeUuid: retake.uuid, order, key, decision, hash }
      const value = await tryCall(
        () => shop.call(retakes.decide, input),
        ({ message }) => {
          state.problem = { print: id, text: message }
        },
      )
      state.sending = null
      if (value) show(value)
      // What was refused may look different by now.
      else await load()
    },
  }
}

function initialState(): RetakesState {
  return { list: { status: 'loading', value: null, error: '' }, sending: null, problem: null }
}
