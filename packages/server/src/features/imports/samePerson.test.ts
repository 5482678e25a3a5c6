import { describe, expect, it } from 'vitest'
import { foldGroup, isCorrectedName, samePersonEvidence } from './samePerson.ts'

const person = (name: string, group = '4B', codes: string[] = [], emails: string[] = []) => ({
  name,
  group,
  codes,
  emails,
})

describe('two people with different keys may be one', () => {
  it('by the same name, in whatever order, with or without accents', () => {
    expect(samePersonEvidence(person('Léa Dupont'), person('Dupont Lea', '2A'))).toEqual(['same-name'])
  })

  it('by a name of a few other letters or one more word, in the same class only', () => {
    for (const [one, other] of [
      ['Emma Lind', 'Ema Lind'],
      ['Emma Lind', 'Emma Lindt'],
      ['Emma Lind', 'Emma Sofia Lind'],
    ] as const) {
      expect(samePersonEvidence(person(one), person(other, '4 b'))).toEqual(['similar-name'])
      expect(samePersonEvidence(person(one), person(other, '5A'))).toEqual([])
    }
  })

  it('by the same code, whatever the names', () => {
    expect(samePersonEvidence(person('Emma', '4B', ['X1']), person('Noah', '2A', ['X1', 'X2']))).toEqual(['same-code'])
  })

  it('by a similar name and the same address, in another class', () => {
    const [one, other] = [person('Emma Lind', '4B', [], ['a@b.se']), person('Ema Lind', '5B', [], ['a@b.se'])]
    expect(samePersonEvidence(one, other)).toEqual(['similar-name', 'same-email'])
  })

  it('but not a brother of the same address, nor somebody with a short similar name', () => {
    expect(
      samePersonEvidence(person('Emma Lind', '4B', [], ['a@b.se']), person('Noah Lind', '4B', [], ['a@b.se'])),
    ).toEqual([])
    expect(samePersonEvidence(person('Bo'), person('Jo'))).toEqual([])
    expect(samePersonEvidence(person('Emma Lind'), person('Anna Berg'))).toEqual([])
  })
})

it('a name is a correction of another one if the first name stays, or little differs', () => {
  for (const [before, after] of [
    ['Emma', 'Emma Carter'],
    ['Emma Lind', 'Emma Berg'],
    ['Lind Emma', 'Emma Lind'],
    ['Oskar Holm', 'Oscar Holm'],
  ] as const)
    expect(isCorrectedName(before, after), `${before}, ${after}`).toBe(true)
  for (const [before, after] of [
    ['Anna Berg', 'Bo Ek'],
    ['Anna Berg', 'Bo Berg'],
    ['Li', 'Bo'],
  ] as const)
    expect(isCorrectedName(before, after), `${before}, ${after}`).toBe(false)
})

it('a group is compared without spaces, signs and case', () => {
  expect(['1 A', '1a', '1-A', ' 1A.'].map(foldGroup)).toEqual(['1a', '1a', '1a', '1a'])
  expect(foldGroup('Förskola Blå')).toBe('förskolablå')
})
