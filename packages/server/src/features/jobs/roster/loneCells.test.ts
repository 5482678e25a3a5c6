import { expect, it } from 'vitest'
import { readRoster } from './readRoster.ts'

const read = (...lines: string[]) => readBelow('Namn;E-post;Telefon', ...lines)

function readBelow(...lines: string[]) {
  const { rows, problems } = readRoster(Buffer.from(lines.join('\n')), 'SE')
  return {
    people: rows.map(({ name, group }) => `${name} (${group})`),
    problems: problems.map(({ line, text }) => `${line} ${text}`),
  }
}

const FIRST = ['4A;;', 'Ada Ek;a@example.com;', 'Bo Lind;b@example.com;', 'Cia Sten;c@example.com;']

it.each(['Röda rummet', 'Blue Class', 'Gula gruppen', 'Hus: Solen'])(
  'a heading of several words is not a child, nor are those below it in the class above it: %s',
  (heading) => {
    const { people, problems } = read(...FIRST, `${heading};;`, 'Dan Sjö;d@example.com;')
    expect(people).toEqual(['Ada Ek (4A)', 'Bo Lind (4A)', 'Cia Sten (4A)', 'Dan Sjö ()'])
    expect(problems).toEqual([expect.stringContaining(`6 (${heading}) is alone in its line and may be a heading`)])
  },
)

it('a word alone may be a child, but those below it are not in the class above it', () => {
  const { people, problems } = read(...FIRST, 'Solen;;', 'Dan Sjö;d@example.com;')
  expect(people.slice(3)).toEqual(['Solen ()', 'Dan Sjö ()'])
  expect(problems).toEqual([expect.stringContaining('6 (Solen) is alone in its line and was read as a person')])
})

it('a name alone between others is listed, because it may be a heading', () => {
  const { people, problems } = read(...FIRST, 'Anna de Vries;;', 'Dan Sjö;d@example.com;')
  expect(people.slice(3)).toEqual(['Anna de Vries (4A)', 'Dan Sjö (4A)'])
  expect(problems).toEqual([expect.stringContaining('6 (Anna de Vries) is alone in its line and was read as a person')])
})

it('a name alone at the end of a class is not a heading, which has people below it', () => {
  const { people, problems } = read(...FIRST, 'Anna Berg;;', '4B;;', 'Dan Sjö;d@example.com;')
  expect(people.slice(3)).toEqual(['Anna Berg (4A)', 'Dan Sjö (4B)'])
  expect(problems).toEqual([])
})

it.each(['Mentor: Mia Lund', 'Lärare: Per', 'Klasslärare Per Ek'])(
  'the name of a teacher is not a child: %s',
  (note) => {
    const { people, problems } = read('4A;;', `${note};;`, ...FIRST.slice(1))
    expect(people).toEqual(['Ada Ek (4A)', 'Bo Lind (4A)', 'Cia Sten (4A)'])
    expect(problems).toEqual([`3 (${note}) is a note rather than a person and was left out`])
  },
)

it('the names of a list that has little else are people', () => {
  const { people, problems } = read('4A;;', 'ada ek;;', 'Bo lind;;', 'Cia Sten;c@example.com;')
  expect(people).toEqual(['ada ek (4A)', 'Bo lind (4A)', 'Cia Sten (4A)'])
  expect(problems).toEqual([])
})

it('a first name alone is a child of the class above it in a list of names with headings of classes between them', () => {
  const { people, problems } = readBelow('Namn', 'Klass 4A', 'Anna', 'Bo Lind', '4B', 'Cia')
  expect(people).toEqual(['Anna (Klass 4A)', 'Bo Lind (Klass 4A)', 'Cia (4B)'])
  expect(problems).toEqual([])
})

it.each(['Röda rummet', 'Blue Class'])(
  'what may be a room in a list of names is listed, and those below it are not in the class above it: %s',
  (room) => {
    const { people, problems } = readBelow('Namn', 'Klass 4A', 'Anna', 'Bo', 'Mentor: Mia', room, 'Cia', 'Dan')
    expect(people).toEqual(['Anna (Klass 4A)', 'Bo (Klass 4A)', `${room} ()`, 'Cia ()', 'Dan ()'])
    expect(problems).toEqual([
      '5 (Mentor: Mia) is a note rather than a person and was left out',
      expect.stringContaining(`6 (${room}) is alone in its line and was read as a person`),
    ])
  },
)

it('a first name alone is not lost between people with addresses, and is listed', () => {
  const { people, problems } = read(...FIRST, 'Anna;;', 'Dan Sjö;d@example.com;')
  expect(people.slice(3)).toEqual(['Anna ()', 'Dan Sjö ()'])
  expect(problems).toEqual([expect.stringContaining('6 (Anna) is alone in its line and was read as a person')])
})

it.each([
  ['name', ''],
  ['name;email', ';'],
])('a class in a list in the documented form, which has no headings, is listed: %s', (header, rest) => {
  const { people, problems } = readBelow(header, `Class 4A${rest}`, `Anna${rest}`, `Bo Lind${rest}`)
  expect(people).toEqual(['Class 4A ()', 'Anna ()', 'Bo Lind ()'])
  expect(problems).toEqual([expect.stringContaining('2 (Class 4A) is alone in its line and was read as a person')])
})
