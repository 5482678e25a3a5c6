import { describe, expect, it } from 'vitest'
import { anInstance } from '../../testing/aDefinition.ts'
import { performAction } from '../actions/action.ts'
import { rotatePicture } from '../actions/rotatePicture.ts'
import { decreaseQuantity, increaseQuantity, parseQuantity } from '../opening/quantity.ts'
import { losesOnCancel, openPart, openScreen, openSlot, openSlotsOfKind } from './screens.ts'

describe('navigating the sub-screens', () => {
  it('opens the image or the text screen by the type of the slot', () => {
    expect(openSlot(anInstance(), 'front.right')).toMatchObject({ menu: 'image', currentResource: 'front.right' })
    expect(openSlot(anInstance(), 'inside.name')).toMatchObject({ menu: 'text', currentPart: 'inside' })
    expect(openSlot(anInstance(), 'front.badge').menu).toBe('main')
  })

  it('goes directly to the slot if the part has exactly one, otherwise to the numbered list', () => {
    const instance = anInstance()
    expect(openSlotsOfKind(instance, 'image').menu).toBe('select-image')
    expect(openSlotsOfKind(instance, 'text')).toMatchObject({ menu: 'text', currentResource: 'front.title' })
    expect(openSlotsOfKind(openPart(instance, 'inside'), 'text')).toMatchObject({
      menu: 'text',
      currentResource: 'inside.name',
    })
    expect(openSlotsOfKind(openPart(instance, 'inside'), 'image').menu).toBe('main')
  })

  it('asks before leaving the editor once something was changed', () => {
    const instance = anInstance()
    expect(losesOnCancel(instance)).toBe(false)
    expect(losesOnCancel(performAction(instance, rotatePicture, { fullId: 'front.left' }))).toBe(true)
    expect(openScreen(instance, 'buy').menu).toBe('buy')
  })
})

describe('the quantity to buy', () => {
  it('becomes 0 if it is not an integer or below the minimum', () => {
    const typed = ['3', ' 12 ', '', 'two', '2.5', '-4', '1', '1e2', '99999']
    expect(typed.map((text) => parseQuantity(text, 2))).toEqual([3, 12, 0, 0, 0, 0, 0, 0, 999])
  })

  it('rises to at least the minimum, and falls to 0', () => {
    expect([increaseQuantity(0, 5), increaseQuantity(5, 5), increaseQuantity(999, 1)]).toEqual([5, 6, 999])
    expect([decreaseQuantity(6, 5), decreaseQuantity(5, 5), decreaseQuantity(0, 1), decreaseQuantity(1, 1)]).toEqual([
      5, 0, 0, 0,
    ])
  })
})
