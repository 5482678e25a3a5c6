import { describe, expect, it } from 'vitest'
import {
  buildWorkbook,
  type WorkbookCell,
  type WorkbookOptions,
  type WorkbookSheet,
} from '../../../testing/roster/buildWorkbook.ts'
import { expectRoster, type RosterCase } from '../../../testing/roster/rosterFiles.ts'
import { readRoster } from './readRoster.ts'

type WorkbookCase = RosterCase & { sheets: WorkbookSheet[]; workbook?: WorkbookOptions }

const header = ['Förnamn', 'Efternamn', 'Klass']
const emma = { line: 2, name: 'Emma Ek', firstName: 'Emma', lastName: 'Ek', key: '4B / Emma Ek', group: '4B' }
const one = (rows: WorkbookCell[][], more: Partial<WorkbookSheet> = {}): WorkbookSheet[] => [
  { name: 'Blad1', rows, ...more },
]

const CASES: Record<string, WorkbookCase> = {
  // The template of ParentMail for schools with ScholarPack: see fixtures/README.md.
  'parentmail-scholarpack.xlsx': {
    country: 'GB',
    sheets: one([
      ['StudentForename', 'StudentSurname', 'Year', 'Reg', 'DOB', 'Gender'],
      ['Emma', 'Carter', 4, '4B', { number: 42401, format: 'dd/mm/yyyy' }, 'F'],
    ]),
    rows: [
      {
        line: 2,
        name: 'Emma Carter',
        firstName: 'Emma',
        lastName: 'Carter',
        key: '4B / Emma Carter',
        group: '4B',
        grade: '4',
      },
    ],
    notes: ['unused columns: DOB, Gender'],
  },
  // The columns that a distributor of devices asks Swedish schools for: see fixtures/README.md.
  'lin-education.xlsx': {
    country: 'SE',
    sheets: one([
      ['Förnamn', 'Efternamn', 'Klass', 'Verktyg', 'Personnummer', 'Mailadress'],
      ['Emma', 'Ek', '4B', 'iPad', '20140312-1237', 'eva@example.se'],
    ]),
    rows: [{ ...emma, emails: ['eva@example.se'] }],
    notes: ['unused columns: Verktyg, Personnummer', 'personal identity numbers'],
  },
  'classes-merged.xlsx': {
    country: 'SE',
    sheets: one(
      [
        ['Björkskolan 2026/2027', null, null],
        [],
        ['Klass', 'Elev', 'Mentor'],
        ['4A', 'Ek, Emma', 'Kim Lo'],
        [null, 'Berg, Nils'],
        ['4B', 'Lie, Ida'],
      ],
      { merges: ['A1:C1', 'A4:A5', 'C4:C6'] },
    ),
    rows: [
      {
        line: 4,
        name: 'Emma Ek',
        firstName: 'Emma',
        lastName: 'Ek',
        key: '4A / Emma Ek',
        group: '4A',
        teacher: 'Kim Lo',
      },
      {
        line: 5,
        name: 'Nils Berg',
        firstName: 'Nils',
        lastName: 'Berg',
        key: '4A / Nils Berg',
        group: '4A',
        teacher: 'Kim Lo',
      },
      {
        line: 6,
        name: 'Ida Lie',
        firstName: 'Ida',
        lastName: 'Lie',
        key: '4B / Ida Lie',
        group: '4B',
        teacher: 'Kim Lo',
      },
    ],
    notes: ['above the header in line 3'],
  },
  'headings-of-classes.xlsx': {
    country: 'DE',
    sheets: one(
      [
        ['Nachname', 'Vorname'],
        ['Klasse 4a', null],
        ['Ek', 'Emma'],
        ['Klasse 4b', null],
        ['Berg', 'Nils'],
      ],
      {
        merges: ['A2:B2', 'A4:B4'],
      },
    ),
    rows: [
      { line: 3, name: 'Emma Ek', firstName: 'Emma', lastName: 'Ek', key: 'Klasse 4a / Emma Ek', group: 'Klasse 4a' },
      {
        line: 5,
        name: 'Nils Berg',
        firstName: 'Nils',
        lastName: 'Berg',
        key: 'Klasse 4b / Nils Berg',
        group: 'Klasse 4b',
      },
    ],
    notes: ['read as groups: Klasse 4a, Klasse 4b'],
  },
  'only-one-sheet-with-a-list.xlsx': {
    country: 'SE',
    sheets: [
      { name: 'Läs mig', rows: [['Fyll i listan'], ['på nästa blad']] },
      { name: 'Gammal', rows: [header, ['Nils', 'Berg', '3B']], isHidden: true },
      { name: 'Elever', rows: [header, ['Emma', 'Ek', '4B']] },
    ],
    rows: [emma],
    notes: ['of 3 sheets, "Elever" was read'],
  },
  'several-lists.xlsx': {
    country: 'SE',
    options: { sheet: 'klass 4B' },
    sheets: [
      { name: 'Klass 4A', rows: [header, ['Nils', 'Berg', '4A']] },
      { name: 'Klass 4B', rows: [header, ['Emma', 'Ek', '4B']] },
    ],
    rows: [emma],
  },
  'formulas.xlsx': {
    country: 'SE',
    sheets: one([
      ['Elevnummer', 'Elev', 'Klass', 'Ålder'],
      [{ formula: 'A1+1', value: 17 }, { formula: 'B9&C9', value: 'Emma Ek' }, '4B', { formula: 'NOW()' }],
      [18, 'Nils Berg', { formula: 'VLOOKUP(A3;X:X;2)' }, 10],
      [19, 'Ida Lie', { error: '#N/A' }, 10],
    ]),
    rows: [
      { line: 2, key: '17', name: 'Emma Ek', group: '4B' },
      { line: 3, key: '18', name: 'Nils Berg' },
      { line: 4, key: '19', name: 'Ida Lie' },
    ],
    problems: [
      [3, '(Nils Berg) has a cell that is a formula without a stored result'],
      [4, '(Ida Lie) has a cell that is the error #N/A'],
    ],
    notes: ['unused columns: Ålder'],
  },
  'numbers-and-dates.xlsx': {
    country: 'NO',
    sheets: one([
      ['Elevnr', 'Elev', 'Klasse', 'Født'],
      [
        { number: 42, format: '00000' },
        'Emma Ek',
        { number: 46085, format: 'd/m' },
        { number: 41710, format: 'yyyy-mm-dd' },
      ],
      [4002, 'Nils Berg', 10, 41711],
      [1234567890123456, 'Ida Lie', '4B', null],
    ]),
    rows: [
      { line: 2, key: '00042', name: 'Emma Ek', group: '2026-03-04' },
      { line: 3, key: '4002', name: 'Nils Berg', group: '10' },
      { line: 4, key: '1234567890123456', name: 'Ida Lie', group: '4B' },
    ],
    problems: [
      [2, '(Emma Ek) has a cell that is the date 2026-03-04: if it was a text such as 3-4'],
      [4, '(Ida Lie) has a cell that is a number of more than 15 digits'],
    ],
    notes: ['unused columns: Født'],
  },
  'prefixes-and-inline-texts.xlsx': {
    country: 'SE',
    workbook: { prefix: 'x:' },
    sheets: one([header, [{ inline: 'Emma' }, { inline: ' Ek ' }, { inline: '4B' }]]),
    rows: [emma],
  },
  'days-from-1904.xlsx': {
    country: 'SE',
    workbook: { isFrom1904: true },
    sheets: one([
      ['Elev', 'Klass'],
      [
        { runs: ['Emma ', 'E', 'k_x000D_'], phonetic: 'EMA' },
        { number: 44623, format: '[$-41D]d mmm;@' },
      ],
    ]),
    rows: [{ line: 2, key: '2026-03-04 / Emma Ek', name: 'Emma Ek', group: '2026-03-04' }],
    problems: [[2, 'is the date 2026-03-04']],
  },
}

describe('a workbook', () => {
  it.each(Object.keys(CASES))('is read: %s', (file) => {
    const { sheets, workbook, ...expected } = CASES[file] as WorkbookCase
    expectRoster(buildWorkbook(sheets, workbook), expected)
  })

  it.each([
    [
      'with several lists',
      CASES['several-lists.xlsx']?.sheets,
      {},
      'has 2 sheets with a list: "Klass 4A", "Klass 4B"; name one with --sheet',
    ],
    [
      'without the sheet that is named',
      CASES['several-lists.xlsx']?.sheets,
      { sheet: '5C' },
      'no sheet "5C"; it has "Klass 4A", "Klass 4B"',
    ],
    [
      'without a header among several sheets',
      [
        { name: 'A', rows: [['x']] },
        { name: 'B', rows: [['y']] },
      ],
      {},
      'No sheet of the roster has a header',
    ],
    ['that is empty', [{ name: 'A', rows: [] }], {}, 'The roster is empty'],
  ])('%s is refused with what to do', (_what, sheets, options, message) => {
    expect(() => readRoster(buildWorkbook(sheets as WorkbookSheet[]), 'SE', options)).toThrow(message)
  })

  it('is made of the same bytes each time', () => {
    const build = () => Buffer.from(buildWorkbook(one([header])))
    expect(build().equals(build())).toBe(true)
  })
})
