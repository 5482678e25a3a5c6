import { describe, expect, it } from 'vitest'
import type { Picture, PictureDecision } from './picture.ts'
import type { Consent, SubjectState } from './subjectState.ts'
import { isOfSeveral, objectionKey, objectionsTo, type Person, withheldFrom, withholdingOf } from './withholding.ts'

const at = new Date('2026-09-01T08:00:00Z')
const later = new Date('2026-10-01T08:00:00Z')

function aPerson(uuid: string, group: string, state: SubjectState = {}): Person {
  return { uuid, group, ...state }
}

const no = (purpose: keyof Consent, since = at): SubjectState => ({
  consent: { [purpose]: { answer: 'no', who: null, at: since, source: null } },
})

type Judged = Pick<Picture, 'uuid' | 'assignment' | 'faces' | 'decision' | 'hidden'>
const source = { why: 'folder', by: null, at } as const

function ofSubjects(...uuids: string[]): Judged {
  const subjects = uuids.map((uuid) => ({ uuid, isCover: false }))
  return { uuid: 'picture', faces: [], assignment: { to: 'subjects', subjects, ...source } }
}

function ofGroups(...groups: string[]): Judged {
  return { uuid: 'picture', faces: [], assignment: { to: 'groups', groups, ...source } }
}

function decide(is: PictureDecision['is'], people: readonly Person[], picture: Judged): Judged {
  const objections = objectionsTo(picture, people, {}).map(objectionKey)
  return { ...picture, decision: { is, reason: 'so', by: null, at: later, objections } }
}

function withFace(subject: string, picture: Judged): Judged {
  return { ...picture, faces: [{ x: 0, y: 0, width: 0.1, height: 0.1, subject }] }
}

describe('a picture', () => {
  it.each([
    ['an own picture, withdrawn', ofSubjects('emma'), { withdrawn: { at, by: null } }, 'withdrawn'],
    ['an own picture, no to print and sale', ofSubjects('emma'), no('print-and-sell'), 'print-and-sell'],
    ['an own picture, no to class pictures', ofSubjects('emma'), no('class-picture'), null],
    ['a sibling picture, no to print and sale', ofSubjects('emma', 'noah'), no('print-and-sell'), 'print-and-sell'],
    ['a sibling picture, no to class pictures', ofSubjects('emma', 'noah'), no('class-picture'), 'class-picture'],
    ['a sibling picture, withdrawn', ofSubjects('emma', 'noah'), { withdrawn: { at, by: null } }, 'withdrawn'],
    ['a class picture, no to print and sale', ofGroups('4B'), no('print-and-sell'), null],
    ['a class picture, no to class pictures', ofGroups('4A', '4B'), no('class-picture'), 'class-picture'],
    ['a class picture of others', ofGroups('4A'), no('class-picture'), null],
    [
      'the picture of a class that was left',
      ofGroups('4A'),
      { ...no('class-picture'), earlierGroups: ['4A'] },
      'class-picture',
    ],
    [
      'the picture of a class that was left, withdrawn',
      ofGroups('4A'),
      { withdrawn: { at, by: null }, earlierGroups: ['4A'] },
      'withdrawn',
    ],
    ['a class picture, withdrawn', ofGroups('4B'), { withdrawn: { at, by: null } }, 'withdrawn'],
    ['a class picture, no to the yearbook', ofGroups('4B'), no('yearbook'), null],
    [
      'a picture of somebody else with a face of the child',
      withFace('emma', ofSubjects('noah')),
      no('class-picture'),
      'class-picture',
    ],
  ] as const)('is withheld by what the child says: %s', (_what, picture, state, why) => {
    const people = [aPerson('emma', '4B', state as SubjectState), aPerson('noah', '2A')]
    const withholding = withholdingOf(picture, people, {})
    expect(withholding?.objections.map((each) => each.why) ?? null).toEqual(why && [why])
    expect(withholding?.since ?? null).toEqual(why && at)
  })

  it('is withheld if nobody was asked, only in a job in which that means no, and without a time', () => {
    const people = [aPerson('emma', '4B')]
    expect(withholdingOf(ofGroups('4B'), people, {})).toBeNull()
    const job = { notAsked: { 'class-picture': 'no' } } as const
    expect(withholdingOf(ofGroups('4B'), people, job)).toMatchObject({ since: null })
    const yes = [
      aPerson('emma', '4B', { consent: { 'class-picture': { answer: 'yes', who: null, at, source: null } } }),
    ]
    expect(withholdingOf(ofGroups('4B'), yes, job)).toBeNull()
  })

  it('that was released is withheld again by a later objection, and by an earlier one that is raised anew', () => {
    const people = [aPerson('emma', '4B', no('class-picture')), aPerson('mia', '4B')]
    const released = decide('released', people, ofGroups('4B'))
    expect(withholdingOf(released, people, {})).toBeNull()
    const both = [people[0] as Person, aPerson('mia', '4B', { withdrawn: { at: later, by: null } })]
    expect(withholdingOf(released, both, {})?.objections.map(({ subject }) => subject)).toEqual(['mia'])
    expect(withholdingOf(released, [aPerson('emma', '4B', no('class-picture', later))], {})).not.toBeNull()
  })

  it('that is hidden by hand is withheld from everybody since then, an own one too, and despite a release', () => {
    const hidden = { at: later, by: 'Kim', reason: 'closed eyes' }
    for (const picture of [ofSubjects('emma'), ofGroups('4B')])
      expect(withholdingOf({ ...picture, hidden }, [], {})).toEqual({ objections: [], since: later })
    const people = [aPerson('emma', '4B', no('class-picture'))]
    const released = decide('released', people, ofGroups('4B'))
    expect(withholdingOf(released, people, {})).toBeNull()
    expect(withholdingOf({ ...released, hidden }, people, {})).toMatchObject({ since: later })
    expect(withholdingOf({ ...ofSubjects('emma'), hidden: null }, [], {})).toBeNull()
  })

  it('that was hidden stays hidden without any objection, also once it is of one person, of whom no release counts', () => {
    expect(withholdingOf(decide('hidden', [], ofGroups('4B')), [], {})).toEqual({ objections: [], since: later })
    const refusing = [aPerson('emma', '4B', no('print-and-sell'))]
    expect(withholdingOf(decide('released', refusing, ofSubjects('emma')), refusing, {})).not.toBeNull()
    expect(withholdingOf(decide('hidden', [], ofSubjects('emma')), [], {})).toMatchObject({ since: later })
    expect([ofSubjects('emma'), ofSubjects('emma', 'noah'), ofGroups('4B')].map(isOfSeveral)).toEqual([
      false,
      true,
      true,
    ])
  })
})

it('a withdrawn child shows no picture, whatever was decided about it', () => {
  const emma = aPerson('emma', '4B', { withdrawn: { at, by: null } })
  const released = decide('released', [emma], ofGroups('4B'))
  expect(withheldFrom(emma, [released], [emma], {})).toEqual(new Map([['picture', at]]))
  expect(withheldFrom(aPerson('mia', '4B'), [released], [emma], {})).toEqual(new Map())
})
