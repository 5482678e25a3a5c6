import { describe, expect, it } from 'vitest'
import { anInstance } from '../../testing/aDefinition.ts'
import { act } from '../actions/action.ts'
import { rotatePicture } from '../actions/rotatePicture.ts'
import { oneLess, oneMore, typedQuantity } from '../opening/quantity.ts'
import { designOf, isComplete, isPartComplete, slotsOf } from './instance.ts'
import { losesOnCancel, openKind, openPart, openResource, openScreen } from './screens.ts'

const names = (instance = anInstance(), language = 'en') =>
  slotsOf(instance.definition, 'front', language).map(({ name, number, of, kind }) => `${kind} ${name} ${number}/${of}`)

describe('slots', () => {
  it('have a name and a number among those of the same name', () => {
    expect(names()).toEqual(['image Portrait 1/2', 'image Portrait 2/2', 'image  1/1', 'text  1/2', 'text  2/2'])
    expect(names(anInstance(), 'de')[0]).toBe('image Porträt 1/2')
  })

  it('make a part complete when every picture slot has a picture', () => {
    const instance = anInstance()
    expect(isPartComplete(instance, 'front')).toBe(false)
    expect(isPartComplete(instance, 'inside')).toBe(true)
    expect(isComplete(instance)).toBe(false)
  })

  it('are sent in the order of the template', () => {
    const { resources } = designOf(anInstance())
    expect(resources.map(({ fullId }) => fullId)).toEqual([
      'front.left',
      'front.right',
      'front.badge',
      'front.title',
      'front.seal',
      'inside.name',
    ])
  })
})

describe('moving through the sub-screens', () => {
  it('opens the image or the text screen by the type of the slot', () => {
    expect(openResource(anInstance(), 'front.right')).toMatchObject({ menu: 'image', currentResource: 'front.right' })
    expect(openResource(anInstance(), 'inside.name')).toMatchObject({ menu: 'text', currentPart: 'inside' })
    expect(openResource(anInstance(), 'front.badge').menu).toBe('main')
  })

  it('goes straight to the slot when the part has exactly one, else to the numbered list', () => {
    const instance = anInstance()
    expect(openKind(instance, 'image').menu).toBe('select-image')
    expect(openKind(instance, 'text')).toMatchObject({ menu: 'text', currentResource: 'front.title' })
    expect(openKind(openPart(instance, 'inside'), 'text')).toMatchObject({
      menu: 'text',
      currentResource: 'inside.name',
    })
    expect(openKind(openPart(instance, 'inside'), 'image').menu).toBe('main')
  })

  it('asks before it leaves the editor once something was changed', () => {
    const instance = anInstance()
    expect(losesOnCancel(instance)).toBe(false)
    expect(losesOnCancel(act(instance, rotatePicture, { fullId: 'front.left' }))).toBe(true)
    expect(openScreen(instance, 'buy').menu).toBe('buy')
  })
})

describe('how many to buy', () => {
  it('makes 0 of what is no integer or below the minimum', () => {
    const typed = ['3', ' 12 ', '', 'two', '2.5', '-4', '1', '1e2', '99999']
    expect(typed.map((text) => typedQuantity(text, 2))).toEqual([3, 12, 0, 0, 0, 0, 0, 0, 999])
  })

  it('goes up to the minimum at least, and down to 0', () => {
    expect([oneMore(0, 5), oneMore(5, 5), oneMore(999, 1)]).toEqual([5, 6, 999])
    expect([oneLess(6, 5), oneLess(5, 5), oneLess(0, 1), oneLess(1, 1)]).toEqual([5, 0, 0, 0])
  })
})
