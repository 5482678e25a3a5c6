import { expect, it } from 'vitest'
import {
  CATALOGUE_PRODUCT,
  DIGITAL_PORTRAIT_PRODUCT,
  DIGITAL_SET_PRODUCT,
  DISCOUNT_PRODUCT,
  isDigital,
} from './specialProducts.ts'

it('[PRC-7] the special products never change: carts, orders and ranges refer to them by these uuids', () => {
  const all = [CATALOGUE_PRODUCT, DIGITAL_SET_PRODUCT, DIGITAL_PORTRAIT_PRODUCT, DISCOUNT_PRODUCT]
  expect(all).toEqual([1, 2, 3, 4].map((number) => `7c1d0a52-3f64-4b8e-9a10-00000000000${number}`))
  expect(all.filter(isDigital)).toEqual([DIGITAL_SET_PRODUCT, DIGITAL_PORTRAIT_PRODUCT])
})
