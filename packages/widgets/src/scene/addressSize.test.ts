import { describe, expect, it } from 'vitest'
import { addressSize, shownEdge } from './addressSize.ts'

const addresses = { 960: 'c', 320: 'a', 640: 'b' }

describe('the copy of a picture that a scene shows', () => {
  it('is the smallest sharp one, or the largest available', () => {
    expect(addressSize(addresses, 200)).toBe(320)
    expect(addressSize(addresses, 340)).toBe(320)
    expect(addressSize(addresses, 360)).toBe(640)
    expect(addressSize(addresses, 5000)).toBe(960)
    expect(addressSize({}, 100)).toBeUndefined()
  })

  it('depends on the whole picture if a slot shows a part of it', () => {
    const crop = { x: 0, y: 0, width: 800, height: 800 }
    const picture = { uuid: '', width: 1600, height: 2000, rotation: 0 as const, effect: 'original' as const, crop }
    // 50 mm of paper at 4 device pixels each show 800 of 2000 pixels
    expect(shownEdge({ box: { x: 0, y: 0, width: 50, height: 50 } }, picture, 4)).toBe(500)
  })
})
