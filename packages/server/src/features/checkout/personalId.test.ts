import { describe, expect, it } from 'vitest'
import { ageOf, readPersonalId } from './personalId.ts'

const now = new Date('2026-11-21T12:00:00Z')
const read = (country: string, written: string) => readPersonalId(country, written, now)

describe('[CHK-12] a personal id', () => {
  it.each([
    ['NO', '17059010182', '17059010182', '1990-05-17'],
    ['NO', '170590 10182', '17059010182', '1990-05-17'],
    ['NO', '57059010095', '57059010095', '1990-05-17'],
    ['NO', '01021250003', '01021250003', '2012-02-01'],
    ['SE', '900517-2383', '19900517-2383', '1990-05-17'],
    ['SE', '199005172383', '19900517-2383', '1990-05-17'],
    ['SE', '900577-2380', '19900577-2380', '1990-05-17'],
    ['SE', '150517+2385', '19150517-2385', '1915-05-17'],
    ['SE', '150517-2385', '20150517-2385', '2015-05-17'],
    ['DK', '170590-1003', '1705901003', '1990-05-17'],
    // no checksum since 2007
    ['DK', '1705901001', '1705901001', '1990-05-17'],
    ['DK', '0102124001', '0102124001', '2012-02-01'],
    ['FI', '170590-1236', '170590-1236', '1990-05-17'],
    ['FI', '170590x1236', '170590X1236', '1990-05-17'],
    ['FI', '010212A123A', '010212A123A', '2012-02-01'],
  ])('of %s: %s', (country, written, number, birthDate) => {
    expect(read(country, written)).toEqual({ number, birthDate })
  })

  it.each([
    ['NO', '17059010183', 'a wrong checksum'],
    ['NO', '31029010059', 'no such day'],
    ['NO', '1705901018', 'too short'],
    ['NO', '900517-2383', 'a number of another country'],
    ['SE', '900517-2384', 'a wrong checksum'],
    ['SE', '900231-2388', 'no such day'],
    ['DK', '3102901001', 'no such day'],
    ['DK', '17059010O1', 'a letter'],
    ['FI', '170590-1237', 'a wrong checksum'],
    ['FI', '310290-123T', 'no such day'],
    ['US', '17059010182', 'a country without'],
    ['NO', '', 'nothing'],
    ['NO', '1'.repeat(40), 'too much'],
  ])('of %s is refused: %s, %s', (country, written) => {
    expect(read(country, written)).toBeNull()
  })

  it('with a future date of birth is refused', () => {
    expect(readPersonalId('FI', '010212A123A', new Date('2012-01-31T12:00:00Z'))).toBeNull()
    expect(readPersonalId('FI', '010212A123A', new Date('2012-02-01T12:00:00Z'))).not.toBeNull()
  })

  it('yields the age, which rises on the birthday itself', () => {
    const age = (day: string) => ageOf({ birthDate: '2008-11-21' }, new Date(`${day}T00:00:00Z`))
    expect([age('2026-11-20'), age('2026-11-21'), age('2026-11-22'), age('2027-01-01')]).toEqual([17, 18, 18, 18])
  })
})
