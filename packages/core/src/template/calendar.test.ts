import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { monthAt, weeksOf } from './calendar.ts'

const iso = { weekStart: 1, firstWeekDays: 4 }
const american = { weekStart: 0, firstWeekDays: 1 }

const numbers = (year: number, month: number, rule: typeof iso) =>
  weeksOf({ year, month }, rule).map(({ number }) => number)

describe('a calendar month', () => {
  it('continues in the next year after December, and in the previous one before January', () => {
    expect([0, 11, 12, 13, -1].map((offset) => monthAt(2027, offset))).toEqual([
      { year: 2027, month: 0 },
      { year: 2027, month: 11 },
      { year: 2028, month: 0 },
      { year: 2028, month: 1 },
      { year: 2026, month: 11 },
    ])
  })

  it('starts its weeks on the requested day, with days of the neighbouring months around it', () => {
    const [first] = weeksOf({ year: 2027, month: 0 }, iso)
    expect(first?.days.map(({ day, inMonth }) => (inMonth ? day : -day))).toEqual([-28, -29, -30, -31, 1, 2, 3])
    expect(first?.days[6]).toEqual({ date: '2027-01-03', day: 3, weekday: 0, inMonth: true })
    expect(weeksOf({ year: 2027, month: 0 }, american)[0]?.days[5]).toMatchObject({ date: '2027-01-01' })
    // exactly four weeks, and the maximum number of weeks
    expect(weeksOf({ year: 2027, month: 1 }, iso)).toHaveLength(4)
    expect(weeksOf({ year: 2027, month: 4 }, american)).toHaveLength(6)
  })

  it('numbers its weeks by ISO 8601, and as in America', () => {
    expect(numbers(2027, 0, iso)).toEqual([53, 1, 2, 3, 4])
    expect(numbers(2026, 11, iso)).toEqual([49, 50, 51, 52, 53])
    expect(numbers(2024, 11, iso)).toEqual([48, 49, 50, 51, 52, 1])
    expect(numbers(2027, 0, american)).toEqual([1, 2, 3, 4, 5, 6])
    expect(numbers(2026, 11, american)).toEqual([49, 50, 51, 52, 1])
  })

  it('has every day of the month once, in order, whatever the year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 0, max: 6 }),
        (year, month, weekStart) => {
          const weeks = weeksOf({ year, month }, { weekStart, firstWeekDays: 4 })
          const days = weeks.flatMap((week) => week.days)
          expect(days.every(({ weekday }, index) => weekday === (weekStart + index) % 7)).toBe(true)
          const own = days.filter(({ inMonth }) => inMonth).map(({ day }) => day)
          expect(own).toEqual(Array.from({ length: own.length }, (_, index) => index + 1))
          expect(own.length).toBeGreaterThanOrEqual(28)
          expect(weeks.every(({ days: [first] }) => weeks.length < 6 || first)).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
})
