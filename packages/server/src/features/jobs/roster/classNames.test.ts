import { describe, expect, it } from 'vitest'
import { readRoster } from './readRoster.ts'

function read(...lines: string[]) {
  const { rows, notes } = readRoster(Buffer.from(lines.join('\n')), 'GB')
  return { groups: rows.map(({ group }) => group), notes: notes.map(({ text }) => text).join('\n'), rows }
}

describe('a class that is only a letter', () => {
  it.each([
    ['Elevnummer;Namn;Årskurs;Klass', ['4A', '5A', '4B'], ['4;A', '5;A', '4;B']],
    ['Student Number;Name;Grade;Class', ['4-1', '5-1', '4-2'], ['4;1', '5;1', '4;2']],
    ['Student Number;Name;Year;Form', ['Year 4 A', 'Year 5 A', 'Year 4 B'], ['Year 4;A', 'Year 5;A', 'Year 4;B']],
  ])('is that of its grade: %s', (header, expected, [one, other, third]) => {
    const { groups, notes } = read(header, `1;Ada Ek;${one}`, `2;Bo Lind;${other}`, `3;Cia As;${third}`)
    expect(groups).toEqual(expected)
    expect(notes).toContain(`the class of a line is its grade and its class together, such as "${expected[0]}"`)
  })

  it('stays as it is without a grade, or if it says its grade', () => {
    expect(read('Namn;Klass', 'Ada Ek;A', 'Bo Lind;B').groups).toEqual(['A', 'B'])
    expect(read('Namn;Årskurs;Klass', 'Ada Ek;4;4A', 'Bo Lind;5;5A').groups).toEqual(['4A', '5A'])
    expect(read('Namn;Årskurs;Klass', 'Ada Ek;4;4', 'Bo Lind;5;5').groups).toEqual(['4', '5'])
  })
})

it('a class with a name and several grades is listed', () => {
  const { groups, notes } = read('Name,Grade,Class', 'Ada Ek,4,Red', 'Bo Lind,5,Red', 'Cia As,5,Blue')
  expect(groups).toEqual(['Red', 'Red', 'Blue'])
  expect(notes).toContain('a class has several grades and was read as one class: "Red".')
})

it.each(['Campus', 'School', 'Skolenhet'])('classes of one name in two schools are two: %s', (header) => {
  const { groups, notes, rows } = read(`Name,Class,${header}`, 'Ada Ek,4A,North', 'Bo Lind,4A,South', 'Cia As,4B,South')
  expect(groups).toEqual(['4A (North)', '4A (South)', '4B'])
  expect(rows.map(({ sharedClass }) => sharedClass)).toEqual(['4A', '4A', undefined])
  expect(notes).toContain(`classes of one name were read as several, because they differ in "${header}": "4A"`)
})
