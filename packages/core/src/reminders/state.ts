import { proxy } from 'valtio/vanilla'
import { account } from '../account/contract.ts'
import { showUpdatedUser } from '../account/showUpdatedUser.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import { tryCall } from '../tryCall.ts'
import { type ReminderSubject, reminders } from './contract.ts'

/** The customer's consent to mail and reminders: `shop.part(createCommunication)`. */
export type CommunicationState = {
  status: 'loading' | 'ready' | 'failed'
  subjects: ReminderSubject[]
  /** By uuid, what distinguishes subjects with the same name: year and job. */
  details: Record<string, string>
  /** The consent while it is being saved; null: use the one of the customer's account. */
  consent: boolean | null
  /** The outcome of the last change. */
  change: 'none' | 'saved' | 'failed'
}

export type Communication = {
  readonly state: CommunicationState
  load(): Promise<void>
  /** Every switch takes effect at once; if saving fails, it is reset. */
  setConsent(accepts: boolean): Promise<void>
  setReminders(subjectUuids: readonly string[], enabled: boolean): Promise<void>
  /** Clears the outcome of the last change. */
  forget(): void
}

const initialState = (): CommunicationState => ({
  status: 'loading',
  subjects: [],
  details: {},
  consent: null,
  change: 'none',
})

export function createCommunication(shop: Shop): Communication {
  const state = proxy(initialState())
  let request = 0
  // One customer's choices are not shown to the next.
  forgetWithCustomer(shop, () => {
    request++
    Object.assign(state, initialState())
  })

  /** A child photographed every year appears several times with the same name: year and job distinguish the entries. */
  async function fetchDetails(): Promise<void> {
    const names = state.subjects.map(({ name }) => name)
    if (new Set(names).size === names.length) return
    const sets = shop.part(createPictureSets)
    await sets.load()
    for (const { subject, year, job } of sets.state.sets) state.details[subject.uuid] = `${year}, ${job.name}`
  }

  function show(uuids: readonly string[], enabled: boolean): void {
    for (const subject of state.subjects) if (uuids.includes(subject.uuid)) subject.remindersEnabled = enabled
  }

  return {
    state,
    async load() {
      const mine = ++request
      if (state.status === 'failed') state.status = 'loading'
      const answer = await tryCall(() => shop.call(reminders.list, {}))
      if (mine !== request) return
      if (!answer) {
        if (state.status === 'loading') state.status = 'failed'
        return
      }
      Object.assign(state, { status: 'ready', subjects: answer.subjects })
      await fetchDetails()
    },
    async setConsent(acceptMail) {
      if (state.consent !== null) return
      Object.assign(state, { consent: acceptMail, change: 'none' })
      const answer = await tryCall(() => shop.call(account.patch, { acceptMail }))
      if (answer) showUpdatedUser(shop, answer.user)
      Object.assign(state, { consent: null, change: answer ? 'saved' : 'failed' })
    },
    async setReminders(uuids, enabled) {
      const mine = ++request
      const before = state.subjects.filter(({ uuid }) => uuids.includes(uuid)).map((subject) => ({ ...subject }))
      const subjects = before.map((subject) => ({ ...subject, remindersEnabled: enabled }))
      show(uuids, enabled)
      state.change = 'none'
      const answer = await tryCall(() => shop.call(reminders.set, { subjects }))
      if (!answer) {
        for (const { uuid, remindersEnabled } of before) show([uuid], remindersEnabled)
        state.change = 'failed'
        return
      }
      // A later change is being saved: its answer includes this one.
      if (mine !== request) return
      for (const { uuid, remindersEnabled } of answer.subjects) show([uuid], remindersEnabled)
      state.change = 'saved'
    },
    forget: () => void Object.assign(state, { change: 'none' }),
  }
}
