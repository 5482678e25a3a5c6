import { expect, it } from 'vitest'
import { isNamedAfter } from './fileNamesOfPerson.ts'

const emma = { keys: ['zk9917', '12'], names: ['Émma Lind', 'Emma Karlson'] }
const others = [
  { keys: ['12-3'], names: ['Bo Berg'] },
  { keys: ['k3'], names: ['Karlson Emma'] },
]

it.each([
  ['zk9917_1.jpg', true],
  ['photo_ZK9917.JPG', true],
  ['zk99170_1.jpg', false],
  ['12_1.jpg', true],
  ['12-1.jpg', true],
  ['12 (2).jpg', true],
  ['12.jpg', true],
  ['IMG_12.jpg', false],
  ['123.jpg', false],
  // the key of somebody else
  ['12-3_1.jpg', false],
  ['12-3.jpg', false],
  ['emma lind 2.jpg', true],
  ['Lind_Emma.jpg', true],
  ['EmmaLind.png', true],
  ['Emma.jpg', false],
  // somebody else has this name
  ['emma karlson.jpg', false],
  ['IMG_0007.jpg', false],
])('whether %s has the key or the name of somebody: %s', (fileName, expected) => {
  expect(isNamedAfter(fileName, emma, others)).toBe(expected)
})
