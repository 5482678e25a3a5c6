import { describe, expect, it } from 'vitest'
import { arePersonalNumbers, isPersonalNumber } from './personalNumbers.ts'

describe('the identity number of a person', () => {
  it.each([
    '20140312-1237',
    '140312-1237',
    '201403121237',
    '1403121237',
    '19640823-3234',
    '140372-1239'.replace('1239', '1238'),
  ])('is recognised in Sweden: %s', (number) => expect(isPersonalNumber(number)).toBe(true))

  it.each([
    ['Norway', '13097248022'],
    ['Denmark', '120314-1234'],
    ['Finland', '131052-308T'],
    ['Spain', '12345678Z'],
    ['Poland', '44051401359'],
    ['the Netherlands', '111222333'],
    ['Spain', 'X1234567L'],
  ])('is recognised in %s', (_country, number) => expect(isPersonalNumber(number)).toBe(true))

  it.each([
    '4001',
    '100234',
    '20141399-1237',
    '20140312-1238',
    '556001',
    'A-17',
    '9876543210',
    '070-174 06 05',
    'H801200001001',
  ])('is not a pupil number or anything else: %s', (number) => expect(isPersonalNumber(number)).toBe(false))

  it('makes a column personal although some are mistyped, and not by chance', () => {
    expect(arePersonalNumbers(['20140312-1237', '20140805-2387', '', '20180312-1233', '20180805-2383', '2014'])).toBe(
      true,
    )
    expect(arePersonalNumbers(['4001', '20140312-1237'])).toBe(false)
    expect(arePersonalNumbers(['', ''])).toBe(false)
  })
})
