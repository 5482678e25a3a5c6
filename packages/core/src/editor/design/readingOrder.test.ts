import { expect, it } from 'vitest'
import { sortByReadingOrder } from './readingOrder.ts'

const at = (id: string, x: number, y: number, width = 20, height = 10) => ({
  id,
  layer: { box: { x, y, width, height } },
})
const ids = (placed: { id: string }[]) => placed.map(({ id }) => id).join('')

it('the reading order is line by line from left to right, not the painting order', () => {
  expect(ids(sortByReadingOrder([at('d', 0, 40), at('c', 60, 21), at('b', 0, 23), at('a', 0, 0, 80)]))).toBe('abcd')
})

it('the reading order of a folded sheet is one side after the other', () => {
  const placed = [at('c', 10, 0), at('d', 10, 40), at('a', 110, 20), at('b', 110, 60)]
  expect(ids(sortByReadingOrder(placed, { at: 100, first: 'right' }))).toBe('abcd')
  expect(ids(sortByReadingOrder(placed, { at: 100, first: 'left' }))).toBe('cdab')
})
