/**
 * What can be wrong with a field of the checkout's forms, in English: the letter of what core finds and of what the server
 * answers by field. A surface says it in the customer's language (`faultOf`).
 */
export const fieldTexts = {
  required: 'This is required!',
  fullName: 'Please enter first and last name',
  email: 'Invalid email',
  postalCode: 'This postal code does not look right.',
  city: 'This city does not look right.',
  phone: 'This phone number does not look right.',
  personalId: 'This personal ID number does not look right.',
  minimumAge: 'You have to be at least {age} years old to pay this way.',
  subject: 'Please choose whose group it goes to.',
  resolving: 'Error resolving address',
} as const

export type FieldProblem = keyof typeof fieldTexts

/** 000 §8. */
export const RESOLVING_FAILED = fieldTexts.resolving

/** The text for somebody who is too young for a way of paying. */
export const minimumAgeText = (age: number): string => fieldTexts.minimumAge.replace('{age}', String(age))

/** Which of the texts this is, with what stands in it; undefined for a text of anybody else. */
export function parseFieldProblem(text: string): { fault: FieldProblem; age: number } | undefined {
  const age = Number(/\d+/.exec(text)?.[0] ?? 0)
  const template = text.replace(/\d+/, '{age}')
  const fault = (Object.keys(fieldTexts) as FieldProblem[]).find(
    (each) => fieldTexts[each] === text || fieldTexts[each] === template,
  )
  return fault && { fault, age }
}
