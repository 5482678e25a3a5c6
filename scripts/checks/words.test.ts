import { describe, expect, it } from 'vitest'
import { readSources } from './sources.ts'
import { checkWords, declaredNames } from './words.ts'

const one = (path: string, text: string) => [{ path, text }]
const names = (text: string) =>
  one('packages/core/src/a.ts', text)
    .flatMap(declaredNames)
    .map(({ name }) => name)

describe('banned names', () => {
  it('are declared nowhere', () => {
    expect(checkWords(readSources())).toEqual([])
  })

  it.each([
    ['const asked = 1', 'asked'],
    ['export type Chosen = string', 'Chosen'],
    ['interface Held { a: 1 }', 'Held'],
    ['function shown() {}', 'shown'],
    ['const f = (told: string) => told', 'told'],
    ['function f({ a: { b: kept } }: X, [, said = 1]: Y, ...wanted: Z[]) {}', 'kept said wanted'],
    ['const { a: taken, ...meant } = x', 'taken meant'],
    ['export const MOST_LINES = 5, longestName = 3, least = 1', 'MOST_LINES longestName least'],
    ['const atOnce = 1, AT_ONCE = 2, READ_AT_ONCE = 3', 'atOnce AT_ONCE READ_AT_ONCE'],
    ['async function theOrder() {}', 'theOrder'],
    ['const whyNot = () => 1, PATIENCE_MS = 1, meeting = 2', 'whyNot PATIENCE_MS meeting'],
    ['class SureButton {}; const RequireOfLine = 1', 'SureButton RequireOfLine'],
  ])('finds %s', (text, found) => {
    expect(names(text).sort()).toEqual(found.split(' ').sort())
  })

  it('allows properties, variables named after a property, and harmless names', () => {
    expect(names('type A = { kept: boolean; asked(held: string): void }; const a = { shown: 1 }; a.told = 2')).toEqual(
      [],
    )
    expect(names('const { kept, chosen = 1 } = a; const f = ({ shown }: X) => shown')).toEqual([])
    expect(names('const mostly = 1, theme = 2, atLeast = 3, whyte = 4, keptIds = 5, request = 6')).toEqual([])
  })

  it('are listed with their lines and replacements, in TypeScript alone', () => {
    const problems = checkWords([
      ...one('packages/core/src/a.ts', '\nconst kept = 1\nconst MOST = 2'),
      ...one('bench/b.js', 'const kept = 1'),
    ])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('packages/core/src/a.ts:2 declares kept: use a noun')
    expect(problems[1]).toContain('packages/core/src/a.ts:3 declares MOST: use max')
  })
})
