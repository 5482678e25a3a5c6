import { expect, it } from 'vitest'
import { countdownOf, offerPrice } from './packageOffers.ts'

const prices = {
  originalPrice: 7000,
  priceIncludingDiscount: 5000,
  useTimeLimitedDiscount: false,
  timeLimitedDiscountPrice: null,
  priorPrice: null,
  remainingTime: 0,
}
const limited = { ...prices, useTimeLimitedDiscount: true, timeLimitedDiscountPrice: 4000, remainingTime: 60 }

it('[PKG-2] next to an ordinary price the price of the parts is struck if it is higher', () => {
  expect(offerPrice(prices)).toEqual({ now: 5000, struck: { price: 7000, as: 'parts' }, otherwise: null, parts: null })
  expect(offerPrice({ ...prices, originalPrice: 5000 }).struck).toBeNull()
})

it('[PKG-2] next to a time-limited price only the lowest of the 30 days before it is struck', () => {
  expect(offerPrice(limited)).toEqual({ now: 4000, struck: null, otherwise: 5000, parts: 7000 })
  expect(offerPrice({ ...limited, priorPrice: 4800 }).struck).toEqual({ price: 4800, as: 'prior' })
  expect(offerPrice({ ...limited, priorPrice: 4000 }).struck).toBeNull()
  expect(offerPrice({ ...limited, originalPrice: 3900 }).parts).toBeNull()
})

it('[PKG-1] the remaining time is shown as days and a clock, and never below zero', () => {
  expect(countdownOf(2 * 86_400 + 3 * 3600 + 4 * 60 + 5)).toEqual({ days: 2, clock: '03:04:05' })
  expect(countdownOf(0.2)).toEqual({ days: 0, clock: '00:00:01' })
  expect(countdownOf(-3)).toEqual({ days: 0, clock: '00:00:00' })
})
