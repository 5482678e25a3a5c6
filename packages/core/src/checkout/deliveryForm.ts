import { type DeliveryType, deliveryForms } from '../provider/deliveryTypes.ts'
import type { DeliveryData } from './contract.ts'
import { formatPostalCode } from './postalCode.ts'
import { type AddressOptions, isStateKey } from './requiredFields.ts'

/** The data as stored with an order: trimmed, and without anything that its type does not require. */
export function tidyDelivery(type: DeliveryType, data: DeliveryData, options: AddressOptions): DeliveryData {
  const { deliveryAddress: address, contactInfo: contact, subject, verifiedAddress = false } = data
  const form = deliveryForms[type]
  if (form !== 'address') {
    const { name = '', emailAddress = '' } = contact ?? {}
    return {
      contactInfo: { name: name.trim(), emailAddress: emailAddress.trim() },
      ...(form === 'child' && subject && { subject }),
    }
  }
  return {
    verifiedAddress,
    deliveryAddress: {
      name: address?.name.trim() ?? '',
      address: address?.address.trim() ?? '',
      address2: options.gatherAddress2 ? (address?.address2.trim() ?? '') : '',
      postalCode: options.hidePostalCode ? '' : formatPostalCode(address?.postalCode ?? ''),
      city: address?.city.trim() ?? '',
      state: options.gatherState ? (address?.state ?? '') : '',
    },
  }
}

type Prefill = {
  name: string
  emailAddress: string
  address: { address: string; address2: string; postalCode: string; city: string; state: string }
}

/** The initial form, filled with the customer's own data. A state that is not in the list is cleared (000 §5). */
export function prefillDelivery(
  user: Prefill,
  options: AddressOptions,
): Required<Pick<DeliveryData, 'deliveryAddress' | 'contactInfo'>> {
  const { address, address2, postalCode, city, state } = user.address
  return {
    deliveryAddress: {
      name: user.name,
      address,
      address2: options.gatherAddress2 ? address2 : '',
      postalCode,
      city,
      state: isStateKey(state, options) ? state : '',
    },
    contactInfo: { name: user.name, emailAddress: user.emailAddress },
  }
}
