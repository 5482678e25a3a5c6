import { POSSIBLE_CODES } from '@portraitkit/core/jobs/codes.ts'
import { expect, it } from 'vitest'
import { yearsOfGuessing, yearsToHit } from './codeStrength.ts'

it('access codes withstand guessing at 10,000 an hour for the expected time', () => {
  // One code of six digits: half of a million guesses on average, at 87.6 million a year.
  expect(yearsToHit(['123456'])).toBeCloseTo(1e6 / 2 / 87.6e6, 6)
  expect(yearsToHit(['MAPLE7', 'CEDAR4', 'BIRCH9'])).toBeCloseTo(36 ** 6 / 4 / 87.6e6, 3)
  const school = Array.from({ length: 500 }, (_, at) => `ABCDEFGH${String(at).padStart(2, '0')}`)
  expect(yearsToHit(school)).toBeGreaterThan(10_000)
  // Ten of 23 characters, 1,000 of them live.
  expect(yearsOfGuessing(POSSIBLE_CODES, 1000, 1000)).toBeCloseTo(23 ** 10 / 1001 / 87.6e6, 6)
  expect(yearsOfGuessing(POSSIBLE_CODES, 1000, 100)).toBeCloseTo(23 ** 10 / 1001 / 8.76e6, 6)
})
