import { describe, expect, it } from 'vitest'
import { dueReminder, nextCheck, remindersOf } from './reminderPlan.ts'

const at = (text: string) => new Date(`2026-${text}Z`)
const published = at('10-01T09:00:00')
const lastDay = at('10-31T23:59:59.999')
const kinds = (orderBy: Date | null, from = published) =>
  remindersOf({ published: from, orderBy }).map(({ kind }) => kind)

describe('the reminders of a job', () => {
  it('are sent after three and ten days and at noon of the last day', () => {
    expect(remindersOf({ published, orderBy: lastDay })).toEqual([
      { kind: 'third-day', at: at('10-04T09:00:00') },
      { kind: 'tenth-day', at: at('10-11T09:00:00') },
      { kind: 'last-day', at: at('10-31T11:59:59.999') },
    ])
    expect(kinds(null)).toEqual(['third-day', 'tenth-day'])
  })

  it('are left out within a day of another email, and after the last day', () => {
    expect(kinds(at('10-11T23:59:59.999'))).toEqual(['third-day', 'last-day'])
    expect(kinds(at('10-12T23:59:59.999'))).toEqual(['third-day', 'tenth-day', 'last-day'])
    expect(kinds(at('10-03T23:59:59.999'))).toEqual(['last-day'])
    expect(kinds(at('10-02T12:00:00'))).toEqual([])
    expect(kinds(at('09-01T23:59:59.999'))).toEqual([])
  })
})

describe('the reminder that is due', () => {
  const due = (checked: string, now: string, orderBy: Date | null = lastDay) =>
    dueReminder({ published, orderBy, checked: at(checked) }, at(now))?.kind

  it('is the one that has become due since the last check', () => {
    expect(due('10-01T09:00:00', '10-04T08:59:59')).toBeUndefined()
    expect(due('10-01T09:00:00', '10-04T09:00:00')).toBe('third-day')
    expect(due('10-04T09:00:00', '10-05T09:00:00')).toBeUndefined()
    expect(due('10-11T09:00:00', '10-31T12:00:00')).toBe('last-day')
  })

  it('is a single one if several were missed, and none if the next one follows within a day', () => {
    expect(due('10-01T09:00:00', '10-15T09:00:00')).toBe('tenth-day')
    expect(due('10-01T09:00:00', '10-10T10:00:00')).toBeUndefined()
    expect(due('10-01T09:00:00', '10-30T20:00:00')).toBeUndefined()
  })

  it('is none when ordering is over', () => {
    expect(due('10-01T09:00:00', '11-01T00:00:00')).toBeUndefined()
  })
})

it('is checked again at the next reminder, every hour for changed dates, and never when all are over', () => {
  const dates = { published, orderBy: lastDay, deletion: null }
  expect(nextCheck(dates, at('10-04T08:30:00'))).toEqual(at('10-04T09:00:00'))
  expect(nextCheck(dates, at('10-05T00:00:00'))).toEqual(at('10-05T01:00:00'))
  expect(nextCheck(dates, at('11-01T00:00:00'))).toBeNull()
  expect(nextCheck({ ...dates, deletion: at('10-20T00:00:00') }, at('10-21T00:00:00'))).toBeNull()
  expect(nextCheck({ ...dates, orderBy: null }, new Date(published.getTime() + 366 * 24 * 3600_000))).toBeNull()
})
