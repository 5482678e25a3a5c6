import { proxy } from 'valtio/vanilla'

import { onCustomerChange } from '../../onCustomerChange.ts'
import type { Shop } from '../../shop.ts'
import { tryCall } from '../../tryCall.ts'
import { showUpdatedUser } from '../showUpdatedUser.ts'
import { addressProofs } from './addressContract.ts'

/**
 * Confirming the address of the account by the link in an email: `shop.part(createAddressProof)`. The customer's
 * `isAddressProved` says whether it is confirmed.
 */
export type AddressProofState = {
  /** `waiting`: enough emails were sent for now. */
  status: 'idle' | 'sending' | 'sent' | 'failed' | 'waiting'
}

export type AddressProof = {
  readonly state: AddressProofState
  /** Resets it; called when it is shown. What is under way continues. */
  start(): void
  /** Asks the server whether the address was confirmed meanwhile, in another tab or on another device. */
  refresh(): Promise<void>
  /** Sends the email again. */
  send(): Promise<void>
}

export function createAddressProof(shop: Shop): AddressProof {
  const state = proxy<AddressProofState>({ status: 'idle' })
  onCustomerChange(shop, () => {
    state.status = 'idle'
  })

  return {
    state,
    start() {
      if (state.status !== 'sending') state.status = 'idle'
    },
    async refresh() {
      // If the session cannot be checked now, the next call that needs it will find out.
      await tryCall(() => shop.session.check())
    },
    async send() {
      if (state.status === 'sending') return
      const customer = shop.session.state.user?.uuid
      const isSame = () => customer === shop.session.state.user?.uuid
      state.status = 'sending'
      const answer = await tryCall(
        () => shop.call(addressProofs.sendAddressLink, {}),
        ({ reason }) => {
          if (isSame()) state.status = reason === 'throttle.wait' ? 'waiting' : 'failed'
        },
      )
      if (!answer || !isSame()) return
      state.status = 'sent'
      showUpdatedUser(shop, answer.user)
    },
  }
}
