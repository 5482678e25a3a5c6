import { expect, it } from 'vitest'
import { maskAddress } from './maskAddress.ts'

it.each([
  ['anna.andersson@example.com', 'a…n@example.com'],
  ['ab@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['"a@b"@example.com', '"…"@example.com'],
  ['nothing', '…'],
])('of %s only %s is printed', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
