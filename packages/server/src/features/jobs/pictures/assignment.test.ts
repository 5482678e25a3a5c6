import { describe, expect, it } from 'vitest'
import type { Assignment, AssignmentTarget } from '../picture.ts'
import { addGroups, addSubjects, decideImport, removeSubjects, replaceTarget } from './assignment.ts'

const at = new Date(0)
const later = { why: 'roster-row', by: 'import', at: new Date(1) } as const
const was = (target: AssignmentTarget): Assignment => ({ ...target, why: 'folder', by: 'import', at })
const of = (...uuids: string[]) => ({
  to: 'subjects' as const,
  subjects: uuids.map((uuid) => ({ uuid, isCover: false })),
})
const inGroups = (...groups: string[]) => ({ to: 'groups' as const, groups })

describe('an assignment', () => {
  it('names each subject and group once, and says why it changed', () => {
    expect(addSubjects(was(of('emma')), of('emma', 'noah').subjects, later)).toEqual({
      ...of('emma', 'noah'),
      ...later,
    })
    expect(addGroups(was(inGroups('4A')), ['4B', '4A'], later)).toEqual({ ...inGroups('4A', '4B'), ...later })
  })

  it('stays, with its reason, if it says the same already', () => {
    expect(addSubjects(was(of('emma', 'noah')), of('noah').subjects, later)).toBeNull()
    expect(replaceTarget(was(of('emma', 'noah')), of('noah', 'emma'), later)).toBeNull()
    expect(addGroups(was(inGroups('4A', '4B')), ['4B'], later)).toBeNull()
    expect(removeSubjects(was(of('emma')), ['noah'], later)).toBeNull()
    expect(removeSubjects(was(inGroups('4A')), ['noah'], later)).toBeNull()
    expect(replaceTarget(was({ to: 'rejected' }), { to: 'rejected' }, later)).toBeNull()
  })

  it('is unmatched if nobody is left', () => {
    expect(removeSubjects(was(of('emma', 'noah')), ['emma', 'noah'], later)).toEqual({ to: 'unmatched', ...later })
    expect(replaceTarget(was(of('emma')), inGroups(), later)).toEqual({ to: 'unmatched', ...later })
  })

  it('marks a cover and never unmarks one', () => {
    const cover = { to: 'subjects' as const, subjects: [{ uuid: 'emma', isCover: true }] }
    expect(addSubjects(was(of('emma')), cover.subjects, later)).toEqual({ ...cover, ...later })
    expect(addSubjects(was(cover), of('emma').subjects, later)).toBeNull()
  })
})

describe('an import', () => {
  const decide = (current: AssignmentTarget, target: ReturnType<typeof of | typeof inGroups>, move = false) =>
    decideImport(was(current), target, later, { move })
  const assigned = (target: AssignmentTarget) => ({ outcome: 'assigned', assignment: { ...target, ...later } })

  it('gives a picture of nobody, but adds nobody to a picture and takes nobody from it, unless it is to move', () => {
    expect(decide({ to: 'unmatched' }, of('emma'))).toEqual(assigned(of('emma')))
    expect(decide(of('emma'), of('emma', 'noah'))).toEqual({ outcome: 'conflict' })
    expect(decide(of('emma'), of('emma', 'noah'), true)).toEqual(assigned(of('emma', 'noah')))
    expect(decide(of('emma', 'noah'), of('emma'))).toEqual({ outcome: 'conflict' })
    expect(decide(of('emma', 'noah'), of('emma'), true)).toEqual(assigned(of('emma')))
    expect(decide(inGroups('4A'), inGroups('4A', '4B'))).toEqual(assigned(inGroups('4A', '4B')))
  })

  it('takes a picture from nobody whom it does not list, nor from somebody to whom a person has given it', () => {
    const isListed = (uuid: string) => uuid !== 'noah'
    const current = was(of('emma', 'noah', 'mia'))
    const decideListed = (move: boolean) => decideImport(current, of('emma', 'mia'), later, { move, isListed })
    expect([decideListed(false), decideListed(true)]).toEqual([{ outcome: 'unchanged' }, { outcome: 'unchanged' }])
    expect(decideImport(current, of('emma'), later, { move: true, isListed })).toEqual(assigned(of('emma', 'noah')))
    const decided = { ...current, why: 'hand' as const }
    expect(decideImport(decided, of('emma'), later, { move: true })).toEqual({ outcome: 'unchanged' })
  })

  it('records that a person has confirmed whose picture it is, or said that it is of nobody', () => {
    const byHand = { ...later, why: 'hand' as const }
    const confirm = (current: Assignment, ...uuids: string[]) =>
      decideImport(current, of(...uuids), byHand, { move: true })
    expect(confirm(was(of('emma')), 'emma')).toEqual({
      outcome: 'assigned',
      assignment: { ...of('emma'), ...byHand },
    })
    expect(confirm({ ...was(of('emma')), ...byHand }, 'emma')).toEqual({ outcome: 'unchanged' })
    expect(confirm(was(of('emma', 'noah')))).toEqual({
      outcome: 'assigned',
      assignment: { to: 'unmatched', ...byHand },
    })
  })

  it('never shows a family the picture of somebody who is not planned, unless it is to move', () => {
    expect(decide(of('emma'), of('noah'))).toEqual({ outcome: 'conflict' })
    expect(decide(of('emma', 'noah'), of('emma', 'mia'))).toEqual({ outcome: 'conflict' })
    expect(decide(inGroups('4B'), of('noah'))).toEqual({ outcome: 'conflict' })
    expect(decide(of('emma'), inGroups('4B'))).toEqual({ outcome: 'conflict' })
    expect(decide(of('emma'), of('noah'), true)).toEqual(assigned(of('noah')))
    expect(decide(of('emma', 'noah'), of('emma', 'mia'), true)).toEqual(assigned(of('emma', 'mia')))
    expect(decide(inGroups('4B'), of('noah'), true)).toEqual(assigned(of('noah')))
  })

  it('keeps the cover of those who keep a picture that moves', () => {
    const before = {
      to: 'subjects' as const,
      subjects: [
        { uuid: 'emma', isCover: true },
        { uuid: 'noah', isCover: true },
      ],
    }
    const after = {
      to: 'subjects' as const,
      subjects: [
        { uuid: 'emma', isCover: true },
        { uuid: 'mia', isCover: false },
      ],
    }
    expect(decide(before, of('emma', 'mia'), true)).toEqual(assigned(after))
  })

  it('leaves a rejected picture rejected, even if it is to move', () => {
    for (const move of [false, true])
      expect(decide({ to: 'rejected' }, of('emma'), move)).toEqual({ outcome: 'conflict' })
  })
})
