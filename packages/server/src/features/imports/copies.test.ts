import { describe, expect, it } from 'vitest'
import type { RosterRow } from '../jobs/roster.ts'
import { planImport } from './importPlan.ts'
import { readDecisions } from './questions.ts'

const aRow = (key: string, name: string, group = '4B'): RosterRow => ({
  ...{ line: Number(key) + 1, key, name, group, code: null, files: [], favorite: null, emails: [], phone: null },
})
const rows = [aRow('1', 'Emma'), aRow('2', 'Noah', '2A')]

function plan(files: string[], copies: string[][], ...texts: string[]) {
  const { questions } = planImport(rows, files, { copies })
  return planImport(rows, files, { copies, decisions: readDecisions(questions, texts) })
}

const owners = ({ photographs }: ReturnType<typeof plan>) =>
  photographs.map(({ file, pictureType, rows: of, groups, why }) => [
    file,
    `${pictureType} ${[...of.map(({ row }) => row.name), ...groups].join(', ')} ${why}`,
  ])

describe('the same picture in the folders of two children', () => {
  const files = ['Emma/a.jpg', 'Noah/a.jpg', 'Emma/b.jpg']
  const copies = [['Emma/a.jpg', 'Noah/a.jpg']]

  it('is nobody’s until somebody decides', () => {
    const open = plan(files, copies)
    expect(owners(open)).toEqual([['Emma/b.jpg', 'IP Emma folder']])
    expect(open.warnings.filter(({ file }) => file?.endsWith('a.jpg')).map(({ text }) => text)).toEqual(
      Array(2).fill('was left out: the same picture is Emma/a.jpg of Emma ("1") and Noah/a.jpg of Noah ("2")'),
    )
  })

  it('is a sibling picture, or only one child’s, by a decision', () => {
    expect(owners(plan(files, copies, '1=shared'))).toEqual([
      ['Emma/a.jpg', 'MGP Emma, Noah hand'],
      ['Emma/b.jpg', 'IP Emma folder'],
    ])
    expect(owners(plan(files, copies, '1=only Noah/a.jpg'))).toEqual([
      ['Emma/b.jpg', 'IP Emma folder'],
      ['Noah/a.jpg', 'IP Noah folder'],
    ])
  })

  it('is one picture if both are of the same child', () => {
    const both = ['Emma/a.jpg', '1_a.jpg']
    const { questions, photographs } = plan(both, [both])
    expect(questions).toEqual([])
    expect(photographs).toHaveLength(2)
  })

  it('of a child and of a class cannot be both', () => {
    const both = ['Emma/a.jpg', '_group/4B/a.jpg']
    const { questions } = plan(both, [both])
    expect(questions[0]?.options.map(({ value }) => value)).toEqual([
      'leave',
      'only Emma/a.jpg',
      'only _group/4B/a.jpg',
    ])
  })
})
