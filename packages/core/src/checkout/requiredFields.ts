import { isEmail } from '../account/email.ts'
import { type DeliveryType, deliveryForms } from '../provider/deliveryTypes.ts'
import type { DeliveryData, PaymentOption } from './contract.ts'
import { fieldTexts } from './fieldTexts.ts'
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

/** Texts by the name of the field, such as `deliveryAddress.city`; empty if the form is complete. */
export type Problems = Readonly<Record<string, string>>

/** The missing and invalid fields of a delivery. */
export function deliveryProblems(type: DeliveryType, data: DeliveryData, options: AddressOptions): Problems {
  const form = deliveryForms[type]
  if (form === 'address') return addressProblems(data.deliveryAddress, options)
  const subject: Problems = form === 'child' && !data.subject ? { subject: fieldTexts.subject } : {}
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
  const problems: Record<string, string> = {}
  const phone = option.verifyMobile ? faultIn(data.mobilePhone, PHONE, 'phone') : null
  const pid = option.requirePersonNo ? faultIn(data.pid, PERSONAL_ID, 'personalId') : null
  if (phone) problems.mobilePhone = phone
  if (pid) problems.pid = pid
  return problems
}

function faultIn(typed = '', shape: RegExp, fault: 'phone' | 'personalId'): string | null {
  if (!typed.trim()) return fieldTexts.required
  return shape.test(typed.trim().replace(/\s/g, '')) ? null : fieldTexts[fault]
}
