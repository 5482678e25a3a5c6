import { describe, expect, it } from 'vitest'
import { buildWorkbook } from '../../../testing/roster/buildWorkbook.ts'
import { readRoster } from './readRoster.ts'

const read = (text: string, country = 'GB') => readRoster(Buffer.from(text), country)

describe('columns below the heading of', () => {
  it('a teacher are neither the names nor the addresses of a family, and are listed', () => {
    const { rows, notes } = read(
      'Pupil,,,Teacher,,\nPupil name,Class,Pupil No,Name,Email,Phone\nAda Ek,4A,1,Ms Tutor,tutor@school.example,07911123456\n',
    )
    expect(rows).toMatchObject([{ name: 'Ada Ek', group: '4A', key: '1', emails: [], phone: null }])
    expect(notes.map(({ text }) => text)).toContain(
      'below the heading "Teacher", which does not say that they are the family\'s, these were not used: Name (column 4), Email (column 5), Phone (column 6)',
    )
  })

  it.each([
    ['a Swedish mentor', 'SE', 'Elev;;;Mentor;;\nNamn;Klass;Elevnummer;Namn;E-post;Telefon'],
    ['the emergency contact', 'GB', 'Student;;;Emergency contact;;\nName;Class;Student number;Name;Email;Phone'],
    ['somebody unknown', 'GB', 'Student;;;Keyholder;;\nName;Class;Student number;Name;Email;Phone'],
    [
      'somebody unknown, in a list with nothing for the child',
      'GB',
      'Ours;;;Theirs;;\nName;Class;Student number;Name;Email;Phone',
    ],
    ['a teacher with a name', 'GB', 'Student;;;Teacher: Mia Mentor;;\nName;Class;Student number;Name;Email;Phone'],
    [
      'a teacher, next to a title',
      'GB',
      'Pupils of 2026;;;Teacher;;\nName;Class;Student number;Teacher name;Email;Phone',
    ],
    ['a teacher, the only one', 'GB', ';;;Teacher;;\nName;Class;Student number;Name;Email;Phone'],
    [
      'a contact in an emergency who is called contact',
      'GB',
      'Student;;;Emergency;;\nName;Class;Student number;Contact name;Contact email;Contact phone',
    ],
    [
      'a teacher, beside headers that are written in the first line',
      'GB',
      'Name;Class;Student number;Teacher;;\n;;;Name;Email;Phone',
    ],
  ])('%s are not used', (_who, country, header) => {
    const { rows } = read(`${header}\nAda Ek;4A;1;Mia Mentor;mia@school.example;07911123456\n`, country)
    expect(rows).toMatchObject([{ name: 'Ada Ek', key: '1', emails: [], phone: null }])
    expect(rows[0]?.guardians).toBeUndefined()
  })

  it('the child are not the family’s', () => {
    const { rows } = read(
      'Student,,,,Parent,,\nName,Class,Student number,Email,Name,Email,Phone\nAda Ek,4A,1,ada@pupil.example,Mum Ek,mum@example.com,07911123456\n',
    )
    expect(rows).toMatchObject([{ name: 'Ada Ek', emails: ['mum@example.com'], guardians: [{ name: 'Mum Ek' }] }])
  })

  it('a guardian are theirs, next to those of a mentor in merged cells', () => {
    const rows = [
      ['Elev', null, null, 'Vårdnadshavare', null, 'Mentor', null],
      ['Namn', 'Klass', 'Elevnummer', 'Namn', 'E-post', 'Namn', 'E-post'],
      ['Ada Ek', '4A', '1', 'Mum', 'mum@example.com', 'Mia', 'mia@skola.example'],
    ]
    const file = buildWorkbook([{ name: 'S', rows, merges: ['A1:C1', 'D1:E1', 'F1:G1'] }])
    expect(readRoster(file, 'SE').rows).toMatchObject([
      { name: 'Ada Ek', emails: ['mum@example.com'], guardians: [{ name: 'Mum', emails: ['mum@example.com'] }] },
    ])
  })

  it('the family’s contact details are the family’s', () => {
    const { rows } = read(
      'Pupil details,,,Contact details,\nName,Class,Student number,Email,Phone\nAda Ek,4A,1,mum@example.com,07911123456\n',
    )
    expect(rows).toMatchObject([{ name: 'Ada Ek', emails: ['mum@example.com'], phone: '+447911123456' }])
  })
})

it.each([
  'Class 4A;;Printed 2026-09-01;',
  'Class;4A;Teacher;Mia Lund',
  'Students;;;Printed 2026-09-01',
  ';Students;;',
  'Maple Grove;;;',
])('a title above the header is not a heading of its columns: %s', (title) => {
  const { rows } = read(`${title}\nName;Student number;Email;Phone\nAda Ek;1;mum@example.com;07911123456\n`)
  expect(rows).toMatchObject([{ name: 'Ada Ek', key: '1', emails: ['mum@example.com'], phone: '+447911123456' }])
})
