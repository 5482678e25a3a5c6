import { validate as validateSpanish } from 'stdnum/lib/cjs/es/dni.js'
import { validate as validateSpanishForeigner } from 'stdnum/lib/cjs/es/nie.js'
import { validate as validateFinnish } from 'stdnum/lib/cjs/fi/hetu.js'
import { validate as validateDutch } from 'stdnum/lib/cjs/nl/bsn.js'
import { validate as validateNorwegian } from 'stdnum/lib/cjs/no/fodselsnummer.js'
import { validate as validatePolish } from 'stdnum/lib/cjs/pl/pesel.js'

/** Whether a column contains identity numbers of people, by their form, date and check digit; a few may be mistyped. */
export function arePersonalNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter(isPersonalNumber).length >= 0.8 * filled.length
}

export function isPersonalNumber(text: string): boolean {
  const number = text.replace(/\s/g, '').toUpperCase()
  return FORMS.some((isOfCountry) => isOfCountry(number))
}

/** 20140312-1230, 140312-1230 or without hyphen; people who are not registered in Sweden count the day from 61. */
function isSwedish(number: string): boolean {
  const [, year = '', month = '', day = '', end = ''] =
    /^(?:\d{2})?(\d{2})(\d{2})(\d{2})[-+]?(\d{4})$/.exec(number) ?? []
  return isDay(Number(day) % 60, Number(month)) && hasLuhnDigit(year + month + day + end)
}

function hasLuhnDigit(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return sum % 10 === 0
}

function isNorwegian(number: string): boolean {
  return /^\d{6}-?\d{5}$/.test(number) && validateNorwegian(number.replace('-', '')).isValid
}

/** Only with its hyphen: Danish numbers have no check digit since 2007. */
function isDanish(number: string): boolean {
  const [, day = '', month = ''] = /^(\d{2})(\d{2})\d{2}-\d{4}$/.exec(number) ?? []
  return isDay(Number(day), Number(month))
}

function isFinnish(number: string): boolean {
  return /^\d{6}[-+A-FU-Y]\d{3}[\dA-Y]$/.test(number) && validateFinnish(number).isValid
}

function isSpanish(number: string): boolean {
  if (/^\d{8}-?[A-Z]$/.test(number)) return validateSpanish(number).isValid
  return /^[XYZ]-?\d{7}-?[A-Z]$/.test(number) && validateSpanishForeigner(number).isValid
}

function isDay(day: number, month: number): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12
}

function isPolish(number: string): boolean {
  return /^\d{11}$/.test(number) && validatePolish(number).isValid
}

/** Without separators, as schools export it. */
function isDutch(number: string): boolean {
  return /^\d{9}$/.test(number) && validateDutch(number).isValid
}

const FORMS = [isSwedish, isNorwegian, isDanish, isFinnish, isSpanish, isPolish, isDutch]
