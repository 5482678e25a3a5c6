import { describe, expect, it } from 'vitest'
import type { Subject } from '../jobs/collection.ts'
import { isAs, overlap, reversedFields } from './changedEntries.ts'

const at = new Date('2026-09-03')
const answer = (value: 'yes' | 'no') => ({ answer: value, who: null, at, source: null })
const subject = { name: 'Emma', group: '5A' } as Subject

const yearbook = { before: { consent: null }, after: { consent: { yearbook: answer('no') } } }
const classPicture = {
  before: { consent: { yearbook: answer('no') } },
  after: { consent: { yearbook: answer('no'), 'class-picture': answer('no') } },
}

describe('what a step changed', () => {
  it('is compared without the other fields and entries', () => {
    const both = { ...subject, consent: classPicture.after.consent }
    expect([isAs('after', both, yearbook), isAs('after', both, classPicture)]).toEqual([true, true])
    expect([isAs('before', both, yearbook), isAs('after', subject, yearbook)]).toEqual([false, false])
    const changed = { ...both, consent: { ...both.consent, yearbook: answer('yes') } }
    expect([isAs('after', changed, yearbook), isAs('after', changed, classPicture)]).toEqual([false, true])
    expect([overlap(yearbook, classPicture), overlap(yearbook, yearbook)]).toEqual([false, true])
    expect(overlap({ before: { name: 'a' }, after: { name: 'b' } }, yearbook)).toBe(false)
  })

  it('is brought back alone; a field without entries is removed', () => {
    const both = { ...subject, consent: classPicture.after.consent }
    expect(reversedFields(both, yearbook)).toEqual({ consent: { 'class-picture': answer('no') } })
    expect(reversedFields({ ...subject, consent: yearbook.after.consent }, yearbook)).toEqual({ consent: null })
    const renamed = {
      before: { name: 'Em', rosterValues: null },
      after: { name: 'Emma', rosterValues: { name: 'Em', group: '4B' } },
    }
    const current = { ...subject, rosterValues: { name: 'Em', group: '4B' } }
    expect(reversedFields(current, renamed)).toEqual({ name: 'Em', rosterValues: null })
    const withdrawn = { before: { withdrawn: null }, after: { withdrawn: { at, by: null } } }
    expect(reversedFields(subject, withdrawn)).toEqual({ withdrawn: null })
  })
})
