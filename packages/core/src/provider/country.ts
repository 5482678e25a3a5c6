/** Differences between countries in how people write addresses and phone numbers. */

type Place = { postalCode: string; city: string; state?: string | undefined }

/** The last line of an address in the form that the country's post uses. */
export function placeLine(country: string, { postalCode, city, state }: Place): string {
  const words = (...each: Array<string | undefined>) => each.filter(Boolean).join(' ')
  if (country === 'US') return [city, words(state, postalCode)].filter(Boolean).join(', ')
  return cityFirst.has(country) ? words(city, state, postalCode) : words(postalCode, city, state)
}

const cityFirst = new Set(['GB', 'AU', 'CA', 'IE', 'NZ'])

/** CHK-9: whether a form asks for the town first; the specification names these countries, elsewhere the postal code is first. */
export function asksTownFirst(country: string): boolean {
  return country === 'US' || country === 'GB' || country === 'AU'
}

/**
 * An example phone number as people of the country read it, also from abroad: a number reserved for fiction, if the country has
 * some.
 */
export function phoneExample(country: string): string {
  return phoneExamples.get(country) ?? '+1 212 555 0142'
}

const phoneExamples = new Map([
  ['US', '+1 212 555 0142'],
  ['GB', '+44 20 7946 0142'],
  ['AU', '+61 491 570 156'],
  ['NO', '+47 406 12 345'],
  ['SE', '+46 70 174 06 05'],
  ['DK', '+45 20 12 34 56'],
  ['DE', '+49 30 23125 142'],
  ['ES', '+34 612 34 56 78'],
  ['FI', '+358 41 2345678'],
  ['NL', '+31 6 12345678'],
  ['PL', '+48 512 345 678'],
])
