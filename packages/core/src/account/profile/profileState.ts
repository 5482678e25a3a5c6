import { proxy, ref } from 'valtio/vanilla'
import type { InputOf } from '../../endpoint.ts'
import { createLatestAnswer } from '../../latestAnswer.ts'
import { toJson } from '../../natives.ts'
import { onCustomerChange } from '../../onCustomerChange.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import type { Shop } from '../../shop.ts'
import { tryCall } from '../../tryCall.ts'
import { showUpdatedUser } from '../showUpdatedUser.ts'
import { type Device, profile } from './profileContract.ts'

/** The account area: `shop.part(createProfile)`. */
export type ProfileState = {
  /** Determines the menu; until it is known, the menu shows the entries that every customer has. */
  hasPackages: boolean
  hasRetakes: boolean
  contact: { status: 'idle' | 'saving' | 'saved'; error: string; marked: readonly string[] }
  devices: { status: 'loading' | 'ready' | 'failed'; list: readonly Device[]; ending: string | null; error: string }
  data: {
    status: 'idle' | 'exporting' | 'deleting'
    /** The last failure of each. */
    errors: { exporting: string; deleting: string }
    /** What the customer must confirm first (`createConfirmation`); it can be done again afterwards. */
    needsConfirmation: 'exporting' | 'deleting' | null
    receipt: DeletionReceipt | null
  }
}

export type DeletionReceipt = { uuid: string; deleted: string; keptOrders: readonly string[] }
export type ContactInput = InputOf<typeof profile.update>

export type Profile = {
  readonly state: ProfileState
  loadMenu(): Promise<void>
  /** True if it was saved. */
  save(contact: ContactInput): Promise<boolean>
  loadDevices(): Promise<void>
  endDevice(id: string): Promise<void>
  /** All stored data about the customer, as the text of a JSON file. */
  takeData(password?: string): Promise<string | undefined>
  /** Deletes the account; afterwards the page is signed out and `state.data.receipt` says what was deleted. */
  deleteAccount(password?: string): Promise<boolean>
  /** Resets it before the surface is shown again: what was under way continues. */
  reset(): void
}

export function createProfile(shop: Shop): Profile {
  const state = proxy<ProfileState>({
    ...NO_ENTRIES,
    contact: emptyContact(),
    devices: emptyDevices(),
    data: { status: 'idle', ...noTrouble(), receipt: null },
  })
  const saving = createLatestAnswer()

  // The receipt of a deletion stays: its reader is signed out.
  onCustomerChange(shop, () => {
    saving.drop()
    Object.assign(state.contact, emptyContact())
    Object.assign(state.data, noTrouble())
  })
  onLanguageChange(shop, () => {
    Object.assign(state.contact, { error: '', marked: [] })
    state.devices.error = ''
    state.data.errors = { exporting: '', deleting: '' }
  })

  return {
    state,
    loadMenu: createMenu(shop, state),
    async save(contact) {
      if (state.contact.status === 'saving') return false
      Object.assign(state.contact, { status: 'saving', error: '', marked: [] })
      const answer = await saving(
        () => shop.call(profile.update, contact),
        ({ message, data }) => {
          Object.assign(state.contact, { status: 'idle', error: message, marked: Array.isArray(data) ? data : [] })
        },
      )
      if (!answer) return false
      state.contact.status = 'saved'
      showUpdatedUser(shop, answer.user)
      return true
    },
    ...createDeviceList(shop, state.devices),
    ...createOwnData(shop, state.data),
    reset() {
      if (state.contact.status !== 'saving') Object.assign(state.contact, emptyContact())
      if (state.data.status === 'idle') Object.assign(state.data, { ...noTrouble(), receipt: null })
    },
  }
}

const emptyContact = (): ProfileState['contact'] => ({ status: 'idle', error: '', marked: [] })
const noTrouble = (): Pick<ProfileState['data'], 'errors' | 'needsConfirmation'> => ({
  errors: { exporting: '', deleting: '' },
  needsConfirmation: null,
})
const emptyDevices = (): ProfileState['devices'] => ({ status: 'loading', list: [], ending: null, error: '' })

/** Calls `load` for the next customer who signs in, if it was loaded for the previous one. Returns the promise of the loading. */
function followCustomer(shop: Shop, load: () => Promise<void>, forget: () => void): () => Promise<void> {
  let isLoaded = false
  const loadAndFollow = () => {
    isLoaded = true
    return load()
  }
  onCustomerChange(shop, () => {
    const wasLoaded = isLoaded
    isLoaded = false
    forget()
    if (wasLoaded && shop.session.state.user) void loadAndFollow()
  })
  return loadAndFollow
}

const NO_ENTRIES = { hasPackages: false, hasRetakes: false }

/** What the menu of the account area depends on. */
function createMenu(shop: Shop, state: ProfileState): Profile['loadMenu'] {
  const latest = createLatestAnswer()
  async function load(): Promise<void> {
    const answer = await latest(
      () => shop.call(profile.data, {}),
      () => void Object.assign(state, NO_ENTRIES),
    )
    if (!answer) return
    const { packageForInspectionSubjects, hasRetakes } = answer
    Object.assign(state, { hasPackages: packageForInspectionSubjects.length > 0, hasRetakes })
  }
  return followCustomer(shop, load, () => {
    latest.drop()
    Object.assign(state, NO_ENTRIES)
  })
}

/** The devices on which the customer is signed in. */
function createDeviceList(shop: Shop, devices: ProfileState['devices']): Pick<Profile, 'loadDevices' | 'endDevice'> {
  const latest = createLatestAnswer()
  async function load(): Promise<void> {
    if (devices.status === 'failed') devices.status = 'loading'
    const answer = await latest(
      () => shop.call(profile.devices, {}),
      ({ message }) => {
        Object.assign(devices, { status: devices.list.length > 0 ? 'ready' : 'failed', error: message })
      },
    )
    if (answer) Object.assign(devices, { status: 'ready', list: ref(answer.sessions), error: '' })
  }

  return {
    loadDevices: followCustomer(shop, load, () => {
      latest.drop()
      Object.assign(devices, emptyDevices())
    }),
    async endDevice(id) {
      if (devices.ending) return
      Object.assign(devices, { ending: id, error: '' })
      const answer = await latest(
        () => shop.call(profile.endDevice, { id }),
        ({ message }) => {
          devices.error = message
        },
      )
      if (devices.ending === id) devices.ending = null
      if (answer) devices.list = ref(answer.sessions)
    },
  }
}

/** The customer's stored data: exporting and deleting it. */
function createOwnData(shop: Shop, data: ProfileState['data']): Pick<Profile, 'takeData' | 'deleteAccount'> {
  /** Runs only one of the two at a time. */
  async function ask<T>(what: 'exporting' | 'deleting', send: () => Promise<T>): Promise<T | undefined> {
    if (data.status !== 'idle') return undefined
    data.status = what
    data.errors[what] = ''
    data.needsConfirmation = null
    const answer = await tryCall(send, ({ message, reason }) => {
      if (reason === 'account.confirm') data.needsConfirmation = what
      else data.errors[what] = message
    })
    data.status = 'idle'
    return answer
  }

  return {
    async takeData(password) {
      const customer = shop.session.state.user?.uuid
      const answer = await ask('exporting', () => shop.call(profile.export, { password }))
      return answer && customer === shop.session.state.user?.uuid ? toJson(answer, 2) : undefined
    },
    async deleteAccount(password) {
      const answer = await ask('deleting', () => shop.call(profile.delete, { password }))
      if (!answer) return false
      data.receipt = answer.receipt
      // The session has ended already: this notifies the other widgets and tabs.
      await tryCall(() => shop.session.signOut())
      return true
    },
  }
}
