import { expect, it } from 'vitest'
import { createFaceMatcher } from './faceSubjects.ts'

const people = [
  { uuid: 'emma', key: '12', name: 'Emma Lind' },
  { uuid: 'bo', key: '12-3', name: 'Bo Berg' },
  { uuid: 'kim-1', key: 'a', name: 'Kim Lee' },
  { uuid: 'kim-2', key: 'b', name: 'Kim Lee' },
  { uuid: 'odd', key: 'bo berg', name: 'Odd One' },
]
const rectangle = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
const whose = (name?: string) => createFaceMatcher(people)([{ ...rectangle, ...(name !== undefined && { name }) }])

it('a face is of the one person whose key or whole name its region has', () => {
  expect(whose('12')).toEqual([{ ...rectangle, subject: 'emma' }])
  expect(whose(' EMMA LIND ')).toEqual([{ ...rectangle, subject: 'emma' }])
})

it.each([
  ['no name', undefined],
  ['an empty name', ''],
  ['a first name', 'Emma'],
  ['the beginning of a key', '1'],
  ['a name that two have', 'Kim Lee'],
  ['the name of one and the key of another', 'Bo Berg'],
  ['an unknown name', 'Mia Doe'],
])('a face with %s is of somebody unknown, and the name is gone', (_what, name) => {
  expect(whose(name)).toEqual([rectangle])
})
