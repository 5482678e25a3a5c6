import { describe, expect, it } from 'vitest'
import { nextUpsale, savingOf, type UpsaleType } from './upsale.ts'

const both: UpsaleType[] = ['CATALOGUE', 'DIGITAL_FILES']
const offering = (...types: UpsaleType[]) => types.map((type) => ({ type }))
const next = (list: UpsaleType[], started: UpsaleType[], answered: UpsaleType[]) =>
  nextUpsale(offering(...list), { offered: started, answered })?.type ?? null

describe('[UPS-2] offers on the way to the order', () => {
  it('are shown one after the other, each until it is answered', () => {
    expect(next(both, both, [])).toBe('CATALOGUE')
    expect(next(both, both, ['CATALOGUE'])).toBe('DIGITAL_FILES')
    expect(next(both, both, both)).toBeNull()
    expect(next([], [], [])).toBeNull()
  })

  it('are skipped if a changed cart no longer has them, and new ones are not inserted', () => {
    expect(next(['DIGITAL_FILES'], both, [])).toBe('DIGITAL_FILES')
    expect(next(both, ['DIGITAL_FILES'], [])).toBe('DIGITAL_FILES')
    expect(next(both, ['DIGITAL_FILES'], ['DIGITAL_FILES'])).toBeNull()
    expect(next(both, [], [])).toBeNull()
  })
})

it('[UPS-1] the saving is the price less the rebated price', () => {
  expect(savingOf({ price: 4000, rebatedPrice: 2999 })).toBe(1001)
})
