import { msg } from './msg.ts'

// lingui-set comment="What is wrong with a field of a form. age: years"

/**
 * Why a field of a form is refused, by code, with its sentence: what the forms of a page find themselves. The server finds the
 * same, and more (`inputFaults`).
 */
export const formFaults = {
  required: msg({ message: 'This is required!', context: 'checkout' }),
  'full-name': msg({ message: 'Please enter first and last name' }),
  email: msg({ message: 'Invalid email', context: 'checkout' }),
  'postal-code': msg({ message: 'This postal code does not look right.' }),
  city: msg({ message: 'This city does not look right.' }),
  phone: msg({ message: 'This phone number does not look right.' }),
  'personal-id': msg({ message: 'This personal ID number does not look right.' }),
  'minimum-age': msg({ message: 'You have to be at least {age} years old to pay this way.' }),
  subject: msg({ message: 'Please choose whose group it goes to.' }),
}

export type FormFaultCode = keyof typeof formFaults
