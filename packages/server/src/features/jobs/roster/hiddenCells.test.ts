import { expect, it } from 'vitest'
import { workbookParts, zipParts } from '../../../testing/roster/buildWorkbook.ts'
import { readRoster } from './readRoster.ts'

const SHEET = 'xl/worksheets/sheet1.xml'

/** A list of two, with a change of its sheet. */
function read(change: (xml: string) => string) {
  const rows = [
    ['Elevnummer', 'Namn', 'Klass', 'E-post', 'Skåp'],
    ['1', 'Ada Ek', '4A', 'a@example.com', '17'],
    ['2', 'Bo Lind', '4A', 'b@example.com', '18'],
  ]
  const parts = workbookParts([{ name: 'S', rows }])
  const {
    rows: people,
    problems,
    notes,
  } = readRoster(zipParts({ ...parts, [SHEET]: change(String(parts[SHEET])) }), 'SE')
  expect(people).toHaveLength(2)
  return { problems, notes: notes.map(({ text }) => text) }
}

it.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])(
  'a person in a hidden line is listed: %s',
  (hidden) => {
    expect(read((xml) => xml.replace('<row r="3"', `<row r="3" ${hidden}`)).problems).toEqual([
      { line: 3, text: '(Bo Lind) is in a line that is hidden in the workbook, and was read like all others' },
    ])
  },
)

it('hidden columns that are read are listed', () => {
  const cols = '<cols><col min="1" max="2" width="9"/><col min="4" max="16384" hidden="1" width="9"/></cols><sheetData>'
  expect(read((xml) => xml.replace('<sheetData>', cols)).notes).toContain(
    'columns that are hidden in the workbook were read like all others: "E-post"',
  )
})

it('what can be seen is not listed', () => {
  expect(read((xml) => xml.replace('<row r="3"', '<row r="3" hidden="0" ht="15"'))).toEqual({
    problems: [],
    notes: ['unused columns: Skåp'],
  })
})
