import { describe, expect, it } from 'vitest'
import { readRoster } from './readRoster.ts'

const read = (...lines: string[]) => readRoster(Buffer.from(lines.join('\n')), 'GB')
const texts = (list: { line: number; text: string }[]) => list.map(({ line, text }) => `${line} ${text}`)

describe('a key that a spreadsheet program has rounded', () => {
  it.each([
    ['Student Number,Name,Class', ',', '4.00123E+11'],
    ['Elevnummer;Namn;Klass', ';', '4,00123E+11'],
    ['Elevnummer;Namn;Klass', ';', '4e+11'],
  ])('is listed and not used', (header, separator, key) => {
    const { rows, problems } = read(
      header,
      [key, 'Ada Ek', '4A'].join(separator),
      ['12', 'Bo Lind', '4A'].join(separator),
    )
    expect(rows.map((row) => row.key)).toEqual(['4A / Ada Ek', '12'])
    expect(texts(problems)).toEqual([
      `2 (Ada Ek) has the key "${key}", whose last digits a spreadsheet program has lost, and which was not used: export the list again with the column as text`,
    ])
  })

  it('is not one that only looks similar', () => {
    const { rows, problems } = read('Student Number,Name', 'E11,Ada Ek', '4E11,Bo Lind')
    expect(rows.map((row) => row.key)).toEqual(['E11', '4E11'])
    expect(problems).toEqual([])
  })
})

describe('a mark that nobody sees', () => {
  it.each([0x061c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069])(
    'makes no second class, no other key and no reversed name: %i',
    (code) => {
      const mark = String.fromCharCode(code)
      const { rows } = read('Student Number,Name,Class', `1,Ada Ek,4A`, `2${mark},Bo${mark} Lind,${mark}4A`)
      expect(rows).toMatchObject([{ group: '4A' }, { key: '2', name: 'Bo Lind', group: '4A' }])
    },
  )

  it('does not part a letter from its accent, and stays where a script needs it', () => {
    const { rows } = read('Name,Class', 'Jose\u200b\u0301,4A', 'می\u200cخواهم,4A')
    expect(rows.map(({ name }) => name)).toEqual(['José', 'می\u200cخواهم'])
  })
})

it('a key that is the error of a formula is listed and not used', () => {
  const { rows, problems } = read('Student Number,Name,Class', '#N/A,Ada Ek,4A', '#N/A,Bo Lind,4A')
  expect(rows.map((row) => row.key)).toEqual(['4A / Ada Ek', '4A / Bo Lind'])
  expect(texts(problems)).toEqual([
    '2 (Ada Ek) has the key "#N/A", which is the error of a formula and was not used',
    '3 (Bo Lind) has the key "#N/A", which is the error of a formula and was not used',
  ])
})

it('reads a cell that protects its zeros from spreadsheet programs', () => {
  const { rows, problems } = read(
    'Student Number,Name,Class,Email',
    '="0012",Ada Ek,4A,a@example.com',
    '"=""0013""","Lind, Bo",4A,b@example.com',
    '="",Cia As,="4A",c@example.com',
  )
  expect(rows.map(({ key, name, group }) => [key, name, group])).toEqual([
    ['0012', 'Ada Ek', '4A'],
    ['0013', 'Lind, Bo', '4A'],
    ['4A / Cia As', 'Cia As', '4A'],
  ])
  expect(texts(problems).filter((text) => !text.includes('comma'))).toEqual([])
  expect(read('Elev;Klass', '="Ek; Ada";="4A"').rows).toMatchObject([{ name: 'Ek; Ada', group: '4A' }])
})

describe('a text whose accents are lost', () => {
  it.each([
    ['replacement characters', Buffer.from('Namn;Klass\n\uFFFDsa Berg;4A\nBjörn Ek;4A\n'), '2 (\uFFFDsa Berg)'],
    [
      'another encoding',
      Buffer.from(Buffer.from('Namn;Klass\nBo Ek;4A\nÅsa Öberg;4A\n').toString('latin1')),
      '3 (Ã sa Ã\u0096berg)',
    ],
    ['another encoding of Windows', Buffer.from('Namn;Klass\nBo Ek;4A\nBjÃ¶rn Ek;4A\n'), '3 (BjÃ¶rn Ek)'],
    ['question marks', Buffer.from('Namn;Klass\nBj?rn Ek;4A\nBo Ek;4A\n'), '2 (Bj?rn Ek)'],
    ['a class', Buffer.from('Namn;Klass\nBo Ek;BlÃ¥\n'), '2 (Bo Ek)'],
  ])('is listed: %s', (_what, file, start) => {
    const { rows, problems } = readRoster(file, 'SE')
    expect(rows.length).toBeGreaterThan(0)
    expect(texts(problems)).toEqual([
      `${start} has characters that look like those of another encoding: export the list again as UTF-8, or correct them`,
    ])
  })

  it.each([
    'Ann Åberg',
    'José Muñoz',
    'Zoë',
    'Brânza',
    'Ângela Ártico',
    'Łukasz',
    'Åsa',
    'JOÃO',
    'João São',
    'CONCEIÇÃO',
  ])('is not: %s', (name) => {
    expect(readRoster(Buffer.from(`Namn;Klass\n${name};4A\nBo Ek;4A\n`), 'SE').problems).toEqual([])
  })
})
