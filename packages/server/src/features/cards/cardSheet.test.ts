import { describe, expect, it } from 'vitest'
import { blankCount, layOutSheet, MAX_CARDS_PER_PAGE, PAPERS, type Paper } from './cardSheet.ts'

const numbers = Array.from({ length: MAX_CARDS_PER_PAGE }, (_, at) => at + 1)
const each = (['A4', 'Letter'] as const).flatMap((paper) => numbers.map((count) => [count, paper] as [number, Paper]))

describe('a sheet of cards', () => {
  it.each(each)('has %i equal cards on %s that do not overlap, and a mark at the end of every cut', (count, paper) => {
    const { cards, marks } = layOutSheet(paper, count)
    const { width, height } = PAPERS[paper]
    expect(cards).toHaveLength(count)
    for (const [at, card] of cards.entries()) {
      expect(card.x).toBeGreaterThanOrEqual(20)
      expect(card.y).toBeGreaterThanOrEqual(20)
      expect(card.x + card.width).toBeLessThanOrEqual(width - 20)
      expect(card.y + card.height).toBeLessThanOrEqual(height - 20)
      for (const other of cards.slice(at + 1)) {
        const isApart = other.x >= card.x + card.width - 0.01 || other.y >= card.y + card.height - 0.01
        expect(isApart).toBe(true)
      }
      for (const cut of [card.x, card.x + card.width]) {
        expect(marks.filter((mark) => mark.x1 === mark.x2 && Math.abs(mark.x1 - cut) < 0.01)).toHaveLength(2)
      }
      for (const cut of [card.y, card.y + card.height]) {
        expect(marks.filter((mark) => mark.y1 === mark.y2 && Math.abs(mark.y1 - cut) < 0.01)).toHaveLength(2)
      }
    }
    // No mark is on a card.
    for (const { x1, y1, x2, y2 } of marks) {
      const isOnCard = cards.some((card) => {
        const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
        return x > card.x && x < card.x + card.width && y > card.y && y < card.y + card.height
      })
      expect(isOnCard).toBe(false)
    }
  })

  it('has blank cards for a twentieth of a class, rounded up', () => {
    expect([0, 1, 20, 21, 30].map((people) => blankCount(people, 5))).toEqual([0, 1, 1, 2, 2])
    expect(blankCount(30, 0)).toBe(0)
  })
})
