import { describe, expect, it } from 'vitest'
import { formatPostalCode, isCity, isDigitsOnly, isPostalCode } from './postalCode.ts'

describe('[CHK-9] a postal code', () => {
  it.each([
    ['US', ['10001', '02139-4307', ' 10001 '], ['1000', '100011', 'SW1A 1AA', '02139 4307']],
    ['GB', ['SW1A 1AA', 'sw1a1aa', 'M1 1AE', 'EC1A 1BB', 'GIR 0AA'], ['10001', 'SW1A', 'SW1A 11A']],
    ['AU', ['2000', '0800'], ['200', '20000', 'NSW 2000']],
    ['NO', ['9008', '0150'], ['900', '90081', 'N-9008']],
    ['SE', ['123 45', '12345'], ['1234', '123-45']],
    ['DK', ['2100'], ['21000']],
    ['FI', ['00100'], ['0010']],
    ['DE', ['10115'], ['1011', 'D-10115']],
    ['NL', ['1012 AB', '1012ab'], ['1012', 'AB 1012']],
    ['CA', ['K1A 0B1', 'k1a0b1'], ['K1A', '10001']],
    ['JP', ['100-0001', '1000001'], ['1', '<script>', '12345678901']],
  ])('of %s has that country’s format', (country, right, wrong) => {
    expect(right.filter((code) => !isPostalCode(country, code))).toEqual([])
    expect(wrong.filter((code) => isPostalCode(country, code))).toEqual([])
  })

  it('is stored in capitals with one space, and typed on a number pad if it has only digits', () => {
    expect(formatPostalCode('  sw1a   1aa ')).toBe('SW1A 1AA')
    expect(['NO', 'DE', 'SE', 'AU'].filter((country) => !isDigitsOnly(country))).toEqual([])
    // nine digits are written with a hyphen between them
    expect(['US', 'GB', 'NL', 'CA', 'JP'].filter(isDigitsOnly)).toEqual([])
  })
})

it('a town contains a letter and is not an email or web address', () => {
  expect(['Å', 'Saint-Étienne', 'Paris 15', 'København K', "L'Aquila", '東京'].filter((name) => !isCity(name))).toEqual(
    [],
  )
  expect(['12345', '-', 'a@b.example', 'http://x.example', 'Os\nlo'].filter(isCity)).toEqual([])
})
