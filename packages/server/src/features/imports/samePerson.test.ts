import { describe, expect, it } from 'vitest'
import { areSimilarNames, type ComparedPerson, createSamePersonFinder, foldGroup } from './samePerson.ts'

const person = (name: string, group = '4B', codes: string[] = [], emails: string[] = []) => ({
  name,
  group,
  codes,
  emails,
})
const evidence = (one: ComparedPerson, other: ComparedPerson) =>
  createSamePersonFinder([other], (each) => each)(one)[0]?.evidence ?? []

describe('two people with different keys may be one', () => {
  it('by the same name, in whatever order, with or without accents', () => {
    expect(evidence(person('Léa Dupont'), person('Dupont Lea', '2A'))).toEqual(['same-name'])
  })

  it('by a name of a few other letters or one more word, in the same class only', () => {
    for (const [one, other] of [
      ['Emma Lind', 'Ema Lind'],
      ['Emma Lind', 'Emma Lindt'],
      ['Emma Lind', 'Emma Sofia Lind'],
      ['Lisa', 'Liza'],
    ] as const) {
      expect(evidence(person(one), person(other, '4 b'))).toEqual(['similar-name'])
      expect(evidence(person(one), person(other, '5A'))).toEqual([])
    }
  })

  it('by the same code, whatever the names', () => {
    expect(evidence(person('Emma', '4B', ['X1']), person('Noah', '2A', ['X1', 'X2']))).toEqual(['same-code'])
  })

  it('by the same address with a similar name, or in the same class', () => {
    const emma = person('Emma Lind', '4B', [], ['a@b.se'])
    expect(evidence(emma, person('Ema Lind', '5B', [], ['a@b.se']))).toEqual(['similar-name', 'same-email'])
    expect(evidence(emma, person('Emma Berg', '4B', [], ['a@b.se']))).toEqual(['same-email'])
  })

  it('but not a brother of the same address in another class, nor somebody with a very short similar name', () => {
    const emma = person('Emma Lind', '4B', [], ['a@b.se'])
    expect(evidence(emma, person('Noah Lind', '2B', [], ['a@b.se']))).toEqual([])
    expect(evidence(person('Bo'), person('Jo'))).toEqual([])
    expect(evidence(person('Emma Lind'), person('Anna Berg'))).toEqual([])
  })
})

it('a name is similar if its words are, or little differs; the same first name alone is not enough', () => {
  for (const [before, after] of [
    ['Emma', 'Emma Carter'],
    ['Lind Emma', 'Emma Lind'],
    ['Oskar Holm', 'Oscar Holm'],
  ] as const)
    expect(areSimilarNames(before, after), `${before}, ${after}`).toBe(true)
  for (const [before, after] of [
    ['Anna Berg', 'Anna Lindqvist'],
    ['Andersson Emma', 'Andersson Oskar'],
    ['Anna Berg', 'Bo Berg'],
    ['Li', 'Bo'],
  ] as const)
    expect(areSimilarNames(before, after), `${before}, ${after}`).toBe(false)
})

it('a group is compared without spaces, signs and case', () => {
  expect(['1 A', '1a', '1-A', ' 1A.'].map(foldGroup)).toEqual(['1a', '1a', '1a', '1a'])
  expect(foldGroup('Förskola Blå')).toBe('förskolablå')
})
