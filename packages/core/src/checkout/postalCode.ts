/** The formats of postal codes in the countries that a shop may serve. Any other format is refused. */

const FOUR = /^\d{4}$/
const FIVE = /^\d{5}$/
const THREE_AND_TWO = /^\d{3} ?\d{2}$/

const formats = new Map<string, RegExp>([
  ['US', /^\d{5}(?:-\d{4})?$/],
  ['GB', /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i],
  ['CA', /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i],
  ['IE', /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i],
  ['NL', /^\d{4} ?[A-Z]{2}$/i],
  ['IS', /^\d{3}$/],
  ['PL', /^\d{2}-?\d{3}$/],
  ['PT', /^\d{4}-?\d{3}$/],
  ...['SE', 'CZ', 'SK', 'GR'].map((country) => [country, THREE_AND_TWO] as const),
  ...['AU', 'NZ', 'NO', 'DK', 'AT', 'CH', 'BE', 'LU', 'HU'].map((country) => [country, FOUR] as const),
  ...['FI', 'DE', 'ES', 'FR', 'IT', 'EE'].map((country) => [country, FIVE] as const),
])

const ANYWHERE = /^[\p{L}\d][\p{L}\d -]{1,9}$/u

/** Whether a postal code has the country's format. */
export function isPostalCode(country: string, input: string): boolean {
  return (formats.get(country) ?? ANYWHERE).test(formatPostalCode(input))
}

/** As written on an envelope: one space between its halves, letters in capitals. */
export function formatPostalCode(input: string): string {
  return input.trim().replace(/\s+/g, ' ').toUpperCase()
}

/** Whether a country's postal codes consist only of digits: a phone then shows its number pad. */
export function isDigitsOnly(country: string): boolean {
  const format = formats.get(country)
  return format === FOUR || format === FIVE || format === THREE_AND_TWO || country === 'IS'
}

/** Whether this can be the name of a town: it contains a letter, and is not an email or web address. */
export function isCity(input: string): boolean {
  return /\p{L}/u.test(input) && !/[@<>/\\\n]/.test(input)
}
