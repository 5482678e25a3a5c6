import { proxy, ref } from 'valtio/vanilla'
import type { InspectionSubject } from '../account/profile/inspectionSubject.ts'
import { profile } from '../account/profile/profileContract.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { tryCall } from '../tryCall.ts'
import { type InspectionState, inspections } from './contract.ts'

/** Packages for inspection: `shop.part(createInspections)`. */
export type InspectionsState = {
  /** The offer and the answer, by subject. */
  sets: Record<string, InspectionState>
  /** The running request or error of the current set. */
  busy: boolean
  error: string
  /** ACC-5: the list of the account area, and the switches that were changed but not sent yet. */
  list: { status: 'loading' | 'ready' | 'failed'; subjects: readonly InspectionSubject[]; error: string }
  changes: Record<string, boolean>
  saving: 'no' | 'saving' | 'saved'
}

export type Inspections = {
  readonly state: InspectionsState
  /** Loads the offer of a set. If it cannot be fetched, nothing is offered. */
  load(subject: string): Promise<void>
  /** Agrees to the offer. True if it was accepted. */
  agree(subject: string): Promise<boolean>
  /** Withdraws the agreement. */
  cancel(subject: string, name: string): Promise<boolean>
  loadList(): Promise<void>
  toggle(subject: string, enabled: boolean): void
  /** Whether a switch was changed and not sent to the server yet. */
  isChanged(): boolean
  save(): Promise<void>
}

const initialState = (): InspectionsState => ({
  sets: {},
  busy: false,
  error: '',
  list: { status: 'loading', subjects: [], error: '' },
  changes: {},
  saving: 'no',
})

export function createInspections(shop: Shop): Inspections {
  const state = proxy(initialState())
  // One customer's offers are not shown to the next.
  forgetWithCustomer(shop, () => Object.assign(state, initialState()))
  onLanguageChange(shop, () => {
    state.error = ''
    state.list.error = ''
    for (const subject of Object.keys(state.sets)) void load(subject)
  })

  async function load(subject: string): Promise<void> {
    const answer = await tryCall(() => shop.call(inspections.get, { subjectUuid: subject }))
    if (answer) state.sets[subject] = answer
  }

  /** Sends one answer for one package; afterwards the page shows the current state, even if it was refused. */
  async function say(subject: string, send: () => Promise<unknown>): Promise<boolean> {
    if (state.busy) return false
    Object.assign(state, { busy: true, error: '' })
    const done = await tryCall(send, ({ message }) => {
      state.error = message
    })
    await load(subject)
    state.busy = false
    return done !== undefined
  }

  return {
    state,
    load,
    agree: (subject) =>
      say(subject, () =>
        shop.call(inspections.agree, { subjectUuid: subject, terms: state.sets[subject]?.offer?.terms ?? '' }),
      ),
    cancel: (subject, name) =>
      say(subject, () => shop.call(inspections.cancel, { subjects: [{ uuid: subject, name, enabled: false }] })),
    ...createInspectionList(shop, state),
  }
}

/** The list of the account area, in which several switches are changed and sent together. */
function createInspectionList(
  shop: Shop,
  state: InspectionsState,
): Pick<Inspections, 'loadList' | 'toggle' | 'isChanged' | 'save'> {
  function show(subjects: readonly InspectionSubject[]): void {
    Object.assign(state.list, { status: 'ready', subjects: ref(subjects), error: '' })
    state.changes = {}
  }

  const changes = () =>
    state.list.subjects.flatMap((subject) => {
      const enabled = state.changes[subject.uuid] ?? subject.enabled
      return enabled === subject.enabled ? [] : [{ ...subject, enabled }]
    })

  return {
    async loadList() {
      if (state.list.status === 'failed') state.list.status = 'loading'
      state.saving = 'no'
      const answer = await tryCall(
        () => shop.call(profile.data, {}),
        ({ message }) => Object.assign(state.list, { status: 'failed', error: message }),
      )
      if (answer) show(answer.packageForInspectionSubjects)
    },
    toggle(subject, enabled) {
      state.changes[subject] = enabled
      state.saving = 'no'
      state.list.error = ''
    },
    isChanged: () => changes().length > 0,
    async save() {
      const subjects = changes()
      if (state.saving === 'saving' || subjects.length === 0) return
      state.saving = 'saving'
      state.list.error = ''
      const answer = await tryCall(
        () => shop.call(inspections.cancel, { subjects }),
        ({ message }) => {
          state.list.error = message
        },
      )
      state.saving = answer ? 'saved' : 'no'
      if (answer) show(answer.subjects)
    },
  }
}
