import { msg, type Translate } from '../msg.ts'

/**
 * Differences between countries in how people write addresses and phone numbers. They are texts, so that the file of a new language
 * brings those of its countries along.
 */
export const placeText = msg({
  message:
    '{country, select, US {{city}, {state} {postalCode}} AU {{city} {state} {postalCode}} CA {{city} {state} {postalCode}} GB {{city} {state} {postalCode}} IE {{city} {state} {postalCode}} NZ {{city} {state} {postalCode}} other {{postalCode} {city} {state}}}',
  comment:
    'The last line of an address, as the post of a country (two letters) wants it in any language. Keep every country, and add those of your language that write it otherwise than “other”',
})

export const phoneExampleText = msg({
  message:
    '{country, select, AU {+61 491 570 156} DE {+49 30 23125 142} DK {+45 20 12 34 56} ES {+34 612 34 56 78} FI {+358 41 2345678} GB {+44 20 7946 0142} NL {+31 6 12345678} NO {+47 406 12 345} PL {+48 512 345 678} SE {+46 70 174 06 05} other {+1 212 555 0142}}',
  comment:
    'An example phone number of a country (two letters), as it is read from abroad. Keep every country, and add those of your language, with a number that is reserved for fiction if there is one',
})

type Place = { postalCode: string; city: string; state?: string | undefined }

/** The last line of an address in the form that the country's post uses. */
export function placeLine(t: Translate, country: string, { postalCode, city, state = '' }: Place): string {
  const line = t(placeText, { country, postalCode, city, state })
  // what an address lacks leaves its spaces and its comma behind
  return line.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '')
}

/** CHK-9: whether a form asks for the town first; the specification names these countries, elsewhere the postal code is first. */
export function asksTownFirst(country: string): boolean {
  return country === 'US' || country === 'GB' || country === 'AU'
}

/** An example phone number as people of the country read it, also from abroad. */
export function phoneExample(t: Translate, country: string): string {
  return t(phoneExampleText, { country })
}
