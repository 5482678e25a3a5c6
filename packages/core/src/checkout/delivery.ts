import { isEmail } from '../account/email.ts'
import type { DeliveryData, DeliveryMethod, DeliveryOption } from './contract.ts'
import { fieldTexts } from './fieldTexts.ts'
import { formatPostalCode, isCity, isPostalCode } from './postalCode.ts'

/**
 * The requirements of a delivery form by delivery type and provider's options. The browser shows them, the server enforces
 * them.
 */

export type DeliveryType = DeliveryMethod['type']
export type AddressOptions = {
  gatherAddress2: boolean
  gatherState: boolean
  states: Readonly<Record<string, string>>
  hidePostalCode: boolean
  country: string
}

/** Texts by the name of the field, such as `deliveryAddress.city`; empty if the form is complete. */
export type Problems = Readonly<Record<string, string>>

/** 000 §5: the shipping form is for postage; pickups and digital delivery only need contact data. */
export function needsAddress(type: DeliveryType): boolean {
  return type === 'postage'
}

/** The missing and invalid fields of a delivery. */
export function deliveryProblems(type: DeliveryType, data: DeliveryData, options: AddressOptions): Problems {
  if (needsAddress(type)) return addressProblems(data.deliveryAddress, options)
  const subject: Problems = type === 'school-pickup' && !data.subject ? { subject: fieldTexts.subject } : {}
  return { ...subject, ...contactProblems(data.contactInfo) }
}

function addressProblems(address: DeliveryData['deliveryAddress'], options: AddressOptions): Problems {
  const { name = '', address: street = '', postalCode = '', city = '', state = '' } = address ?? {}
  return pickFields({
    'deliveryAddress.name': nameProblem(name),
    'deliveryAddress.address': required(street),
    'deliveryAddress.postalCode': options.hidePostalCode ? '' : postalCodeProblem(postalCode, options.country),
    'deliveryAddress.city': required(city) || (isCity(city) ? '' : fieldTexts.city),
    'deliveryAddress.state': options.gatherState && !isStateKey(state, options) ? fieldTexts.required : '',
  })
}

function contactProblems(contact: DeliveryData['contactInfo']): Problems {
  const { name = '', emailAddress = '' } = contact ?? {}
  return pickFields({
    'contactInfo.name': nameProblem(name),
    'contactInfo.emailAddress': required(emailAddress) || (isEmail(emailAddress) ? '' : fieldTexts.email),
  })
}

const required = (value: string) => (value.trim() ? '' : fieldTexts.required)
// 000 §5: the full-name rule
const nameProblem = (name: string) => required(name) || (/\S\s+\S/.test(name.trim()) ? '' : fieldTexts.fullName)
const postalCodeProblem = (code: string, country: string) =>
  required(code) || (isPostalCode(country, code) ? '' : fieldTexts.postalCode)

function pickFields(problems: Record<string, string>): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== ''))
}

/** The states to choose from. 000 §5: the empty key is not one of them. */
export function stateChoices(options: Pick<AddressOptions, 'states'>): Array<{ key: string; name: string }> {
  return Object.entries(options.states).flatMap(([key, name]) => (key ? [{ key, name }] : []))
}

function isStateKey(state: string, options: Pick<AddressOptions, 'states'>): boolean {
  return state !== '' && Object.hasOwn(options.states, state)
}

/** The data as stored with an order: trimmed, and without anything that its type does not require. */
export function tidyDelivery(type: DeliveryType, data: DeliveryData, options: AddressOptions): DeliveryData {
  const { deliveryAddress: address, contactInfo: contact, subject, verifiedAddress = false } = data
  if (!needsAddress(type)) {
    const { name = '', emailAddress = '' } = contact ?? {}
    return {
      contactInfo: { name: name.trim(), emailAddress: emailAddress.trim() },
      ...(type === 'school-pickup' && subject && { subject }),
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

/**
 * The price to show for a method: the highest of its options without express (000 §5). If there are only express options,
 * theirs counts.
 */
export function methodPrice(options: ReadonlyArray<Pick<DeliveryOption, 'price' | 'isExpress'>>): number {
  const calm = options.filter(({ isExpress }) => !isExpress)
  return Math.max(0, ...(calm.length > 0 ? calm : options).map(({ price }) => price))
}

/** Whether an option can still be chosen: express options expire. */
export function isOffered(option: Pick<DeliveryOption, 'expire'>, now: Date): boolean {
  return option.expire === null || now < new Date(option.expire)
}

/** CHK-4: a single method is preselected, of several none. */
export function preselectedMethod(methods: readonly DeliveryMethod[]): DeliveryMethod | undefined {
  return methods.length === 1 ? methods[0] : undefined
}
