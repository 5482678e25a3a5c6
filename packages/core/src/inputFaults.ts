import { formFaults } from './formFaults.ts'

/**
 * Every fault that a call can find in a field of its input, by code, with its English sentence; a fault has a value for each name
 * in braces. The server has the sentences in the other languages, which do not compile without one of these codes.
 */
export const inputFaults = {
  ...formFaults,

  // of any field, found by the schema of the call
  invalid: 'This is not right',
  'wrong-type': 'A value of the type {expected} is expected here.',
  'unknown-option': 'Please choose one of the options.',
  uuid: 'Not a uuid',
  'too-short': 'At least {minimum} characters, please',
  'too-long': 'At most {maximum} characters, please',
  'too-small': 'At least {minimum}, please',
  'too-large': 'At most {maximum}, please',
  'not-above': 'More than {minimum}, please',
  'not-below': 'Less than {maximum}, please',
  'too-few': 'At least {minimum} of them, please',
  'too-many': 'At most {maximum} of them, please',
  list: 'Not a list',

  // of an account; 000 §5 and 001 §5, verbatim
  'password-short': "That's too short!",
  'new-password-short': 'The password is not long enough',
  'passwords-differ': 'The passwords must match',
  'password-blank': 'A password cannot consist of spaces only',
  address: 'This address does not look right.',
  state: 'Please choose a state from the list',
  code: 'Please enter your code again.',
  language: 'This shop is not available in this language.',
  'session-key': 'Not a P-256 key',

  // of a design, by the full id of its slot
  duplicate: 'It occurs twice',
  'other-product': 'The template is not sold as this product',
  'unknown-picture-slot': 'The template has no such picture slot',
  'fixed-picture': 'This picture cannot be changed',
  'picture-size': 'The size does not match the picture',
  'refused-picture': 'This picture is not allowed here',
  'unknown-background': 'There is no such background',
  'own-background': 'This picture has its own background',
  'unknown-text': 'The template has no such text',
  'fixed-text': 'This text cannot be changed',
  'unknown-font': 'There is no such font',
  'unknown-size': 'There is no such size',

  // of a package
  'not-in-package': 'This is not in the package',
  'missing-item': '{item} is missing',
} as const

export type InputFaultCode = keyof typeof inputFaults

type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never

/** One fault: its code, and the values of its sentence, such as `{ code: 'minimum-age', age: 18 }`. */
export type InputFault = {
  [Code in InputFaultCode]: { readonly code: Code } & {
    readonly [Name in ValueNames<(typeof inputFaults)[Code]>]: string | number
  }
}[InputFaultCode]

/** The code of a fault as the message of a schema, for what the schema cannot say by itself; its limit is the fault's value. */
export const fault = (code: InputFaultCode): string => code

/** Faults by the name of the field, such as `deliveryAddress.city`; empty if everything is valid. */
export type InputFaults = Readonly<Record<string, InputFault>>
