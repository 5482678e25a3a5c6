import { describe, expect, it } from 'vitest'
import { LANGUAGES, translateTo } from '../../../server/src/platform/texts.ts'
import { phoneExample, placeLine } from './country.ts'

const phones = {
  US: '+1 212 555 0142',
  GB: '+44 20 7946 0142',
  AU: '+61 491 570 156',
  NO: '+47 406 12 345',
  SE: '+46 70 174 06 05',
  DK: '+45 20 12 34 56',
  DE: '+49 30 23125 142',
  ES: '+34 612 34 56 78',
  FI: '+358 41 2345678',
  NL: '+31 6 12345678',
  PL: '+48 512 345 678',
  // of a country without an example
  BR: '+1 212 555 0142',
}

const whole = { postalCode: '02139', city: 'Cambridge', state: 'MA' }
const places = [whole, { ...whole, state: '' }, { postalCode: '', city: 'Cambridge' }, { ...whole, city: '' }]
const postalCodeFirst = ['02139 Cambridge MA', '02139 Cambridge', 'Cambridge', '02139 MA']
const townFirst = ['Cambridge MA 02139', 'Cambridge 02139', 'Cambridge', 'MA 02139']
const lines = {
  US: ['Cambridge, MA 02139', 'Cambridge, 02139', 'Cambridge', 'MA 02139'],
  ...Object.fromEntries(['GB', 'AU', 'CA', 'IE', 'NZ'].map((country) => [country, townFirst])),
  ...Object.fromEntries(
    ['NO', 'SE', 'DK', 'DE', 'ES', 'FI', 'NL', 'PL', 'BR'].map((country) => [country, postalCodeFirst]),
  ),
}

describe.each(LANGUAGES)('in %s', (language) => {
  const t = translateTo(language)

  it.each(Object.entries(phones))('[CHK-9] a phone number of %s is written as %s', (country, example) => {
    expect(phoneExample(t, country)).toBe(example)
  })

  it.each(Object.entries(lines))('[CHK-9] an address of %s ends with a line such as %s', (country, expected) => {
    expect(places.map((place) => placeLine(t, country, place))).toEqual(expected)
  })
})

describe('a language that nobody knew', () => {
  it('[LOC-2] brings the forms of its countries along in its texts', () => {
    const t = (_message: unknown, { country, city, postalCode }: Record<string, string | number> = {}) =>
      country === 'HU' ? (city ? `${city}, ${postalCode}` : '+36 20 123 4567') : ''
    expect(phoneExample(t, 'HU')).toBe('+36 20 123 4567')
    expect(placeLine(t, 'HU', { postalCode: '1052', city: 'Budapest' })).toBe('Budapest, 1052')
  })
})
