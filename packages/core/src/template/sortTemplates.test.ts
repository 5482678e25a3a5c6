import { describe, expect, it } from 'vitest'
import { sortTemplates } from './sortTemplates.ts'

const aTemplate = (name: string, width = 100, height = 150, product = { name: 'Card', sortOrder: 1 }) => ({
  name,
  trimBox: { width, height },
  product: { uuid: '', ...product },
})
const names = (...sorted: Parameters<typeof sortTemplates>) => sortTemplates(...sorted).map(({ name }) => name)

describe('lists of templates', () => {
  it('[BRW-9] start with cards of 15x15, then the larger area', () => {
    const list = [
      aTemplate('small'),
      aTemplate('huge', 300, 200),
      aTemplate('square', 150, 150),
      aTemplate('wide', 210, 150),
    ]
    expect(names('CARDS', list)).toEqual(['square', 'huge', 'wide', 'small'])
  })

  it('[BRW-9] start with calendars of 20x30, then those with 12 pages', () => {
    const list = [aTemplate('Year (13 pages)'), aTemplate('Year (12 pages)'), aTemplate('Year 20x30 (13 pages)')]
    expect(names('CALENDAR', list)).toEqual(['Year 20x30 (13 pages)', 'Year (12 pages)', 'Year (13 pages)'])
  })

  it('[BRW-9] otherwise go by product and name, with numbers as numbers', () => {
    const mug = { name: 'mug', sortOrder: 2 }
    const list = [
      aTemplate('Mug 10', 100, 100, mug),
      aTemplate('mug 2', 100, 100, mug),
      aTemplate('Puzzle', 300, 300, { name: 'Puzzle', sortOrder: 1 }),
    ]
    expect(names('PHOTOGIFT', list)).toEqual(['Puzzle', 'mug 2', 'Mug 10'])
  })
})
