import { expect, it } from 'vitest'
import { type DeliveryCart, freeDeliveryOf } from './freeDelivery.ts'

const line = { type: 0, isOffered: true, digitalFiles: [], package: null, actualLinePrice: 0 }
const file = { uuid: 'file', width: 1, height: 1, display: {} }
const item = (type: 'TEMPLATE_PRODUCT' | 'DIGITAL_SET') => ({ type })
const packed = (...types: Array<'TEMPLATE_PRODUCT' | 'DIGITAL_SET'>) => ({
  ...line,
  package: { packageItems: types.map(item) },
})
/** A cart whose first line has this price and whose other lines cost nothing. */
const of = (actualLinePrice: number, ...lines: DeliveryCart['orderLines'][number][]) =>
  freeDeliveryOf({ orderLines: lines.map((each, index) => (index === 0 ? { ...each, actualLinePrice } : each)) }, 5000)
const print = line

it('[CRT-6] the note shows the threshold for an empty cart, the missing amount below it, and otherwise that delivery is free', () => {
  expect(of(0)).toEqual({ kind: 'empty', from: 5000 })
  expect(of(0, { ...line, isOffered: false })).toEqual({ kind: 'empty', from: 5000 })
  expect(of(4999, print)).toEqual({ kind: 'below', missing: 1 })
  expect(of(5000, print)).toEqual({ kind: 'free' })
  expect(of(4000, packed('DIGITAL_SET', 'TEMPLATE_PRODUCT'))).toEqual({ kind: 'below', missing: 1000 })
})

it('[CRT-6] delivery is always free with a threshold of zero, and never with a negative one', () => {
  expect(freeDeliveryOf({ orderLines: [print] }, 0)).toEqual({ kind: 'free' })
  expect(freeDeliveryOf({ orderLines: [print] }, -1)).toBeNull()
})

it('a voucher does not make delivery more expensive', () => {
  const voucher = { ...line, type: 2, actualLinePrice: -1000 }
  expect(of(5000, print, voucher)).toEqual({ kind: 'free' })
})

it('there is no note if nothing is delivered, or if the dates of the jobs make it free', () => {
  expect(of(4000, { ...line, digitalFiles: [file] })).toBeNull()
  expect(of(4000, packed('DIGITAL_SET'))).toBeNull()
  const free = { ...line, dates: { freeDeliveryUntil: '2027-01-31' } }
  expect(of(4000, free)).toBeNull()
  expect(of(4000, free, print)).toEqual({ kind: 'below', missing: 1000 })
})
