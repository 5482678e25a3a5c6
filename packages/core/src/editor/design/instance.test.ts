import { describe, expect, it } from 'vitest'
import type { Layer, Part } from '../../template/definition.ts'
import type { Resource } from '../../template/design.ts'
import { aDefinition, anImage, anInstance } from '../../testing/aDefinition.ts'
import {
  contentOf,
  createInstance,
  designOf,
  firstEmptySlot,
  imageOf,
  isComplete,
  isPartComplete,
  numberedSlots,
  setResource,
  slotOf,
  slotsOf,
  textOf,
  withContent,
} from './instance.ts'

const names = (instance = anInstance(), language = 'en') =>
  slotsOf(instance.definition, 'front', language).map(({ name, number, of, kind }) => `${kind} ${name} ${number}/${of}`)

const square = (id: string, x: number, y: number, change: object = {}): Layer => ({
  ...{ kind: 'image', id, box: { x, y, width: 40, height: 40 } },
  ...change,
})
const withPart = (...layers: Layer[]): { parts: Part[] } => ({
  parts: [{ id: 'front', descriptions: { en: 'Front' }, layers }],
})

describe('an opened design', () => {
  it('is on the main screen of its first part, with nothing selected, changed or to undo', () => {
    expect(anInstance()).toMatchObject({
      ...{ currentPart: 'front', currentResource: null, menu: 'main', dirty: false, saved: null },
      history: { past: [], future: [] },
    })
  })

  it('stays on its part when its content is replaced, unless the template has no such part', () => {
    const inside = { ...anInstance(), currentPart: 'inside' }
    const content = contentOf([], 2027)
    const { definition } = inside
    expect(withContent(inside, { content, definition })).toEqual({ ...inside, content })
    const [front] = definition.parts
    const flat = aDefinition({ parts: front ? [front] : [] })
    expect(withContent(inside, { content, definition: flat })).toMatchObject({ currentPart: 'front', content })
  })

  it('is not mutated when a resource is put into a slot', () => {
    const before = anInstance()
    const after = setResource(before, anImage('front.right', 3))
    expect([imageOf(before.content, 'front.right'), imageOf(after.content, 'front.right')?.uuid]).toEqual([
      null,
      '00000000-0000-4000-8000-000000000003',
    ])
    expect(after.content.resources['front.left']).toBe(before.content.resources['front.left'])
  })

  it('has no picture in a text, no text in a picture, and neither in a slot that it does not have', () => {
    const { content } = anInstance()
    for (const fullId of ['front.title', 'front.right', 'nowhere.at-all']) expect(imageOf(content, fullId)).toBeNull()
    for (const fullId of ['front.left', 'nowhere.at-all']) expect(textOf(content, fullId)).toBeNull()
  })
})

describe('the content of a design', () => {
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

  it('has its year if it has one', () => {
    const instance = anInstance()
    expect(designOf(instance)).not.toHaveProperty('year')
    expect(designOf({ ...instance, content: { ...instance.content, year: 2027 } })).toHaveProperty('year', 2027)
  })

  it('names the version of its template, and leaves out what has no slot there', () => {
    const instance = setResource(anInstance({ version: 7 }), anImage('back.photo', 4))
    const { template, resources } = designOf(instance)
    expect(template).toEqual({ uuid: instance.definition.uuid, version: 7 })
    expect(resources.map(({ fullId }) => fullId)).not.toContain('back.photo')
    expect(designOf(createInstance(aDefinition(), 'product', null, contentOf([], null))).resources).toEqual([])
  })

  it('does not reveal which picture is withheld', () => {
    const withheld = { fullId: 'front.left', type: 'IMAGE', image: null, withheld: { uuid: 'secret' } } as Resource
    const { resources } = designOf(setResource(anInstance(), withheld))
    expect(resources[0]).toEqual({ fullId: 'front.left', type: 'IMAGE', image: null })
  })
})

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

  it('are numbered in reading order, however they are painted, and listed as they are painted', () => {
    const { definition } = anInstance(
      withPart(square('right', 80, 12), square('below', 10, 90), square('left', 10, 10)),
    )
    const numbers = slotsOf(definition, 'front', 'en').map(({ fullId, number, of }) => [fullId, number, of])
    expect(numbers).toEqual([
      ['front.right', 2, 3],
      ['front.below', 3, 3],
      ['front.left', 1, 3],
    ])
    const editable = numberedSlots(definition, 'front', 'en', 'image').map(({ fullId }) => fullId)
    expect(editable).toEqual(['front.left', 'front.right', 'front.below'])
  })

  it('are on a list only if they can be edited, by their kind', () => {
    const listed = (kind: 'image' | 'text', part = 'front') =>
      numberedSlots(aDefinition(), part, 'en', kind).map(({ fullId }) => fullId)
    expect([listed('image'), listed('text'), listed('image', 'inside'), listed('text', 'back')]).toEqual([
      ['front.left', 'front.right'],
      ['front.title'],
      [],
      [],
    ])
  })

  it('of a folded sheet begin outside on its right half, which is the front, and inside on its left', () => {
    const layers = [square('left', 10, 10), square('right', 110, 90)]
    const parts = ['outside', 'inside'].map((id) => ({ id, descriptions: { en: id }, layers }))
    const listed = (part: string, foldAt = {}) =>
      numberedSlots(aDefinition({ parts, ...foldAt }), part, 'en', 'image').map(({ fullId }) => fullId)
    expect(listed('outside', { foldAt: 75 })).toEqual(['outside.right', 'outside.left'])
    expect(listed('inside', { foldAt: 75 })).toEqual(['inside.left', 'inside.right'])
    expect(listed('outside')).toEqual(['outside.left', 'outside.right'])
  })

  it('are found by their full ids, also if the name of a part begins with that of another', () => {
    const [front] = aDefinition().parts
    const parts = ['in', 'inside'].map((id) => ({ ...front, id, descriptions: {}, layers: [square('photo', 0, 0)] }))
    const definition = aDefinition({ parts })
    expect(slotOf(definition, 'inside.photo')).toMatchObject({ part: 'inside', kind: 'image', editable: true })
    for (const fullId of ['in.title', 'back.photo', 'in', '']) expect(slotOf(definition, fullId)).toBeUndefined()
  })

  it('without a picture are found part by part, except those that only the template fills', () => {
    const fixed = { disableEdit: true }
    const [front, inside] = [square('badge', 0, 0, fixed), square('photo', 50, 50)]
    const parts = [
      { id: 'front', descriptions: {}, layers: [front] },
      { id: 'inside', descriptions: {}, layers: [inside] },
    ]
    const empty = createInstance(aDefinition({ parts }), 'product', null, contentOf([], null))
    expect([firstEmptySlot(empty), firstEmptySlot(anInstance())]).toEqual(['inside.photo', 'front.right'])
    expect(firstEmptySlot(setResource(empty, anImage('inside.photo', 1)))).toBeUndefined()
    expect(isComplete(setResource(empty, anImage('inside.photo', 1)))).toBe(false)
  })
})
