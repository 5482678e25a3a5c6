import { describe, expect, it } from 'vitest'
import { aCalendar } from '../testing/aCalendar.ts'
import { aTemplate } from '../testing/aTemplate.ts'
import { clampYear, hasYear, isPastYear, startYear, validYear } from './year.ts'

const day = (date: string) => new Date(`${date}T12:00:00Z`)
const open = aCalendar()
delete open.supportedYears

describe('the year of a design', () => {
  it('exists if something shows it', () => {
    expect([aCalendar(), aTemplate(), aTemplate({ supportedYears: [2027] })].map(hasYear)).toEqual([true, false, true])
    expect(hasYear({ ...aCalendar(), type: 'CARDS' })).toBe(true)
    expect(startYear(aTemplate(), day('2026-11-21'))).toBeUndefined()
  })

  it('is a supported one that is not past, the one nearest to the requested one', () => {
    const clamped = (year: number, thisYear = 2026) => clampYear(aCalendar(), year, thisYear)
    expect([2025, 2027, 2030].map((year) => clamped(year))).toEqual([2026, 2027, 2028])
    expect(clamped(2026, 2027)).toBe(2027)
    // if all are past, the last one is used
    expect(clamped(2026, 2031)).toBe(2028)
    expect(clampYear(open, 2040, 2026)).toBe(2040)
    expect(clampYear(open, 123456, 2026)).toBe(9998)
  })

  it('is kept as far as possible, and dropped if nothing shows it', () => {
    expect([1990, 2027, 9998, undefined].map((year) => validYear(aCalendar(), year, 2026))).toEqual([
      2026,
      2027,
      2028,
      undefined,
    ])
    expect(validYear(aTemplate(), 2027, 2026)).toBeUndefined()
  })

  it('is past if the template supports only past ones', () => {
    expect([2028, 2029].map((thisYear) => isPastYear(aCalendar(), thisYear))).toEqual([false, true])
    expect(isPastYear(open, 2029)).toBe(false)
  })

  it('is the next one for a calendar late in the year, but not for a card', () => {
    expect(startYear(aCalendar(), day('2026-05-01'))).toBe(2026)
    expect(startYear(aCalendar(), day('2026-11-21'))).toBe(2027)
    expect(startYear(aCalendar({ supportedYears: [2026] }), day('2026-11-21'))).toBe(2026)
    expect(startYear({ ...aCalendar(), type: 'CARDS' }, day('2026-11-21'))).toBe(2026)
  })
})
