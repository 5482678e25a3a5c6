import { isEmail } from '../account/email.ts'
import type { FormFaultCode } from '../formFaults.ts'
import type { InputFault } from '../inputFaults.ts'
import { type DeliveryType, deliveryForms } from '../provider/deliveryTypes.ts'
import type { DeliveryData, PaymentOption } from './contract.ts'
import { isCity, isPostalCode } from './postalCode.ts'

/**
 * The fields that the checkout's forms require, by delivery type, payment option and provider's options. The browser shows what
 * is missing, the server enforces it.
 */

export type AddressOptions = {
  gatherAddress2: boolean
  gatherState: boolean
  states: Readonly<Record<string, string>>
  hidePostalCode: boolean
  country: string
}

/** A fault without values, which the forms find themselves. */
type FormFault = Extract<InputFault, { code: Exclude<FormFaultCode, 'minimum-age'> }>
/** Faults by the name of the field, such as `deliveryAddress.city`; empty if the form is complete. */
export type Problems = Readonly<Record<string, FormFault>>
type Codes = Readonly<Record<string, FormFault['code'] | null>>

/** The missing and invalid fields of a delivery. */
export function deliveryProblems(type: DeliveryType, data: DeliveryData, options: AddressOptions): Problems {
  const form = deliveryForms[type]
  if (form === 'address') return addressProblems(data.deliveryAddress, options)
  const subject = form === 'child' && !data.subject ? 'subject' : null
  return problemsOf({ subject, ...contactFaults(data.contactInfo) })
}

function addressProblems(address: DeliveryData['deliveryAddress'], options: AddressOptions): Problems {
  const { name = '', address: street = '', postalCode = '', city = '', state = '' } = address ?? {}
  return problemsOf({
    'deliveryAddress.name': nameFault(name),
    'deliveryAddress.address': required(street),
    'deliveryAddress.postalCode': options.hidePostalCode ? null : postalCodeFault(postalCode, options.country),
    'deliveryAddress.city': required(city) ?? (isCity(city) ? null : 'city'),
    'deliveryAddress.state': options.gatherState && !isStateKey(state, options) ? 'required' : null,
  })
}

function contactFaults(contact: DeliveryData['contactInfo']): Codes {
  const { name = '', emailAddress = '' } = contact ?? {}
  return {
    'contactInfo.name': nameFault(name),
    'contactInfo.emailAddress': required(emailAddress) ?? (isEmail(emailAddress) ? null : 'email'),
  }
}

const required = (value: string) => (value.trim() ? null : 'required')
// 000 §5: the full-name rule
const nameFault = (name: string) => required(name) ?? (/\S\s+\S/.test(name.trim()) ? null : 'full-name')
const postalCodeFault = (code: string, country: string) =>
  required(code) ?? (isPostalCode(country, code) ? null : 'postal-code')

function problemsOf(codes: Codes): Problems {
  return Object.fromEntries(Object.entries(codes).flatMap(([field, code]) => (code ? [[field, { code }]] : [])))
}

/** The states to choose from. 000 §5: the empty key is not one of them. */
export function stateChoices(options: Pick<AddressOptions, 'states'>): Array<{ key: string; name: string }> {
  return Object.entries(options.states).flatMap(([key, name]) => (key ? [{ key, name }] : []))
}

/** Whether a customer can choose this state. */
export function isStateKey(state: string, options: Pick<AddressOptions, 'states'>): boolean {
  return state !== '' && Object.hasOwn(options.states, state)
}

export type PaymentData = { mobilePhone?: string | undefined; pid?: string | undefined }

/** A possible phone number, however it is grouped. */
const PHONE = /^\+?[\d()./-]{5,}$/
/** Of any country: a date, perhaps a character for the century, and some more. */
const PERSONAL_ID = /^\d{6,8}[-+A-Y]?\d{3,5}[\dA-Y]?$/i

/**
 * The missing and impossible inputs of a payment option. Whether a phone number or a personal id is real is for the server to
 * decide.
 */
export function paymentProblems(
  option: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>,
  data: PaymentData,
): Problems {
  return problemsOf({
    mobilePhone: option.verifyMobile ? faultIn(data.mobilePhone, PHONE, 'phone') : null,
    pid: option.requirePersonNo ? faultIn(data.pid, PERSONAL_ID, 'personal-id') : null,
  })
}

function faultIn(input = '', shape: RegExp, code: 'phone' | 'personal-id'): FormFault['code'] | null {
  return required(input) ?? (shape.test(input.trim().replace(/\s/g, '')) ? null : code)
}
