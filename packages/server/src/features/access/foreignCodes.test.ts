import { expect, it } from 'vitest'
import { foreignCodes } from './foreignCodes.ts'

const at = new Date(0)
const person = (uuid: string, ...addresses: string[]) => ({ uuid, name: uuid, addresses })
const emailed = (to: string, ...subjects: string[]) => ({ code: 'C', subjects, to, at })

it.each([
  ['another family', [person('anna', 'a'), person('bo', 'b')], true],
  ['nobody', [person('anna', 'a')], false],
  ['the family', [person('anna', 'a', 'b'), person('bo', 'b')], false],
  ['somebody of the family who shares another one', [person('anna', 'a'), person('bo', 'b', 'a')], false],
  ['a family of which nothing else is known', [person('anna'), person('bo', 'b')], true],
])('of an address that is of %s', (_who, people, isForeign) => {
  expect(foreignCodes([emailed('b', 'anna')], people)).toHaveLength(isForeign ? 1 : 0)
})

it('a code of brothers and sisters is theirs who have the address of one of them', () => {
  const people = [person('anna', 'a'), person('siv', 'b'), person('bo', 'b')]
  expect(foreignCodes([emailed('b', 'anna', 'siv')], people)).toEqual([])
})
