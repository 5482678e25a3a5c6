import { describe, expect, it } from 'vitest'
import type { RosterRow } from '../jobs/roster.ts'
import { planImport } from './importPlan.ts'
import { readDecisions } from './questions.ts'

let line = 1
function aRow(key: string, name: string, group = '4A'): RosterRow {
  return { key, name, group, line: ++line, code: null, files: [], favorite: null, emails: [], phone: null }
}

const ROWS = [aRow('1', 'Anna Berg'), aRow('2', 'Bo Lind'), aRow('12', 'Cia Ask'), aRow('4001', 'Dan Ek', '4B')]

/** Whose picture a file is; a dash if nobody gets it, with the reason. */
function plan(file: string, ...decisions: string[]): string {
  const open = planImport(ROWS, [file])
  const { photographs, warnings } = planImport(ROWS, [file], { decisions: readDecisions(open.questions, decisions) })
  const [photograph] = photographs
  if (photograph) return [...photograph.rows.map(({ row }) => row.name), ...photograph.groups].join(', ')
  return `- ${warnings.find((each) => each.file === file)?.text ?? ''}`
}

describe('a file in the folder of a group', () => {
  it.each(['_group/4A/Anna Berg/x.jpg', '_group/4A/1/x.jpg', '_group/4A/1_77.jpg', '_group/4A/4001.jpg'])(
    'is not shown to the group if it is somebody’s: %s',
    (file) => {
      expect(plan(file)).toMatch(
        /^- was left out: it is in the folder of the group "4A", but its folder or name is also that of/,
      )
      expect(plan(file, '1=group')).toBe('4A')
      expect(plan(file, '1=person 2')).toBe('Bo Lind')
    },
  )

  it.each(['_group/4A/x.jpg', '_group/4A/7.jpg', '_group/4A/2.jpg', '_group/4A/day 1/IMG_2.jpg'])(
    'is of the group: %s',
    (file) => {
      expect(plan(file)).toBe('4A')
    },
  )
})

it('a file in the folder of a group is nobody’s if it is that of somebody who was deleted', () => {
  const file = '_group/4A/Eva Ost/x.jpg'
  const { photographs, warnings } = planImport(ROWS, [file], { isDeleted: (name) => name === 'eva ost' })
  expect(photographs).toEqual([])
  expect(warnings.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('somebody who was deleted from this job'),
  )
})

describe('a file in the folders of two people', () => {
  it.each(['Anna Berg/Bo Lind/x.jpg', '4001/Bo Lind/x.jpg', 'Anna Berg/2/x.jpg', 'Anna Berg/4A/Bo Lind/x.jpg'])(
    'is nobody’s: %s',
    (file) => {
      expect(plan(file)).toMatch(/^- was left out: its folders are those of/)
      expect(plan(file, '1=person 2')).toBe('Bo Lind')
    },
  )

  it.each(['Bo Lind/2/x.jpg', '4A/Bo Lind/x.jpg', '12/Bo Lind/x.jpg'])(
    'is theirs if both are of one, or one may be a day: %s',
    (file) => {
      expect(plan(file)).toBe('Bo Lind')
    },
  )
})

it('a file in the folders of two people is not one’s because their line names it without the folder', () => {
  const rows = ROWS.map((row) => ({ ...row, files: row.key === '1' ? ['x.jpg'] : [] }))
  const { photographs, warnings } = planImport(rows, ['Anna Berg/Bo Lind/x.jpg'])
  expect(photographs).toEqual([])
  expect(warnings[0]?.text).toContain(
    'a line of the roster names it for "1" of Anna Berg (4A), but its folder or name says "2"',
  )
})

describe('a number and a folder with the name of somebody unknown', () => {
  it.each(['Unknown Kid/12_5.jpg', 'Unknown Kid/12.jpg'])('is not the key of somebody: %s', (file) => {
    expect(plan(file)).toContain('nobody in the job is called like its folder "Unknown Kid"')
  })

  it('is one if it has four digits, or the folder is not a name', () => {
    expect(plan('Unknown Kid/4001_5.jpg')).toBe('Dan Ek')
    expect(plan('4A/edited/12_5.jpg')).toBe('Cia Ask')
  })
})

describe('a name that joins the keys of several people', () => {
  it.each([
    '1&2.jpg',
    '1+2.jpg',
    '1 och 2.jpg',
    '1 & 2_1.jpg',
    '1, 2.jpg',
    '1,2.jpg',
    '1 and 2 (2).jpg',
    '4A/1+2.jpg',
    '1+2+12.jpg',
    'Anna Berg/1&2.jpg',
  ])('is nobody’s: %s', (file) => {
    expect(plan(file)).toMatch(
      /^- was left out: its name begins with the keys .* of Anna Berg \(4A\) and "2" of Bo Lind/,
    )
  })

  it.each(['1_2.jpg', '1 (2).jpg', '1-2.jpg', '1+7.jpg', '1&22.jpg'])('is not: %s', (file) => {
    expect(plan(file)).toBe('Anna Berg')
  })
})
