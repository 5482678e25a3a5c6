import { formFaults } from './formFaults.ts'
import { msg } from './msg.ts'

// lingui-set comment="What is wrong with a field of a form or a call. minimum, maximum: numbers; expected: a type of JSON, such as string; item: the name of what is missing"

/**
 * Every fault that a call can find in a field of its input, by code, with its sentence; a fault has a value for each name in
 * braces.
 */
export const inputFaults = {
  ...formFaults,

  // of any field, found by the schema of the call
  invalid: msg({ message: 'This is not right' }),
  'wrong-type': msg({ message: 'A value of the type {expected} is expected here.' }),
  'unknown-option': msg({ message: 'Please choose one of the options.' }),
  uuid: msg({ message: 'Not a uuid' }),
  'too-short': msg({
    message: '{minimum, plural, one {At least # character, please} other {At least # characters, please}}',
  }),
  'too-long': msg({ message: 'At most {maximum} characters, please' }),
  'too-small': msg({ message: 'At least {minimum}, please' }),
  'too-large': msg({ message: 'At most {maximum}, please' }),
  'not-above': msg({ message: 'More than {minimum}, please' }),
  'not-below': msg({ message: 'Less than {maximum}, please' }),
  'too-few': msg({ message: 'At least {minimum} of them, please' }),
  'too-many': msg({ message: 'At most {maximum} of them, please' }),
  list: msg({ message: 'Not a list' }),

  // of an account; 000 §5 and 001 §5, verbatim
  'password-short': msg({ message: "That's too short!" }),
  'new-password-short': msg({ message: 'The password is not long enough' }),
  'passwords-differ': msg({ message: 'The passwords must match' }),
  'password-blank': msg({ message: 'A password cannot consist of spaces only' }),
  address: msg({ message: 'This address does not look right.' }),
  state: msg({ message: 'Please choose a state from the list' }),
  code: msg({ message: 'Please enter your code again.' }),
  language: msg({ message: 'This shop is not available in this language.' }),
  'session-key': msg({ message: 'Not a P-256 key' }),

  // of a design, by the full id of its slot
  duplicate: msg({ message: 'It occurs twice' }),
  'other-product': msg({ message: 'The template is not sold as this product' }),
  'unknown-picture-slot': msg({ message: 'The template has no such picture slot' }),
  'fixed-picture': msg({ message: 'This picture cannot be changed' }),
  'picture-size': msg({ message: 'The size does not match the picture' }),
  'refused-picture': msg({ message: 'This picture is not allowed here' }),
  'unknown-background': msg({ message: 'There is no such background' }),
  'own-background': msg({ message: 'This picture has its own background' }),
  'unknown-text': msg({ message: 'The template has no such text' }),
  'fixed-text': msg({ message: 'This text cannot be changed' }),
  'unknown-font': msg({ message: 'There is no such font' }),
  'unknown-size': msg({ message: 'There is no such size' }),

  // of a package
  'not-in-package': msg({ message: 'This is not in the package' }),
  'missing-item': msg({ message: '{item} is missing' }),
}

export type InputFaultCode = keyof typeof inputFaults

/** A plural is all of its text. */
type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends `${infer Counted},${string}`
    ? Counted
    : Name | ValueNames<Rest>
  : never

/** One fault: its code, and the values of its sentence, such as `{ code: 'minimum-age', age: 18 }`. */
export type InputFault = {
  [Code in InputFaultCode]: { readonly code: Code } & {
    readonly [Name in ValueNames<NonNullable<(typeof inputFaults)[Code]['message']>>]: string | number
  }
}[InputFaultCode]

/** The code of a fault as the message of a schema, for what the schema cannot say by itself; its limit is the fault's value. */
export const fault = (code: InputFaultCode): string => code

/** Faults by the name of the field, such as `deliveryAddress.city`; empty if everything is valid. */
export type InputFaults = Readonly<Record<string, InputFault>>
