import { describe, expect, it, vi } from 'vitest'
import type { RosterRow } from '../jobs/roster.ts'
import { planImport } from './importPlan.ts'

let line = 1
function aRow(given: Partial<RosterRow> & { name: string }): RosterRow {
  const fixed = { group: '4B', code: null, files: [], favorite: null, emails: [], phone: null }
  return { ...fixed, key: given.name, line: ++line, ...given }
}

/** Each file with its type and the names of those to whom it belongs. */
function owners(rows: RosterRow[], files: string[]): Record<string, string> {
  const { photographs } = planImport(rows, files)
  return Object.fromEntries(
    photographs.map(({ file, pictureType, rows: of, groups }) => [
      file,
      `${pictureType} ${[...of.map(({ row }) => row.name), ...groups].join(', ')}`,
    ]),
  )
}

const emma = aRow({ key: '1001', name: 'Emma Carter' })
const noah = aRow({ key: '1002', name: 'Noah Carter', group: '2A' })

describe('a file belongs to', () => {
  it('the row that names it with its folder, whatever that says, or without, if nothing contradicts it', () => {
    const rows = [{ ...emma, files: ['1002/img_1.JPG', 'img_2'] }, noah]
    expect(owners(rows, ['1002/IMG_1.jpg', 'x/sub/img_2.png'])).toEqual({
      '1002/IMG_1.jpg': 'IP Emma Carter',
      'x/sub/img_2.png': 'IP Emma Carter',
    })
  })

  it('the row whose key or name its folder has, and nobody if its folders are those of two', () => {
    const files = ['1001/a.jpg', '4B/Emma Carter/b.jpg', 'NOAH CARTER/c.jpg', '1001/1002/d.jpg']
    expect(owners([emma, noah], files)).toEqual({
      '1001/a.jpg': 'IP Emma Carter',
      '4B/Emma Carter/b.jpg': 'IP Emma Carter',
      'NOAH CARTER/c.jpg': 'IP Noah Carter',
    })
  })

  it('of two people with one name, the one whose group is also a folder; otherwise nobody', () => {
    const twins = [aRow({ key: 'a', name: 'Kim Lee', group: '1A' }), aRow({ key: 'b', name: 'Kim Lee', group: '2B' })]
    const { photographs, warnings } = planImport(twins, ['2B/Kim Lee/1.jpg', 'Kim Lee/2.jpg'])
    expect(photographs.map(({ file, rows }) => [file, rows[0]?.row.key])).toEqual([['2B/Kim Lee/1.jpg', 'b']])
    expect(warnings.map(({ file }) => file)).toContain('Kim Lee/2.jpg')
  })

  it("the row whose key the name begins with, and not to a longer number's", () => {
    const ten = aRow({ key: '10', name: 'Ten' })
    const files = ['10.jpg', '10_2.jpg', '10-b.jpg', '10 (2).jpg', '1001-a.jpg', '100.jpg', '10b.jpg', 'IMG_10.jpg']
    const { warnings } = planImport([ten, emma], files)
    expect(owners([ten, emma], files)).toEqual({
      '10.jpg': 'IP Ten',
      '10_2.jpg': 'IP Ten',
      '10-b.jpg': 'IP Ten',
      '10 (2).jpg': 'IP Ten',
      '1001-a.jpg': 'IP Emma Carter',
    })
    expect(warnings.map(({ file }) => file)).toEqual(['10b.jpg', '100.jpg', 'IMG_10.jpg'])
  })

  it('nobody, if its name begins with the whole keys of two people, unless a folder or the roster decides', () => {
    const anna = aRow({ key: '12', name: 'Anna' })
    const bo = aRow({ key: '12-3', name: 'Bo', files: ['12-3-d.jpg'] })
    const files = ['12-3-a.jpg', '12-3.jpg', '12-4.jpg', 'Anna/12-3-c.jpg', '12-3-d.jpg']
    expect(owners([anna, bo], files)).toEqual({
      '12-3-d.jpg': 'IP Bo',
      '12-4.jpg': 'IP Anna',
      'Anna/12-3-c.jpg': 'IP Anna',
    })
    const { exceptions } = planImport([anna, bo], files)
    expect(exceptions.map(({ file, reason, people }) => [file, reason, people.map(({ key }) => key)])).toEqual([
      ['12-3-a.jpg', 'several-keys', ['12', '12-3']],
      ['12-3.jpg', 'several-keys', ['12', '12-3']],
    ])
  })

  it('nobody, if it may be of somebody whom only the job contains', () => {
    const stored = [{ key: '12-3', name: 'Bo', group: '4B' }]
    const plan = planImport([aRow({ key: '12', name: 'Anna' })], ['12-3-b.jpg', 'Bo/12.jpg', '12_1.jpg'], { stored })
    expect(plan.photographs.map(({ file }) => file)).toEqual(['12_1.jpg'])
    expect(plan.exceptions.map(({ reason }) => reason).sort()).toEqual(['not-on-roster', 'several-keys'])
    expect(plan.warnings.map(({ file }) => file).sort()).toEqual(['12-3-b.jpg', 'Bo/12.jpg'])
  })

  it('whom its name says in a class folder that is also a key; nobody if the name says nothing', () => {
    const pupils = [
      ['1', '1'],
      ['2', '1'],
      ['3', '2'],
    ].map(([key = '', group = '']) => aRow({ key, name: `Child ${key}`, group }))
    const files = ['1/1_1.jpg', '1/2_1.jpg', '2/3_1.jpg', '1/x.jpg', '2/1_2.jpg']
    expect(owners(pupils, files)).toEqual({
      '1/1_1.jpg': 'IP Child 1',
      '1/2_1.jpg': 'IP Child 2',
      '2/3_1.jpg': 'IP Child 3',
    })
    const { exceptions } = planImport(pupils, files)
    expect(exceptions.map(({ file, reason }) => [file, reason])).toEqual([
      ['1/x.jpg', 'several-names'],
      ['2/1_2.jpg', 'other-group'],
    ])
  })

  it('all rows that name it: a sibling picture', () => {
    const rows = [
      { ...emma, files: ['both.jpg'] },
      { ...noah, files: ['both.jpg'] },
    ]
    expect(owners(rows, ['both.jpg'])).toEqual({ 'both.jpg': 'MGP Emma Carter, Noah Carter' })
  })

  it('everybody of the group whose folder contains it below _group', () => {
    const { photographs, warnings } = planImport(
      [emma, noah],
      ['_group/4b/class.jpg', '_Group/9Z/x.jpg', '_group/y.jpg'],
    )
    expect(photographs).toMatchObject([{ file: '_group/4b/class.jpg', pictureType: 'GP', rows: [], groups: ['4B'] }])
    expect(warnings.map(({ text }) => text)).toEqual([
      'is in the folder of the group "9Z", which nobody on the roster belongs to',
      'is in _group, but not in the folder of a group',
      '(Emma Carter) has no photograph of its own',
      '(Noah Carter) has no photograph of its own',
    ])
  })

  it('marks the cover that the roster names', () => {
    const rows = [{ ...emma, files: ['a.jpg', 'b.jpg'], favorite: 'b' }]
    const { photographs } = planImport(rows, ['a.jpg', 'b.jpg'])
    expect(photographs.map((each) => each.rows[0]?.keywords)).toEqual([[], ['favorite']])
  })
})

describe('what is listed instead of imported', () => {
  it('missing files, files in two folders, and files that belong to nobody', () => {
    const rows = [{ ...emma, files: ['gone.jpg', 'IMG_1.jpg'] }]
    const { photographs, warnings } = planImport(rows, ['a/IMG_1.jpg', 'b/IMG_1.jpg', 'stray.jpg'])
    expect(photographs).toEqual([])
    const texts = warnings.map(({ file, text }) => `${file ?? ''} ${text}`.trim())
    expect(texts).toContain('(Emma Carter) names the file "gone.jpg", which does not exist')
    expect(texts).toContain('(Emma Carter) names "IMG_1.jpg", but there are 2: a/IMG_1.jpg, b/IMG_1.jpg')
    expect(texts).toContain('stray.jpg does not belong to any row of the roster')
  })

  it('uses the file in the person’s own folder if cameras restarted at 0001', () => {
    const rows = [
      { ...emma, files: ['IMG_1.jpg'] },
      { ...noah, files: ['IMG_1.jpg'] },
    ]
    expect(owners(rows, ['1001/IMG_1.jpg', 'Noah Carter/IMG_1.jpg'])).toEqual({
      '1001/IMG_1.jpg': 'IP Emma Carter',
      'Noah Carter/IMG_1.jpg': 'IP Noah Carter',
    })
  })

  it('raw and phone formats, with what to do', () => {
    const { warnings } = planImport([], ['a.CR2', 'b.heic', 'notes.txt'])
    expect(warnings.map(({ file }) => file)).toEqual(['a.CR2', 'b.heic'])
  })
})

it('takes ten times the work for ten times the school', () => {
  // A name is normalised and lowercased for each comparison, so this counts the comparisons.
  const compared = vi.spyOn(String.prototype, 'normalize')
  const comparisons = (children: number) => {
    compared.mockClear()
    const rows = Array.from({ length: children }, (_, at) =>
      aRow({ key: `${10_000 + at}`, name: `Child ${at}`, files: at % 2 ? [`IMG_${at}.jpg`] : [] }),
    )
    const files = rows.flatMap(({ key }, at) =>
      [0, 1, 2, 3, 4].map((shot) => `${key}_${shot}.jpg`).concat(`IMG_${at}.jpg`),
    )
    expect(planImport(rows, files).photographs).toHaveLength(children * 5.5)
    return compared.mock.calls.length
  }
  const few = comparisons(40)
  expect(few).toBeGreaterThan(40 * 6)
  expect(comparisons(400)).toBeLessThanOrEqual(few * 11)
  compared.mockRestore()
})
