import { expect, it } from 'vitest'
import { resolutionOf } from './printResolution.ts'

it('the resolution of a crop is in pixels per printed inch', () => {
  expect(resolutionOf({ width: 600, height: 600 }, { width: 50.8, height: 50.8 })).toBeCloseTo(300)
  expect(resolutionOf({ width: 600, height: 300 }, { width: 50.8, height: 50.8 })).toBeCloseTo(150)
})
