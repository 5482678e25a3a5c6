import { expect, it } from 'vitest'
import { readRoster } from './readRoster.ts'

function read(...lines: string[]) {
  const { rows, problems } = readRoster(Buffer.from(['Namn;E-post;Telefon', ...lines].join('\n')), 'SE')
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
