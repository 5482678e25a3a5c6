import { BSON } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../bson/raw.ts'
import type { Index } from '../storage/catalog.ts'
import { parseFilter } from './filter.ts'
import { parsePath } from './path.ts'
import { choosePlan } from './planner.ts'

const anIndex = (name: string, fields: readonly string[]): Index =>
  ({
    name,
    fields: fields.map((field) => ({ path: parsePath(field), direction: 1 as const })),
    unique: false,
    sparse: false,
    multikey: false,
  }) as unknown as Index

const indexes = [
  anIndex('by mail', ['provider', 'mail']),
  anIndex('by others', ['provider', 'others']),
  anIndex('by age', ['provider', 'age']),
]

/** The names of the indexes that are read for a filter; `all` reads every document. */
function namesFor(filter: object, sort?: string): string[] {
  const order = sort ? [{ path: parsePath(sort), direction: 1 as const }] : []
  const plan = choosePlan(parseFilter(documentOf(BSON.serialize(filter))), order, indexes)
  return (plan.union ?? [plan]).map(({ index }) => (index as { name?: string } | undefined)?.name ?? 'all')
}

describe('an $or', () => {
  it('reads an index for each of its branches', () => {
    expect(namesFor({ provider: 'a', $or: [{ mail: 'x' }, { others: 'x' }] })).toEqual(['by mail', 'by others'])
    expect(namesFor({ $and: [{ provider: 'a' }, { $or: [{ mail: 'x' }, { age: { $gt: 3 } }] }] })).toEqual([
      'by mail',
      'by age',
    ])
  })

  it('reads one index if a branch has none that narrows more', () => {
    expect(namesFor({ provider: 'a', $or: [{ mail: 'x' }, { town: 'x' }] })).toHaveLength(1)
    expect(namesFor({ $or: [{ mail: 'x' }, { others: 'x' }] })).toEqual(['all'])
  })

  it('reads one index if that narrows more than the branches', () => {
    expect(namesFor({ provider: 'a', mail: 'x', $or: [{ age: 1 }, { others: 'y' }] })).toEqual(['by mail'])
  })

  it('ignores the branches of a $nor', () => {
    expect(namesFor({ provider: 'a', $nor: [{ mail: 'x' }, { others: 'x' }] })).toHaveLength(1)
  })
})
