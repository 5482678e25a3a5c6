import { expect, it } from 'vitest'
import { detailsFromRow } from './subjectDetails.ts'

const row = {
  ...{
    line: 2,
    key: '1',
    name: 'Emma Karlson',
    group: '4A',
    code: null,
    files: [],
    favorite: null,
    emails: [],
    phone: null,
  },
  ...{ firstName: 'Emma', lastName: 'Karlson' },
}

it('the parts of a name are not those of a name that somebody corrects at the same moment', () => {
  expect(detailsFromRow(row, 'Emma Karlson')).toEqual({ firstName: 'Emma', lastName: 'Karlson' })
  expect(detailsFromRow(row, 'Emma Carlsson')).toEqual({})
})

it('a cell that is empty removes nothing', () => {
  const { firstName: _first, lastName: _last, ...bare } = row
  expect(detailsFromRow(bare, 'Emma Karlson')).toEqual({})
})
