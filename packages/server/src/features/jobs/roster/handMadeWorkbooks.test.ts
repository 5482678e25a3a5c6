import { describe, expect, it } from 'vitest'
import { buildWorkbook, workbookParts, zipParts } from '../../../testing/roster/buildWorkbook.ts'
import { readRoster } from './readRoster.ts'

// Workbooks as programs write them that follow the standard in ways of their own, or break it.

const SHEET = 'xl/worksheets/sheet1.xml'
const STRINGS = 'xl/sharedStrings.xml'
const HEADER = ['Elevnummer', 'Namn', 'Klass', 'E-post']

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const at = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const shared = (place: number) => `<c t="s"><v>${place}</v></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const merged = (...ranges: string[]) =>
  `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
const header = row(...HEADER.map(text))

function read(rows: string, more = '', parts: Record<string, string> = {}) {
  const sheet = `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`
  const roster = readRoster(zipParts({ ...workbookParts([{ name: 'S', rows: [] }]), [SHEET]: sheet, ...parts }), 'SE')
  return {
    people: roster.rows.map(({ key, name, group, emails }) => [key, name, group, ...emails]),
    problems: roster.problems.map((problem) => `${problem.line} ${problem.text}`),
  }
}

describe('a cell that does not say where it is', () => {
  it.each(['<c/>', '<c s="1"/>', '<c t="inlineStr"><is><t/></is></c>', '<c t="str"><v></v></c>'])(
    'is in the column after the one before it, also if that is empty: %s',
    (empty) => {
      const { people } = read(
        header +
          row(text('1'), text('Ada Ek'), empty, text('a@example.com')) +
          row(empty, text('Bo Lind'), text('4A'), text('b@example.com')),
      )
      expect(people).toEqual([
        ['1', 'Ada Ek', '', 'a@example.com'],
        ['4A / Bo Lind', 'Bo Lind', '4A', 'b@example.com'],
      ])
    },
  )

  it('is in the column after one that says where it is', () => {
    const { people } = read(
      header +
        row(text('1'), text('Ada Ek'), '<c r="C2"/>', text('a@example.com')) +
        row(at('B3', 'Bo Lind'), text('4A')),
    )
    expect(people).toEqual([
      ['1', 'Ada Ek', '', 'a@example.com'],
      ['4A / Bo Lind', 'Bo Lind', '4A'],
    ])
  })
})

describe('a text in a cell of another kind', () => {
  it('is read where it is, and does not get into the next cell', () => {
    const { people } = read(header + row('<c><is><t>1</t></is></c>', text('Ada Ek'), text('4A')))
    expect(people).toEqual([['1', 'Ada Ek', '4A']])
  })

  it('is read as a value, too', () => {
    const { people } = read(header + row('<c t="inlineStr"><v>1</v></c>', text('Ada Ek'), text('4A')))
    expect(people).toEqual([['1', 'Ada Ek', '4A']])
  })
})

describe('a workbook that lacks something', () => {
  const two = workbookParts([
    { name: '4A', rows: [HEADER, ['1', 'Ada Ek', '4A', '']] },
    { name: '4B', rows: [HEADER, ['2', 'Bo Lind', '4B', '']] },
  ])
  const without = (part: string) => Object.fromEntries(Object.entries(two).filter(([path]) => path !== part))
  const relations = String(two['xl/_rels/workbook.xml.rels'])

  it.each([
    ['its shared texts', without(STRINGS)],
    ['one of its shared texts', { ...two, [STRINGS]: '<sst><si><t>Elevnummer</t></si></sst>' }],
    ['one of its sheets', without('xl/worksheets/sheet2.xml')],
    [
      'the path of one of its sheets',
      { ...two, 'xl/_rels/workbook.xml.rels': relations.replace(/<Relationship Id="rId2"[^>]*>/, '') },
    ],
  ])('is not read in part: %s', (_what, parts) => {
    expect(() => readRoster(zipParts(parts), 'SE')).toThrow('is a damaged workbook')
  })

  it('is read without a sheet that is only a chart', () => {
    const parts = { ...without('xl/worksheets/sheet2.xml') }
    const chart = relations.replace(
      /(Id="rId2" Type="[^"]*\/)worksheet(" Target=")[^"]*/,
      '$1chartsheet$2chartsheets/sheet1.xml',
    )
    const roster = readRoster(zipParts({ ...parts, 'xl/_rels/workbook.xml.rels': chart }), 'SE')
    expect(roster.rows.map(({ name }) => name)).toEqual(['Ada Ek'])
  })

  it('does not name a text before the first one', () => {
    const parts = { [STRINGS]: '<sst><si><t>Ada Ek</t></si></sst>' }
    expect(() => read(header + row(text('1'), shared(0), shared(-1)), '', parts)).toThrow('is a damaged workbook')
  })
})

describe('a number that is shown with a text', () => {
  const readClass = (format: string, number: number) => {
    const sheet = {
      name: 'S',
      rows: [
        ['Namn', 'Klass'],
        ['Ada Ek', { number, format }],
      ],
    }
    const { rows, problems } = readRoster(buildWorkbook([sheet]), 'SE')
    return [rows[0]?.group, problems.map((problem) => problem.text)]
  }

  it.each([
    ['0"B"', 4, '4B'],
    ['"Klass "00\\B', 4, 'Klass 04B'],
    ['General"b"', 4, '4b'],
    ['"S"#', 12, 'S12'],
    ['General', 12, '12'],
    ['0.00', 7, '7'],
  ])('is read as it is shown: %s', (format, number, group) => {
    expect(readClass(format, number)).toEqual([group, []])
  })

  it.each(['0"A";-0"A"', '[<5]0"A";0"B"', '#,##0" kr"'])('is listed if it cannot be: %s', (format) => {
    expect(readClass(format, 4)).toEqual(['4', [expect.stringContaining('shows with other characters')]])
  })

  it('is listed if it is a date', () => {
    const { people, problems } = read(
      header + row(text('1'), text('Ada Ek'), '<c t="d"><v>2026-03-04T00:00:00</v></c>'),
    )
    expect(people).toEqual([['1', 'Ada Ek', '2026-03-04']])
    expect(problems).toEqual([expect.stringContaining('is the date 2026-03-04')])
  })
})

describe('merged cells', () => {
  const rows =
    row(at('A1', 'Klass'), at('C1', 'Namn'), at('D1', 'Elevnummer'), at('F1', 'Skåp')) +
    row(at('A2', '4A'), at('C2', 'Ada Ek'), at('D2', '1')) +
    row(at('C3', 'Bo Lind'), at('D3', '2'))
  const both = [
    ['1', 'Ada Ek', '4A'],
    ['2', 'Bo Lind', '4A'],
  ]

  it('over several columns are the class of each line', () => {
    expect(read(rows, merged('A1:B1', 'A2:B3')).people).toEqual(both)
  })

  it('are all filled, however many empty lines another one covers', () => {
    expect(read(rows, merged('F1:F1048576', 'A2:A3')).people).toEqual(both)
  })

  it('over several lines and columns above the header are a title', () => {
    const title = `<row r="1">${at('A1', 'Björkskolan')}</row><row r="2"/>`
    const list = `<row r="3">${at('A3', 'Namn')}${at('B3', 'Klass')}</row><row r="4">${at('A4', 'Ada Ek')}${at('B4', '4A')}</row>`
    expect(read(title + list, merged('A1:B2'))).toEqual({ people: [['4A / Ada Ek', 'Ada Ek', '4A']], problems: [] })
  })
})

describe('a line of formulas', () => {
  it('of which all failed is listed', () => {
    const failed = '<c t="e"><f>X!A1</f><v>#REF!</v></c>'
    const { people, problems } = read(header + row(text('1'), text('Ada Ek'), text('4A')) + row(failed, failed, failed))
    expect(people).toEqual([['1', 'Ada Ek', '4A']])
    expect(problems).toEqual([expect.stringContaining('3 has no name')])
  })

  it('without a stored result is listed, and one whose result is empty is an empty line', () => {
    const [unknown, empty] = ['<c><f>X!A1</f><v></v></c>', '<c t="str"><f>IF(X!A1="","",1)</f><v></v></c>']
    const { problems } = read(
      header + row(text('1'), text('Ada Ek'), text('4A'), empty) + row(empty, empty) + row(unknown, unknown),
    )
    expect(problems).toEqual([expect.stringContaining('4 has no name')])
  })
})
