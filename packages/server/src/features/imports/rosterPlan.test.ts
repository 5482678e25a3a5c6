import { describe, expect, it, vi } from 'vitest'
import type { RosterRow } from '../jobs/roster.ts'
import type { StoredPerson } from './plannedPerson.ts'
import { DecisionError, type Decisions, NO_DECISIONS, readDecisions } from './questions.ts'
import { planRoster, type RosterPlan } from './rosterPlan.ts'

let line = 1
function aRow(given: Partial<RosterRow> & { name: string }): RosterRow {
  const fixed = { group: '4B', code: null, files: [], favorite: null, emails: [], phone: null }
  return { ...fixed, key: given.name, line: ++line, ...given }
}

function stored(given: Partial<StoredPerson> & { key: string; name: string }): StoredPerson {
  const contact = { email: null, phone: null }
  return { uuid: `uuid of ${given.key}`, group: '4B', contact, codes: [], openCodes: [], ...given }
}

/** Plans twice: without decisions, and with these. */
function decide(rows: RosterRow[], people: StoredPerson[], ...texts: string[]): RosterPlan & { open: RosterPlan } {
  const open = planRoster(rows, people, NO_DECISIONS)
  const decisions: Decisions = readDecisions(open.questions, texts)
  return { ...planRoster(rows, people, decisions), open }
}

const outcome = ({ people }: RosterPlan) => people.map(({ row, subject }) => `${row.name}: ${subject?.key ?? 'new'}`)

describe('a roster compared with the job', () => {
  it('names who is new, changed, in another group, and not on the roster', () => {
    const people = [
      stored({ key: '1', name: 'Emma' }),
      stored({ key: '2', name: 'Noah' }),
      stored({ key: '3', name: 'Liam', contact: { email: 'l@x.se', phone: '+46701' } }),
      stored({ key: '4', name: 'Mia', group: '5A' }),
    ]
    const rows = [
      aRow({ key: '1', name: 'Emma Carter' }),
      aRow({ key: '2', name: 'Noah', group: '5B' }),
      aRow({ key: '3', name: 'Liam', emails: ['l@x.se'] }),
      aRow({ key: '5', name: 'Otto' }),
    ]
    const plan = planRoster(rows, people, NO_DECISIONS)
    expect(plan.questions).toEqual([])
    expect(plan.people.map((each) => (each.subject ? each.changes : 'new'))).toEqual([
      [{ field: 'name', before: 'Emma', after: 'Emma Carter' }],
      [{ field: 'group', before: '4B', after: '5B' }],
      [],
      'new',
    ])
    expect(plan.absent.map(({ name }) => name)).toEqual(['Mia'])
  })

  it('asks whether somebody with another key is somebody whom the job has, and does nothing until it is decided', () => {
    const people = [stored({ key: '4b / emma lind', name: 'Emma Lind' })]
    const rows = [aRow({ key: '4B / Emma Lindt', name: 'Emma Lindt' })]
    const { open, ...same } = decide(rows, people, '1=same')
    expect(outcome(open)).toEqual([])
    expect(open.undecided).toEqual(rows)
    expect(open.absent).toEqual(people)
    expect(open.questions.map(({ text }) => text)).toEqual([
      '(Emma Lindt, "4B / Emma Lindt") may be Emma Lind (4B) ("4b / emma lind") by a similar name, who is not on this roster',
    ])
    expect(outcome(same)).toEqual(['Emma Lindt: 4b / emma lind'])
    expect(same.absent).toEqual([])
    const other = decide(rows, people, '1=new')
    expect(outcome(other)).toEqual(['Emma Lindt: new'])
    expect(other.absent).toEqual(people)
  })

  it('does not ask about somebody of the same name who is on the roster with their own key', () => {
    const people = [stored({ key: '1', name: 'Kim Lee', group: '1A' })]
    const rows = [aRow({ key: '1', name: 'Kim Lee', group: '1A' }), aRow({ key: '2', name: 'Kim Lee', group: '2B' })]
    expect(outcome(planRoster(rows, people, NO_DECISIONS))).toEqual(['Kim Lee: 1', 'Kim Lee: new'])
  })

  it('asks before a key that was somebody else’s renames them', () => {
    const people = [stored({ key: '12', name: 'Anna Berg' })]
    const rows = [aRow({ key: '12', name: 'Bo Ek' })]
    const { open, ...same } = decide(rows, people, 'person=same')
    expect(outcome(open)).toEqual([])
    expect(open.questions[0]?.text).toContain('with which the job contains Anna Berg (4B) ("12")')
    expect(outcome(same)).toEqual(['Bo Ek: 12'])
  })

  it.each([
    ['Johan Berg', '4B', ['johans.mother@x.se'], 'Johanna Berg', '7C', ['johannas.father@x.se']],
    ['Emil Ek', '5A', ['emil@x.se'], 'Emily Ek', '2B', []],
    ['Sven Andersson', '4B', [], 'Andersson', '9A', ['q@x.se']],
    ['Alexander Lind', '', ['al@x.se'], 'Alexandra Lind', '', ['xl@x.se']],
  ])(
    'asks about a used key with a similar name that neither class nor address confirms: %s',
    (before, group, known, name, other, emails) => {
      const [email = null] = known
      const people = [stored({ key: '17', name: before, group, contact: { email, phone: null } })]
      const { open, ...same } = decide([aRow({ key: '17', name, group: other, emails })], people, '1=same')
      expect(outcome(open)).toEqual([])
      expect(open.questions[0]?.text).toContain('neither class nor any address confirms that it is the same child')
      expect(outcome(same)).toEqual([`${name}: 17`])
    },
  )

  it.each([
    ['the class', '4B', 'new@x.se'],
    ['a class in other letters', '4 b', 'new@x.se'],
    ['an address', '5B', 'mother@x.se'],
    ['an address in a list without classes', '', 'mother@x.se'],
  ])('takes a similar name with a used key as corrected if %s is the same', (_what, group, email) => {
    const people = [stored({ key: '17', name: 'Johan Berg', contact: { email: 'mother@x.se', phone: null } })]
    const rows = [aRow({ key: '17', name: 'Johann Berg', group, emails: [email] })]
    expect(outcome(planRoster(rows, people, NO_DECISIONS))).toEqual(['Johann Berg: 17'])
  })

  it('takes a similar name with a used key as corrected if the code is the same', () => {
    const people = [stored({ key: '17', name: 'Ylva Carlsson', codes: ['FAMILY1'] })]
    const rows = [aRow({ key: '17', name: 'Ylva Carlssen', group: '5C', code: 'FAMILY1' })]
    expect(outcome(planRoster(rows, people, NO_DECISIONS))).toEqual(['Ylva Carlssen: 17'])
  })

  it('makes nobody two people: two lines that are said to be the same are refused', () => {
    const people = [stored({ key: 'old', name: 'Emma Lind' })]
    const rows = [aRow({ key: 'a', name: 'Emma Lind' }), aRow({ key: 'b', name: 'Emma Lind', group: '5A' })]
    expect(() => decide(rows, people, 'person=same')).toThrow(DecisionError)
  })

  it.each([
    [
      'swapped among similar names',
      [
        ['101', 'Anna Berg'],
        ['102', 'Anna Lind'],
        ['103', 'Emma Dahl'],
        ['104', 'Emmy Dahl'],
      ],
    ],
    [
      'swapped among brothers, last name first',
      [
        ['101', 'Andersson Emma'],
        ['102', 'Andersson Oskar'],
      ],
    ],
    [
      'swapped among very similar names',
      [
        ['101', 'Al Hassan'],
        ['102', 'Al Hasan'],
      ],
    ],
  ])('asks about keys that were %s', (_how, list) => {
    const people = list.map(([key = '', name = '']) => stored({ key, name }))
    const keys = list.map(([key = '']) => key)
    const rows = list.map(([, name = ''], at) => aRow({ key: keys[at ^ 1] ?? '', name }))
    const plan = planRoster(rows, people, NO_DECISIONS)
    expect(plan.people).toEqual([])
    expect(plan.questions).toHaveLength(rows.length)
  })

  it('makes no second child of somebody whose key is somebody else’s on this roster', () => {
    const people = ['Anna Berg', 'Bo Ek', 'Cy Dahl'].map((name, at) => stored({ key: `${at + 1}`, name }))
    const rows = ['Nia Falk', 'Anna Berg', 'Bo Ek', 'Cy Dahl'].map((name, at) => aRow({ key: `${at + 1}`, name }))
    const plan = planRoster(rows, people, NO_DECISIONS)
    expect(plan.people).toEqual([])
    expect(plan.questions.at(-1)?.text).toContain('Cy Dahl (4B) ("3") by the same name, whose key is somebody else’s')
    expect(plan.questions.at(-1)?.options.map(({ value }) => value)).toEqual(['leave', 'new', 'same 3'])
  })

  it('keeps the group of somebody whose cell is empty this time', () => {
    const people = [stored({ key: '1', name: 'Emma' })]
    const plan = planRoster([aRow({ key: '1', name: 'Emma', group: '' })], people, NO_DECISIONS)
    expect(plan.people).toMatchObject([{ changes: [] }])
  })

  it('compares thousands with thousands by what they have in common, not one by one', () => {
    const names = Array.from(
      { length: 3000 },
      (_, at) => `Child ${at.toString(36)} of Family ${(at * 7919).toString(36)}`,
    )
    const people = names.map((name, at) => stored({ key: `old ${at}`, name, group: `${at % 100}` }))
    const rows = names.map((name, at) => aRow({ key: `new ${at}`, name, group: `${at % 100}` }))
    const normalised = vi.spyOn(String.prototype, 'normalize')
    expect(planRoster(rows, people, NO_DECISIONS).questions).toHaveLength(3000)
    // Each name is read a few times, however many it is compared with.
    expect(normalised.mock.calls.length).toBeLessThan(3000 * 60)
    normalised.mockRestore()
  })

  it.each([
    ['1A', '01A'],
    ['1A', 'Klass 1A'],
    ['Year 4', '4'],
    ['10B', 'klasse 10-b'],
  ])('asks whether %s and %s are one', (one, other) => {
    const rows = [aRow({ key: '1', name: 'Emma', group: one }), aRow({ key: '2', name: 'Noah', group: other })]
    const { open, ...plan } = decide(rows, [], `1=same ${one}`)
    expect(open.questions.map(({ kind }) => kind)).toEqual(['groups'])
    expect(open.people.map(({ row }) => row.group)).toEqual([one, other])
    expect(plan.people.map(({ row }) => row.group)).toEqual([one, one])
  })

  it.each([
    ['1A', '10A'],
    ['Klass', '1'],
    ['Class 1', 'Class 2'],
    ['1A', '1B'],
    ['Klassen', 'Klass'],
  ])('does not ask whether %s and %s are one', (one, other) => {
    const rows = [aRow({ key: '1', name: 'Emma', group: one }), aRow({ key: '2', name: 'Noah', group: other })]
    expect(planRoster(rows, [], NO_DECISIONS).questions).toEqual([])
  })

  it('asks whether classes of one name in two schools are one, and lets them be two until then', () => {
    const rows = [
      aRow({ key: '1', name: 'Emma', group: '4A (North)', sharedClass: '4A' }),
      aRow({ key: '2', name: 'Noah', group: '4A (South)', sharedClass: '4A' }),
    ]
    const { open, ...plan } = decide(rows, [stored({ key: '3', name: 'Ida', group: '4A' })], '1=same 4A')
    expect(open.questions.map(({ text }) => text)).toEqual([
      'the list has the class "4A" in several schools, which may be one class or several: "4A" and "4A (North)" and "4A (South)"',
    ])
    expect(open.people.map(({ row }) => row.group)).toEqual(['4A (North)', '4A (South)'])
    expect(plan.people.map(({ row }) => row.group)).toEqual(['4A', '4A'])
  })

  it('asks whether groups that differ only in spaces are one, unless the job has both', () => {
    const people = [stored({ key: '1', name: 'Emma', group: '1A' })]
    const rows = [aRow({ key: '2', name: 'Noah', group: '1 A' })]
    const { open, ...one } = decide(rows, people, '1=same 1A')
    expect(open.people.map(({ row }) => row.group)).toEqual(['1 A'])
    expect(open.questions[0]?.text).toBe('names of groups differ only in how they are written: "1A" and "1 A"')
    expect(one.people.map(({ row }) => row.group)).toEqual(['1A'])
    const both = [...people, stored({ key: '3', name: 'Mia', group: '1 A' })]
    expect(planRoster(rows, both, NO_DECISIONS).questions).toEqual([])
  })
})

describe('a row that repeats what was corrected', () => {
  const corrected = (key: string, name: string, rosterValues: { name?: string; group?: string }, group = '4B') =>
    stored({ key, name, group, rosterValues })

  it('is the old list: the correction stays, and files are compared with it', () => {
    const people = [corrected('1', 'Emma Carlsson', { name: 'Emma Karlson', group: '4A' })]
    const { questions, people: planned } = planRoster(
      [aRow({ key: '1', name: 'Emma Karlson', group: '4A' })],
      people,
      NO_DECISIONS,
    )
    expect(questions).toEqual([])
    expect(planned[0]?.row).toMatchObject({ name: 'Emma Carlsson', group: '4B' })
    expect(planned[0]).toMatchObject({ changes: [] })
  })

  it.each([
    [
      'twins whose names were swapped',
      [corrected('1', 'Ida Berg', { name: 'Emma Berg' }), corrected('2', 'Emma Berg', { name: 'Ida Berg' })],
      [aRow({ key: '1', name: 'Emma Berg' }), aRow({ key: '2', name: 'Ida Berg' })],
      2,
    ],
    [
      'somebody else with the name that was corrected',
      [corrected('4b / emma karlson', 'Emma Carlsson', { name: 'Emma Karlson' })],
      [aRow({ key: '4b / emma karlson', name: 'Emma Karlson' }), aRow({ key: 'new', name: 'Emma Carlsson' })],
      1,
    ],
    [
      'a namesake in the class that was corrected',
      [corrected('4b / emma karlson', 'Emma Karlson', { group: '4B' }, '5A')],
      [
        aRow({ key: '4b / emma karlson', name: 'Emma Karlson', group: '4B' }),
        aRow({ key: '5a / emma karlson', name: 'Emma Karlson', group: '5A' }),
      ],
      1,
    ],
  ])(
    'is a question if it may be a new list, such as of %s, and gives nothing to anybody',
    (_what, people, rows, count) => {
      const { questions, undecided, people: planned } = planRoster(rows, people, NO_DECISIONS)
      expect(questions.filter(({ id }) => id.startsWith('repeated '))).toHaveLength(count)
      expect(undecided).toHaveLength(rows.length - planned.length)
      expect(planned.filter(({ subject }) => subject !== null)).toEqual([])
    },
  )
})
