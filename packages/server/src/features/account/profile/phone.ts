import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Converts a phone number as people of the country write it to the international form E.164; null if no such number can exist.
 * Numbers of other countries begin with `+`.
 */
export function readPhone(text: string, country: string): string | null {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(text.trim().slice(0, 40), home)
  return parsed?.isValid() ? parsed.number : null
}
