import { describe, expect, it } from 'vitest'
import { dayOf, endOfDay, isDeleted, isOver, readDay, startOfDay, takesOrders, timeZoneOf } from './days.ts'

const on = (day: string) => readDay(day) as Date
const shop = (timeZone: string) => ({ country: 'US', timeZone })
const oslo = { country: 'NO' }

describe('a day of a job', () => {
  it('is an existing day of the calendar', () => {
    expect(dayOf(on('2028-02-29'))).toBe('2028-02-29')
    for (const text of ['2026-02-29', '2026-13-01', '30.11.2026', '2026-11-3', '']) expect(readDay(text)).toBeNull()
  })

  it.each([
    ['Europe/Oslo', '2026-11-30', '2026-11-29T23:00:00.000Z', '2026-11-30T22:59:59.999Z'],
    ['Europe/Oslo', '2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    // the days on which the clocks are changed last 23 and 25 hours
    ['Europe/Oslo', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Oslo', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // here they are changed at midnight itself
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T09:59:59.999Z'],
    ['Asia/Kolkata', '2026-02-28', '2026-02-27T18:30:00.000Z', '2026-02-28T18:29:59.999Z'],
    ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z', '2026-11-30T23:59:59.999Z'],
  ])('starts and ends at the right moment in %s: %s', (zone, day, first, last) => {
    expect(startOfDay(on(day), shop(zone)).toISOString()).toBe(first)
    expect(endOfDay(on(day), shop(zone)).toISOString()).toBe(last)
  })

  it('is counted in the zone of the country, or of several zones in the one in which a day ends last', () => {
    expect(timeZoneOf(oslo)).toBe('Europe/Oslo')
    expect(timeZoneOf({ country: 'ES' })).toBe('Atlantic/Canary')
    expect(timeZoneOf({ country: 'ES', timeZone: 'Europe/Madrid' })).toBe('Europe/Madrid')
    expect(timeZoneOf({ country: 'ZZ' })).toBe('UTC')
    const end = endOfDay(on('2026-11-30'), { country: 'US' }).toISOString()
    expect(end).toBe('2026-12-01T09:59:59.999Z')
  })
})

describe('a job', () => {
  const job = { isArchived: false, orderBy: on('2026-11-30'), deletion: on('2026-12-24') }

  it('takes orders until the last millisecond of its last day', () => {
    expect(takesOrders(job, oslo, new Date('2026-11-30T22:59:59.999Z'))).toBe(true)
    expect(takesOrders(job, oslo, new Date('2026-11-30T23:00:00.000Z'))).toBe(false)
    expect(takesOrders({ ...job, isArchived: true }, oslo, new Date('2026-11-01T00:00:00Z'))).toBe(false)
    const always = { ...job, orderBy: null }
    expect(takesOrders(always, oslo, new Date('2026-12-23T22:59:59.999Z'))).toBe(true)
    expect(takesOrders(always, oslo, new Date('2026-12-23T23:00:00.000Z'))).toBe(false)
  })

  it('loses its pictures from the first moment of the day of deletion', () => {
    expect(isDeleted(job, oslo, new Date('2026-12-23T22:59:59.999Z'))).toBe(false)
    expect(isDeleted(job, oslo, new Date('2026-12-23T23:00:00.000Z'))).toBe(true)
    expect(isDeleted({ deletion: null }, oslo, new Date('2999-01-01'))).toBe(false)
    expect(isOver(null, oslo, new Date('2999-01-01'))).toBe(false)
  })
})
