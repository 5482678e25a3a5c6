import { describe, expect, it } from 'vitest'
import { emptyLedger, findLosses, GROUP_SIZE, type Stored } from './writeLedger.ts'

const ledger = {
  ...emptyLedger(),
  inserted: new Set(['a', 'b', 'c']),
  deleting: new Set(['b', 'c']),
  deleted: new Set(['b']),
  counts: new Map([['count', 3]]),
  groups: new Set(['g']),
}
const group = (size: number): Stored[] => Array.from({ length: size }, (_, k) => ({ _id: `g-${k}`, group: 'g' }))
const sound: Stored[] = [{ _id: 'a' }, { _id: 'count', a: 3, b: 3 }, ...group(GROUP_SIZE)]
const without = (id: string) => sound.filter(({ _id }) => _id !== id)

describe('the ledger of acknowledged writes', () => {
  it('agrees with what was written, and with a write more that nobody acknowledged', () => {
    expect(findLosses(ledger, sound)).toEqual([])
    expect(findLosses(ledger, [...without('count'), { _id: 'c' }, { _id: 'd' }, { _id: 'count', a: 4, b: 4 }])).toEqual(
      [],
    )
  })

  it.each<[string, Stored[], string]>([
    ['a lost document', without('a'), 'a was inserted and is lost'],
    ['a document twice', [...sound, { _id: 'a' }], 'a is there twice'],
    ['a deleted document', [...sound, { _id: 'b' }], 'b was deleted and is there again'],
    ['a lost increase', [...without('count'), { _id: 'count', a: 2, b: 2 }], 'increased 3 times and is 2'],
    ['half an increase', [...without('count'), { _id: 'count', a: 3, b: 4 }], 'increased by half'],
    ['a lost counter', without('count'), 'increased 3 times and is undefined'],
    ['a lost group', sound.slice(0, 2), 'g was inserted and is lost'],
    ['half a group', [...sound.slice(0, 2), ...group(3)], 'g has 3 documents'],
  ])('notices %s', (_what, documents, loss) => {
    expect(findLosses(ledger, documents).join('\n')).toContain(loss)
  })
})
