import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { MAX_RECIPIENTS, sharing } from './contract.ts'
import { recipientsOf } from './recipients.ts'

export type SharingStep = 'sets' | 'recipients' | 'receipt'

/** Sharing picture sets with friends and family: `shop.part(createSharing)`. */
export type SharingState = {
  step: SharingStep
  status: 'idle' | 'sending'
  /** uuids of the selected sets' subjects. */
  subjects: string[]
  /** The content of the address fields. */
  typed: string[]
  /** The last day of the share as chosen, such as `2026-11-30`; empty for the usual one. */
  until: string
  /** The server's error, or that it could not be reached. */
  alert: { kind: 'refused'; text: string } | { kind: 'failed' } | null
  /** The recipients to whom an email was sent. */
  sent: string[]
}

export type Sharing = {
  readonly state: SharingState
  toggle(subjectUuid: string): void
  /** From the sets to the recipients; stays if none is selected. */
  next(): void
  back(): void
  type(index: number, text: string): void
  addField(): void
  removeField(index: number): void
  chooseDay(day: string): void
  send(): Promise<void>
  /** From the receipt back to the start, with nothing selected. */
  inviteMore(): void
}

const initialState = (): SharingState => ({
  step: 'sets',
  status: 'idle',
  subjects: [],
  typed: [''],
  until: '',
  alert: null,
  sent: [],
})

export function createSharing(shop: Shop): Sharing {
  const state = proxy(initialState())
  // One customer's choices are not shown to the next.
  forgetWithCustomer(shop, () => Object.assign(state, initialState()))
  onLanguageChange(shop, () => {
    if (state.alert?.kind === 'refused') state.alert = null
  })
  return {
    state,
    toggle(subjectUuid) {
      state.subjects = state.subjects.includes(subjectUuid)
        ? state.subjects.filter((uuid) => uuid !== subjectUuid)
        : [...state.subjects, subjectUuid]
    },
    next() {
      if (state.subjects.length > 0) Object.assign(state, { step: 'recipients', alert: null })
    },
    back() {
      Object.assign(state, { step: 'sets', alert: null })
    },
    type(index, text) {
      state.typed[index] = text
    },
    addField() {
      if (state.typed.length < MAX_RECIPIENTS) state.typed.push('')
    },
    removeField(index) {
      state.typed.splice(index, 1)
      if (state.typed.length === 0) state.typed.push('')
    },
    chooseDay(day) {
      state.until = day
    },
    async send() {
      const recipients = recipientsOf(state.typed)
      if (state.status === 'sending' || recipients.length === 0 || state.subjects.length === 0) return
      Object.assign(state, { status: 'sending', alert: null })
      try {
        const { subjects, until } = state
        const input = { 'email[]': recipients, 'subjects[]': [...subjects], ...(until && { until }) }
        const answer = await shop.call(sharing.share, input)
        if (answer.error) state.alert = { kind: 'refused', text: answer.error }
        else Object.assign(state, { step: 'receipt', sent: answer.recipients ?? recipients })
      } catch (error) {
        if (!isShopError(error)) throw error
        state.alert = { kind: 'failed' }
      } finally {
        state.status = 'idle'
      }
    },
    inviteMore: () => void Object.assign(state, initialState()),
  }
}
