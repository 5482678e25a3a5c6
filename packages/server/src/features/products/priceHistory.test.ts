import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lowestBefore, type PricesFrom } from './priceHistory.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 24 * 3600 * 1000)
const prices = (
  at: number,
  price: number,
  offer: [number, number | null, number | null] | null = null,
): PricesFrom => ({
  at: day(at),
  tiers: [{ quantity: 1, price, offer: offer?.[0] ?? null }],
  offer: offer && { from: offer[1] === null ? null : day(offer[1]), until: offer[2] === null ? null : day(offer[2]) },
})

it.each([
  ['the price that has always been', [prices(0, 500)], 500],
  ['the lower one of a month that had two', [prices(0, 500), prices(90, 450), prices(95, 600)], 450],
  ['not the one that ended 31 days ago', [prices(0, 300), prices(69, 500)], 500],
  ['the one that ended 29 days ago', [prices(0, 300), prices(71, 500)], 300],
  ['an offer of the month before', [prices(0, 500, [350, 75, 80])], 350],
  ['not an offer of the summer', [prices(0, 500, [350, 10, 60])], 500],
  ['not the offer itself, which begins now', [prices(0, 500, [350, 100, 120])], 500],
  ['nothing where it was not sold before', [prices(100, 500)], null],
])('an offer of day 100 strikes %s', (_name, history, struck) => {
  expect(lowestBefore(history, 1, day(100))).toBe(struck)
})

it('agrees with checking the 30 days hour by hour, for any history', () => {
  const entry = fc.record({
    at: fc.integer({ min: 0, max: 60 }),
    price: fc.integer({ min: 1, max: 900 }),
    offer: fc.option(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.nat(60), fc.nat(60)), { nil: null }),
  })
  const histories = fc.uniqueArray(entry, { maxLength: 6, selector: ({ at }) => at })
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 70 }), (given, began) => {
      const sorted = [...given].sort((one, other) => one.at - other.at)
      const seen: number[] = []
      for (let hour = (began - 30) * 24; hour < began * 24; hour++) {
        const current = sorted.findLast(({ at }) => at * 24 <= hour)
        if (!current) continue
        seen.push(current.price)
        if (current.offer && current.offer[1] * 24 <= hour && hour < current.offer[2] * 24) seen.push(current.offer[0])
      }
      const history = sorted.map(({ at, price, offer }) => prices(at, price, offer))
      expect(lowestBefore(history, 1, day(began))).toBe(seen.length > 0 ? Math.min(...seen) : null)
    }),
    { numRuns: 200 },
  )
})
