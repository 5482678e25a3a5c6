import { describe, expect, it } from 'vitest'
import type { Layer, TemplateDefinition } from '../../template/definition.ts'
import type { Resource } from '../../template/design.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import { aDefinition, anImage, anInstance, pictureUuid } from '../../testing/aDefinition.ts'
import { performAction } from '../actions/action.ts'
import { changeTemplate } from '../actions/changeTemplate.ts'
import { framePicture } from '../actions/framePicture.ts'
import { redo } from '../actions/redo.ts'
import { setEffect } from '../actions/setEffect.ts'
import { setFontSize } from '../actions/setFontSize.ts'
import { setTextColour } from '../actions/setTextColour.ts'
import { undo } from '../actions/undo.ts'
import { writeText } from '../actions/writeText.ts'
import type { CarryOverInput } from './carryOver.ts'
import { type EditorInstance, imageOf, textOf } from './instance.ts'

const box = { x: 0, y: 0, width: 50, height: 50 }
const look = {
  family: 'Lora',
  size: 14,
  color: '#000000',
  horizontalAlign: 'left',
  verticalAlign: 'top',
} as const
const slot = (id: string, change: object = {}): Layer => ({ kind: 'image', id, box, ...change })
const text = (id: string, change: object = {}): Layer => ({
  kind: 'text',
  id,
  box,
  texts: { en: 'New' },
  ...look,
  ...change,
})

const pictures = new Map<string, FillPicture>(
  ([1, 2, 3] as const).map((digit) => [
    pictureUuid(digit),
    { uuid: pictureUuid(digit), width: 1600, height: 2000, pictureType: digit === 3 ? 'GP' : 'IP', keywords: [] },
  ]),
)

function carry(layers: Layer[], change: Partial<TemplateDefinition> = {}): CarryOverInput {
  const definition = aDefinition({
    uuid: '11111111-0000-4000-8000-000000000002',
    parts: [{ id: 'front', descriptions: { en: 'Front' }, layers }],
    ...change,
  })
  const resources = layers.flatMap((layer): Resource[] => {
    if (layer.kind === 'image') return [anImage(`front.${layer.id}`, 2)]
    return layer.kind === 'text' ? [{ fullId: `front.${layer.id}`, type: 'STRING', text: 'New' }] : []
  })
  return {
    fresh: { definition, resources, year: null },
    pictureOf: (uuid) => pictures.get(uuid),
    setting: { names: { name: 'Emma Carter' }, language: 'en' },
    thisYear: 2026,
  }
}

const pictureIn = ({ content }: EditorInstance, fullId: string) => imageOf(content, fullId)?.uuid
const left = 'front.left'
const title = 'front.title'

describe('switching the template', () => {
  it('[EDT-12] keeps a picture in the slot of the same name, otherwise in the next one that accepts it', () => {
    const changed = performAction(anInstance(), changeTemplate, carry([slot('large'), slot('left')]))
    expect([pictureIn(changed, 'front.left'), pictureIn(changed, 'front.large')]).toEqual([
      pictureUuid(1),
      pictureUuid(2),
    ])
    const renamed = performAction(anInstance(), changeTemplate, carry([slot('only')]))
    expect(pictureIn(renamed, 'front.only')).toBe(pictureUuid(1))
  })

  it('[EDT-12] leaves out a picture that no slot accepts, and one that is no longer known', () => {
    const group = slot('left', { rules: { pictureTypes: ['GP'] } })
    expect(pictureIn(performAction(anInstance(), changeTemplate, carry([group])), left)).toBe(pictureUuid(2))
    const unknown = { ...carry([slot('left')]), pictureOf: () => undefined }
    expect(pictureIn(performAction(anInstance(), changeTemplate, unknown), left)).toBe(pictureUuid(2))
  })

  it('keeps effect and crop of a picture, as far as the shape of the slot allows', () => {
    let made = performAction(anInstance(), setEffect, { fullId: left, effect: 'sepia' })
    made = performAction(made, framePicture, { fullId: left, crop: { x: 400, y: 600, width: 600, height: 800 } })
    const image = imageOf(performAction(made, changeTemplate, carry([slot('left')])).content, left)
    expect(image).toMatchObject({ overrideEffect: 'sepia' })
    const { x = 0, y = 0, width = 0, height = 1 } = image?.cropRect ?? {}
    expect([x + width / 2, y + height / 2].map(Math.round)).toEqual([700, 1000])
    expect(width).toBeCloseTo(height)
  })

  it('[EDT-12] keeps typed texts, with their style but in the size of the new place', () => {
    let made = performAction(anInstance(), writeText, { fullId: title, text: 'For Grandma' })
    made = performAction(performAction(made, setTextColour, { fullId: title, color: '#ff0000' }), setFontSize, {
      fullId: title,
      size: 60,
    })
    const changed = performAction(made, changeTemplate, carry([text('greeting')]))
    expect(textOf(changed.content, 'front.greeting')).toEqual({
      fullId: 'front.greeting',
      type: 'STRING',
      text: 'For Grandma',
      overrideColor: '#ff0000',
    })
  })

  it('uses the new template’s texts if nothing was typed, and puts only names into name fields', () => {
    const plain = performAction(anInstance(), changeTemplate, carry([text('title')]))
    expect(textOf(plain.content, title)?.text).toBe('New')
    const made = performAction(anInstance(), writeText, { fullId: title, text: 'For Grandma' })
    const named = performAction(made, changeTemplate, carry([text('name', { fill: 'name' })]))
    expect(textOf(named.content, 'front.name')?.text).toBe('New')
  })

  it('[EDT-12] keeps the product, and is one undo step', () => {
    const before = { ...anInstance(), currentPart: 'inside' }
    const changed = performAction(before, changeTemplate, carry([slot('left')]))
    expect(changed).toMatchObject({ product: before.product, currentPart: 'front', dirty: true })
    const undone = performAction(changed, undo, {})
    expect([undone.definition, undone.content]).toEqual([before.definition, before.content])
    const again = performAction(undone, redo, {})
    expect([again.definition, again.content]).toEqual([changed.definition, changed.content])
  })

  it('keeps the year if the template has it', () => {
    const made = { ...anInstance(), content: { ...anInstance().content, year: 2028 } }
    const year = (supportedYears: number[] | undefined) =>
      performAction(made, changeTemplate, carry([slot('left')], supportedYears ? { supportedYears } : {})).content.year
    expect([year([2027, 2028]), year([2026, 2027]), year(undefined)]).toEqual([2028, 2027, null])
  })
})
