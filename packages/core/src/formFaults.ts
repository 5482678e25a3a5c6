/**
 * Why a field of a form is refused, by code, with the English sentence: what the forms of a page find themselves. A surface has
 * them in its own language. The server finds the same, and more (`inputFaults`).
 */
export const formFaults = {
  required: 'This is required!',
  'full-name': 'Please enter first and last name',
  email: 'Invalid email',
  'postal-code': 'This postal code does not look right.',
  city: 'This city does not look right.',
  phone: 'This phone number does not look right.',
  'personal-id': 'This personal ID number does not look right.',
  'minimum-age': 'You have to be at least {age} years old to pay this way.',
  subject: 'Please choose whose group it goes to.',
} as const

export type FormFaultCode = keyof typeof formFaults
