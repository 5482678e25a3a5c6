import { proxy, ref } from 'valtio/vanilla'
import type { InputOf } from '../endpoint.ts'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type Device, profile } from './profileContract.ts'

/** The account area: `shop.part(createProfile)`. */
export type ProfileState = {
  /** What the menu depends on; until it is known the menu shows what everybody has. */
  hasPackages: boolean
  contact: { status: 'idle' | 'saving' | 'saved'; error: string; marked: readonly string[] }
  devices: { status: 'loading' | 'ready' | 'failed'; list: readonly Device[]; ending: string | null; error: string }
  data: {
    status: 'idle' | 'exporting' | 'deleting'
    /** Why the last try of each did not come about. */
    errors: { exporting: string; deleting: string }
    receipt: DeletionReceipt | null
  }
}

export type DeletionReceipt = { uuid: string; deleted: string; keptOrders: readonly string[] }
export type ContactInput = InputOf<typeof profile.update>

export type Profile = {
  readonly state: ProfileState
  loadMenu(): Promise<void>
  /** True when it was saved. */
  save(contact: ContactInput): Promise<boolean>
  loadDevices(): Promise<void>
  endDevice(id: string): Promise<void>
  /** Everything that the shop knows, as the text of a JSON file. */
  takeData(password: string): Promise<string | undefined>
  /** Deletes the account; the page is signed out then and `state.data.receipt` says what happened. */
  deleteAccount(password: string): Promise<boolean>
  /** Before the surface is shown anew. */
  reset(): void
}

export function createProfile(shop: Shop): Profile {
  const state = proxy<ProfileState>({
    hasPackages: false,
    contact: { status: 'idle', error: '', marked: [] },
    devices: { status: 'loading', list: [], ending: null, error: '' },
    data: { status: 'idle', errors: { exporting: '', deleting: '' }, receipt: null },
  })

  onLanguageChange(shop, () => {
    Object.assign(state.contact, { error: '', marked: [] })
    state.devices.error = ''
    state.data.errors = { exporting: '', deleting: '' }
  })

  /** Sends; what the shop says to it goes to `told`. */
  async function attempt<T>(
    send: () => Promise<T>,
    told: (text: string, data: unknown) => void,
  ): Promise<T | undefined> {
    try {
      return await send()
    } catch (error) {
      if (!isShopError(error)) throw error
      told(error.message, error.data)
      return undefined
    }
  }

  return {
    state,
    async loadMenu() {
      const answer = await attempt(
        () => shop.call(profile.data, {}),
        () => undefined,
      )
      state.hasPackages = (answer?.packageForInspectionSubjects.length ?? 0) > 0
    },
    async save(contact) {
      if (state.contact.status === 'saving') return false
      Object.assign(state.contact, { status: 'saving', error: '', marked: [] })
      const answer = await attempt(
        () => shop.call(profile.update, contact),
        (error, data) => Object.assign(state.contact, { error, marked: Array.isArray(data) ? data : [] }),
      )
      state.contact.status = answer ? 'saved' : 'idle'
      if (answer) shop.session.state.user = answer.user
      return answer !== undefined
    },
    async loadDevices() {
      const { devices } = state
      if (devices.status === 'failed') devices.status = 'loading'
      const answer = await attempt(
        () => shop.call(profile.devices, {}),
        (error) => Object.assign(devices, { status: devices.list.length > 0 ? 'ready' : 'failed', error }),
      )
      if (answer) Object.assign(devices, { status: 'ready', list: ref(answer.sessions), error: '' })
    },
    async endDevice(id) {
      const { devices } = state
      if (devices.ending) return
      Object.assign(devices, { ending: id, error: '' })
      const answer = await attempt(
        () => shop.call(profile.endDevice, { id }),
        (error) => {
          devices.error = error
        },
      )
      devices.ending = null
      if (answer) devices.list = ref(answer.sessions)
    },
    async takeData(password) {
      if (state.data.status !== 'idle') return undefined
      state.data.status = 'exporting'
      state.data.errors.exporting = ''
      const answer = await attempt(
        () => shop.call(profile.export, { password }),
        (error) => {
          state.data.errors.exporting = error
        },
      )
      state.data.status = 'idle'
      return answer && JSON.stringify(answer, null, 2)
    },
    async deleteAccount(password) {
      if (state.data.status !== 'idle') return false
      state.data.status = 'deleting'
      state.data.errors.deleting = ''
      const answer = await attempt(
        () => shop.call(profile.delete, { password }),
        (error) => {
          state.data.errors.deleting = error
        },
      )
      state.data.status = 'idle'
      if (!answer) return false
      state.data.receipt = answer.receipt
      // The session is gone already: this tells the other widgets and tabs.
      await attempt(
        () => shop.session.signOut(),
        () => undefined,
      )
      return true
    },
    reset() {
      Object.assign(state.contact, { status: 'idle', error: '', marked: [] })
      Object.assign(state.data, { status: 'idle', errors: { exporting: '', deleting: '' }, receipt: null })
    },
  }
}
