import { validate as validateDanish } from 'stdnum/lib/cjs/dk/cpr.js'
import { validate as validateFinnish } from 'stdnum/lib/cjs/fi/hetu.js'
import { validate as validateNorwegian } from 'stdnum/lib/cjs/no/fodselsnummer.js'
import { validate as validateSwedish } from 'stdnum/lib/cjs/se/personnummer.js'

/**
 * Personal ids of the Nordic countries. `stdnum` checks length, date and checksum; this module normalises them into its input
 * format, and reads the date of birth. Danish numbers issued since 2007 have no checksum, so none is required.
 */

type PersonalId = {
  /** As the country's registers write it. */
  number: string
  /** Date of birth, such as 1990-01-31. */
  birthDate: string
}

type Country = {
  /** The input in the format of the validator; null if it cannot be one. */
  tidy(written: string, now: Date): string | null
  validate(number: string): { isValid: boolean }
  readBirthDate(number: string): string
}

const day = (year: number, month: number, date: number) =>
  [String(year), ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-')
/** The two-digit numbers in a text, from its start. */
const pairs = (digits: string, count: number) =>
  Array.from({ length: count }, (_, index) => Number(digits.slice(2 * index, 2 * index + 2)))

const norwegian: Country = {
  tidy: (written) => onlyDigits(written, 11),
  validate: validateNorwegian,
  readBirthDate(number) {
    const [date = 0, month = 0, year = 0] = pairs(number, 3)
    // numbers of people who are not residents count the day from 41, numbers of separate registers the month
    return day(norwegianYear(year, Number(number.slice(6, 9))), month % 40, date % 40)
  },
}

function norwegianYear(year: number, individual: number): number {
  if (individual < 500 || (individual >= 900 && year >= 40)) return 1900 + year
  return individual < 750 && year > 54 ? 1800 + year : 2000 + year
}

const swedish: Country = {
  tidy(written, now) {
    const tight = written.replace(/\s/g, '')
    const [, century = '', short = '', sign = '', end = ''] = /^(\d{2})?(\d{6})([-+]?)(\d{4})$/.exec(tight) ?? []
    if (!short) return null
    return `${century || swedishCentury(Number(short.slice(0, 2)), sign, now)}${short}-${end}`
  },
  validate: validateSwedish,
  readBirthDate(number) {
    const [, , month = 0, date = 0] = pairs(number, 4)
    // people who are not registered in Sweden count the day from 61
    return day(Number(number.slice(0, 4)), month, date % 60)
  },
}

/** For a short number: within the last hundred years, or a hundred more if it has a plus. */
function swedishCentury(year: number, sign: string, now: Date): number {
  const thisYear = now.getUTCFullYear()
  const century = Math.floor(thisYear / 100) - (year > thisYear % 100 ? 1 : 0)
  return sign === '+' ? century - 1 : century
}

const danish: Country = {
  tidy: (written) => onlyDigits(written, 10),
  validate: validateDanish,
  readBirthDate(number) {
    const [date = 0, month = 0, year = 0] = pairs(number, 3)
    return day(danishYear(year, Number(number[6])), month, date)
  },
}

function danishYear(year: number, seventh: number): number {
  if (seventh < 4 || ((seventh === 4 || seventh === 9) && year >= 37)) return 1900 + year
  return seventh >= 5 && seventh <= 8 && year >= 58 ? 1800 + year : 2000 + year
}

const finnish: Country = {
  tidy(written) {
    const tight = written.replace(/\s/g, '').toUpperCase()
    return /^\d{6}[-+A-FU-Y]\d{3}[\dA-Y]$/.test(tight) ? tight : null
  },
  validate: validateFinnish,
  readBirthDate(number) {
    const [date = 0, month = 0, year = 0] = pairs(number, 3)
    const sign = number[6] ?? ''
    const century = sign === '+' ? 1800 : 'ABCDEF'.includes(sign) ? 2000 : 1900
    return day(century + year, month, date)
  },
}

const countries = new Map([
  ['NO', norwegian],
  ['SE', swedish],
  ['DK', danish],
  ['FI', finnish],
])

function onlyDigits(written: string, length: number): string | null {
  const digits = written.replace(/[\s-]/g, '')
  return digits.length === length && /^\d+$/.test(digits) ? digits : null
}

/**
 * A personal id of the country as a person writes it; null if there can be no such number, or its date of birth is in the
 * future.
 */
export function readPersonalId(country: string, text: string, now: Date): PersonalId | null {
  const rules = countries.get(country)
  const number = rules?.tidy(text, now)
  if (!rules || !number || !rules.validate(number).isValid) return null
  const birthDate = rules.readBirthDate(number)
  return birthDate <= now.toISOString().slice(0, 10) ? { number, birthDate } : null
}

/** A person's age in whole years. */
export function ageOf({ birthDate }: Pick<PersonalId, 'birthDate'>, now: Date): number {
  const today = now.toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}
