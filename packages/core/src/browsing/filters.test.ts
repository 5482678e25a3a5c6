import { describe, expect, it } from 'vitest'
import type { TemplateListItem } from '../template/contract.ts'
import { filtersOf, filterTemplates, readFilters, writeFilters } from './filters.ts'

const template = (name: string, change: Partial<TemplateListItem>) =>
  ({
    name,
    trimBox: { width: 150, height: 150 },
    hasUserText: true,
    numUserImages: 1,
    numUserParts: 1,
    ...change,
  }) as TemplateListItem
const tall = { trimBox: { width: 100, height: 200 } }
const all = [
  template('square', {}),
  template('three', { numUserImages: 3 }),
  template('tall', { ...tall, hasUserText: false }),
  template('tall three', { ...tall, numUserImages: 3, hasUserText: false }),
]
const named = (list: readonly TemplateListItem[]) => list.map(({ name }) => name)

describe('the filters of a list', () => {
  it('[BRW-6] are those of its type with more than one value, text with Yes (1) first', () => {
    const of = (type: 'cards' | 'calendars' | 'photogifts', list = all) =>
      filtersOf(type, list).map(({ name, options }) => [name, ...options.map(({ value, count }) => [value, count])])
    expect(of('cards')).toEqual([
      ['formats', ['150x150', 2], ['100x200', 2]],
      ['texts', ['1', 2], ['0', 2]],
      ['images', ['1', 2], ['3', 2]],
    ])
    expect(of('calendars', [template('12', { numUserParts: 13 }), template('6', { numUserParts: 7 })])).toEqual([
      ['pages', ['7', 1], ['13', 1]],
    ])
    // closed, the card has the size of a flat one
    const folded = template('folded', { trimBox: { width: 300, height: 150 }, foldAt: 150 })
    expect(of('cards', [template('one', {}), folded])).toEqual([])
    expect(of('photogifts')).toEqual([])
  })

  it('[BRW-6] pass templates that match any option of a filter, in all filters', () => {
    expect(named(filterTemplates(all, {}))).toEqual(named(all))
    expect(named(filterTemplates(all, { formats: ['100x200'] }))).toEqual(['tall', 'tall three'])
    expect(named(filterTemplates(all, { formats: ['100x200', '150x150'], images: ['3'] }))).toEqual([
      'three',
      'tall three',
    ])
    expect(named(filterTemplates(all, { formats: ['100x200'], images: ['3'], texts: ['1'] }))).toEqual([])
  })

  it('are written into the address and read from it', () => {
    const filters = { formats: ['150x150', '100x200'], texts: ['0'] }
    expect(writeFilters(filters)).toEqual({ formats: '150x150,100x200', texts: '0' })
    expect(readFilters(writeFilters(filters))).toEqual(filters)
    expect(readFilters({ formats: '', pages: undefined })).toEqual({})
  })
})
