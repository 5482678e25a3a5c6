import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number as a person of the country writes it, in the international form E.164; null where there can be no such
 * number. Numbers of other countries begin with `+`.
 */
export function readPhone(written: string, country: string): string | null {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(written.trim().slice(0, 40), home)
  return parsed?.isValid() ? parsed.number : null
}
