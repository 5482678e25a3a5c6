import { describe, expect, it } from 'vitest'
import { findRefusal } from './imageRules.ts'

const portrait = { pictureType: 'IP', width: 1600, height: 2000 } as const

describe('what may stand in a slot', () => {
  it('allows everything where the template gives no rules', () => {
    expect(findRefusal(undefined, portrait)).toBeNull()
    expect(findRefusal({}, portrait)).toBeNull()
  })

  it('[EDT-7] names the rule that a picture breaks', () => {
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

  it('[EDT-7] tells the pictures of a whole group from those of one person', () => {
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

  it('takes a square picture for either orientation, and one that has just enough pixels', () => {
    const square = { ...portrait, height: 1600 }
    expect(findRefusal({ orientation: 'landscape', minPixels: 1600 }, square)).toBeNull()
    expect(findRefusal({ orientation: 'portrait', pictureTypes: ['IP'] }, square)).toBeNull()
  })
})
