import { describe, expect, it } from 'vitest'
import { findRefusal } from './imageRules.ts'

const portrait = { pictureType: 'IP', width: 1600, height: 2000 } as const

describe('the rules of a slot', () => {
  it('allow everything if the template has none', () => {
    expect(findRefusal(undefined, portrait)).toBeNull()
    expect(findRefusal({}, portrait)).toBeNull()
  })

  it('[EDT-7] name the one that a picture breaks', () => {
    expect(findRefusal({ pictureTypes: ['GP', 'MGP'] }, portrait)).toEqual({
      rule: 'pictureTypes',
      allowed: ['GP', 'MGP'],
      is: 'IP',
    })
    expect(findRefusal({ orientation: 'landscape' }, portrait)).toEqual({ rule: 'orientation', needed: 'landscape' })
    expect(findRefusal({ orientation: 'portrait' }, { ...portrait, width: 2400 })).toEqual({
      rule: 'orientation',
      needed: 'portrait',
    })
    expect(findRefusal({ minPixels: 1800 }, portrait)).toEqual({ rule: 'minPixels', needed: 1800, has: 1600 })
  })

  it('[EDT-7] distinguish group pictures from those of one person', () => {
    const group = { ...portrait, pictureType: 'GP', groupPicture: true } as const
    expect(findRefusal({ groupPicture: true }, { ...portrait, groupPicture: false })).toEqual({
      rule: 'groupPicture',
      needed: true,
    })
    expect(findRefusal({ groupPicture: false }, group)).toEqual({ rule: 'groupPicture', needed: false })
    expect(findRefusal({ groupPicture: true }, group)).toBeNull()
    // whether an uploaded picture is shared by a group is unknown
    expect(findRefusal({ groupPicture: true }, portrait)).toBeNull()
  })

  it('accept a square picture for either orientation, and one with just enough pixels', () => {
    const square = { ...portrait, height: 1600 }
    expect(findRefusal({ orientation: 'landscape', minPixels: 1600 }, square)).toBeNull()
    expect(findRefusal({ orientation: 'portrait', pictureTypes: ['IP'] }, square)).toBeNull()
  })
})
