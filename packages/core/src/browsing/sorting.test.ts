import { expect, it } from 'vitest'
import { sortCards } from './sorting.ts'

const aCard = (name: string, width: number, height: number, sortOrder = 1) => ({
  name,
  trimBox: { width, height },
  product: { uuid: '', name: 'Card', sortOrder },
})

it('puts cards of 15 x 15 first, then the larger area, then the product, then the name', () => {
  const cards = [
    aCard('small', 100, 150),
    aCard('Card 10', 150, 150),
    aCard('huge', 210, 297),
    aCard('card 2', 150, 150),
    aCard('first of its product', 150, 150, 0),
    aCard('wide', 210, 148),
  ]
  expect(sortCards(cards).map(({ name }) => name)).toEqual([
    'first of its product',
    'card 2',
    'Card 10',
    'huge',
    'wide',
    'small',
  ])
})
