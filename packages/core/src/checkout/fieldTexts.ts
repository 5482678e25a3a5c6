/**
 * The English error texts of the checkout's form fields: exactly as core finds them and as the server answers them by field. A
 * surface translates them (`parseFieldProblem`).
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

/** The text for customers who are too young for a payment method. */
export const minimumAgeText = (age: number): string => fieldTexts.minimumAge.replace('{age}', String(age))

/** Identifies one of the texts, with its value; undefined for any other text. */
export function parseFieldProblem(text: string): { fault: FieldProblem; age: number } | undefined {
  const age = Number(/\d+/.exec(text)?.[0] ?? 0)
  const template = text.replace(/\d+/, '{age}')
  const fault = (Object.keys(fieldTexts) as FieldProblem[]).find(
    (each) => fieldTexts[each] === text || fieldTexts[each] === template,
  )
  return fault && { fault, age }
}
