import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitCrop } from '../../template/crop.ts'
import { anInstance, pictureUuid } from '../../testing/aDefinition.ts'
import { type EditorInstance, imageOf, textOf } from '../design/instance.ts'
import { cancelScreen, closeScreen, losesOnCancel, openSlot } from '../design/screens.ts'
import { clampFontSize } from '../design/textStyle.ts'
import { type Action, performAction } from './action.ts'
import { alignText } from './alignText.ts'
import { choosePicture } from './choosePicture.ts'
import { framePicture } from './framePicture.ts'
import { panPicture } from './panPicture.ts'
import { redo } from './redo.ts'
import { rotatePicture } from './rotatePicture.ts'
import { setBackground } from './setBackground.ts'
import { setEffect } from './setEffect.ts'
import { setFont } from './setFont.ts'
import { setFontSize } from './setFontSize.ts'
import { setTextColour } from './setTextColour.ts'
import { canUndo, undo } from './undo.ts'
import { storedText, writeText } from './writeText.ts'
import { zoomPicture } from './zoomPicture.ts'

const left = 'front.left'
const title = 'front.title'
const image = (instance: EditorInstance) => imageOf(instance.content, left)

/** One action with its input, as performed by a customer. */
type Done = (instance: EditorInstance) => EditorInstance
const doing =
  <Input>(action: Action<Input>, input: Input, gesture?: string): Done =>
  (instance) =>
    performAction(instance, action, input, gesture)

const anyAct: fc.Arbitrary<Done> = fc.oneof(
  fc.constantFrom('front.left', 'front.right', 'front.badge', 'nowhere').chain((fullId) =>
    fc.oneof(
      fc.constant(doing(rotatePicture, { fullId })),
      fc.constant(doing(setEffect, { fullId })),
      fc.double({ min: 0.2, max: 5, noNaN: true }).map((factor) => doing(zoomPicture, { fullId, factor })),
      fc.double({ min: -1, max: 1, noNaN: true }).map((x) => doing(panPicture, { fullId, x, y: -x })),
    ),
  ),
  fc.string().map((text) => doing(writeText, { fullId: title, text })),
  fc.integer({ min: -10, max: 400 }).map((size) => doing(setFontSize, { fullId: title, size })),
  fc
    .constantFrom('left', 'center', 'right')
    .map((align) => doing(alignText, { fullId: title, align: align as 'left' })),
  fc.constantFrom('#ffffff', '#000000').map((color) => doing(setTextColour, { fullId: title, color })),
  fc.constantFrom('Lora', 'Anton').map((family) => doing(setFont, { fullId: title, family })),
)

describe('undo and redo', () => {
  it('undo and redo every action one by one', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 30 }), (acts) => {
        const states = [anInstance()]
        for (const one of acts) {
          const next = one(states.at(-1) as EditorInstance)
          if (next.content !== states.at(-1)?.content) states.push(next)
        }
        let instance = states.at(-1) as EditorInstance
        for (const earlier of states.toReversed().slice(1)) {
          instance = performAction(instance, undo, {})
          expect(instance.content).toBe(earlier.content)
        }
        expect(canUndo(instance)).toBe(false)
        for (const later of states.slice(1)) {
          instance = performAction(instance, redo, {})
          expect(instance.content).toBe(later.content)
        }
        expect(performAction(instance, redo, {})).toBe(instance)
      }),
    )
  })

  it('treat one gesture as one step, and two gestures as two', () => {
    let instance = performAction(anInstance(), zoomPicture, { fullId: left, factor: 2 })
    const before = instance.content
    for (const x of [0.1, 0.1, 0.1])
      instance = performAction(instance, panPicture, { fullId: left, x, y: 0.1 }, 'drag 1')
    instance = performAction(instance, zoomPicture, { fullId: left, factor: 2 }, 'pinch 1')
    instance = performAction(instance, zoomPicture, { fullId: left, factor: 1.5 }, 'pinch 2')
    expect(instance.history.past.map(({ act: name }) => name)).toEqual([
      'zoomPicture',
      'panPicture',
      'zoomPicture',
      'zoomPicture',
    ])
    for (let step = 0; step < 3; step += 1) instance = performAction(instance, undo, {})
    expect(instance.content).toBe(before)
  })

  it('stop at the opening of a sub-screen', () => {
    const changed = performAction(anInstance(), rotatePicture, { fullId: left })
    const inside = openSlot(changed, left)
    expect(canUndo(inside)).toBe(false)
    const turned = performAction(inside, rotatePicture, { fullId: left })
    expect(performAction(performAction(turned, undo, {}), undo, {}).content).toBe(inside.content)
  })
})

describe('actions on a picture', () => {
  it('turn it by -90 degrees, wrapping to 270', () => {
    let instance = anInstance()
    const turns: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      instance = performAction(instance, rotatePicture, { fullId: left })
      turns.push(image(instance)?.rotation as number)
    }
    expect(turns).toEqual([270, 180, 90, 0, 270])
  })

  it('show it as it is, in black and white, in sepia, and then as it is again', () => {
    let instance = anInstance()
    const effects = [1, 2, 3].map(() => {
      instance = performAction(instance, setEffect, { fullId: left })
      return image(instance)?.overrideEffect
    })
    expect(effects).toEqual(['bw', 'sepia', 'original'])
    expect(image(performAction(instance, setEffect, { fullId: left, effect: 'sepia' }))?.overrideEffect).toBe('sepia')
  })

  it('keep a crop inside the picture and in the shape of the slot', () => {
    const far = { x: -500, y: 9000, width: 400, height: 400 }
    const crop = image(performAction(anInstance(), framePicture, { fullId: left, crop: far }))?.cropRect
    expect(crop?.x).toBe(0)
    expect(crop && crop.width / crop.height).toBeCloseTo(60 / 80, 3)
    expect(crop && crop.y + crop.height).toBeCloseTo(2000, 1)
  })

  it('put a picture in with its default crop; a refused picture or the current one changes nothing', () => {
    const picture = { uuid: pictureUuid(9), width: 1600, height: 2000, pictureType: 'IP', keywords: [] } as const
    const zoomed = performAction(anInstance(), zoomPicture, { fullId: left, factor: 3 })
    const replaced = performAction(zoomed, choosePicture, { fullId: left, picture })
    expect(image(replaced)).toMatchObject({ uuid: picture.uuid, rotation: 0, overrideEffect: 'original' })
    expect(image(replaced)?.cropRect.width).toBeCloseTo(1500, 0)
    expect(performAction(zoomed, choosePicture, { fullId: left, picture: { ...picture, uuid: pictureUuid(1) } })).toBe(
      zoomed,
    )
    const [front] = anInstance().definition.parts
    const rules = { pictureTypes: ['MGP' as const] }
    const layers = front?.layers.map((layer) => (layer.kind === 'image' ? { ...layer, rules } : layer)) ?? []
    const ruled = anInstance({ parts: [{ ...front, layers } as never] })
    expect(performAction(ruled, choosePicture, { fullId: left, picture })).toBe(ruled)
  })

  it('ignore slots that cannot be edited, are empty or have no picture', () => {
    const instance = anInstance()
    for (const fullId of ['front.badge', 'front.right', title, 'nowhere.at-all']) {
      expect(performAction(instance, rotatePicture, { fullId })).toBe(instance)
      expect(performAction(instance, zoomPicture, { fullId, factor: 2 })).toBe(instance)
    }
  })

  it('neither zoom nor move if the template or the provider has switched that off', () => {
    const [front] = anInstance().definition.parts
    const layers =
      front?.layers.map((layer) => (layer.kind === 'image' ? { ...layer, disableZoom: true } : layer)) ?? []
    for (const change of [{ disableImageToolbox: true }, { parts: [{ ...front, layers } as never] }]) {
      const instance = anInstance(change)
      expect(performAction(instance, zoomPicture, { fullId: left, factor: 2 })).toBe(instance)
      expect(performAction(instance, panPicture, { fullId: left, x: 0.1, y: 0.1 })).toBe(instance)
    }
  })

  it('[EDT-20] change the background of a cut-out, but of no other picture, and not if the template has switched that off', () => {
    const [red, blue] = [pictureUuid(8), pictureUuid(9)]
    const cutOut = (change = {}, background: string | null | undefined = red) => {
      const instance = anInstance(change)
      return choosePicture.perform(instance, {
        fullId: left,
        picture: { uuid: pictureUuid(7), width: 1600, height: 2000, keywords: [], background },
      })
    }
    expect(image(cutOut())?.background).toBe(red)
    const changed = performAction(cutOut(), setBackground, { fullId: left, background: blue })
    expect([image(changed)?.background, changed.dirty]).toEqual([blue, true])
    expect(image(performAction(changed, undo, {}))?.background).toBe(red)
    expect(image(performAction(cutOut({}, null), setBackground, { fullId: left, background: blue }))?.background).toBe(
      blue,
    )
    expect(image(performAction(changed, setBackground, { fullId: left, background: null }))?.background).toBeNull()
    const plain = anInstance()
    expect(performAction(plain, setBackground, { fullId: left, background: blue })).toBe(plain)
    const [front] = plain.definition.parts
    const layers = front?.layers.map((layer) =>
      layer.kind === 'image' ? { ...layer, disableBackground: true } : layer,
    )
    const fixed = cutOut({ parts: [{ ...front, layers } as never] })
    expect(performAction(fixed, setBackground, { fullId: left, background: blue })).toBe(fixed)
  })

  it('do nothing at the picture’s limits', () => {
    const whole = fitCrop(
      { x: 0, y: 0, width: 9000, height: 9000 },
      { width: 1600, height: 2000 },
      { width: 60, height: 80 },
    )
    const instance = performAction(anInstance(), framePicture, { fullId: left, crop: whole })
    expect(performAction(instance, zoomPicture, { fullId: left, factor: 0.5 })).toBe(instance)
  })
})

describe('actions on a text', () => {
  it('store only what differs from the template', () => {
    let instance = performAction(anInstance(), setTextColour, { fullId: title, color: '#FFFFFF' })
    instance = performAction(instance, setFontSize, { fullId: title, size: 30 })
    expect(textOf(instance.content, title)).toMatchObject({ overrideColor: '#ffffff', overrideSize: 30 })
    instance = performAction(performAction(instance, setTextColour, { fullId: title, color: '#000000' }), setFontSize, {
      fullId: title,
      size: 24,
    })
    expect(textOf(instance.content, title)).toEqual({ fullId: title, type: 'STRING', text: 'Hello' })
  })

  it('limit the size to 12 to 110', () => {
    const size = (requested: number) =>
      textOf(performAction(anInstance(), setFontSize, { fullId: title, size: requested }).content, title)?.overrideSize
    expect([size(3), size(64), size(400)]).toEqual([12, 64, 110])
  })

  it('return to a size under 12 if the template has it', () => {
    const step = (size: number, requested: number, now?: number) => clampFontSize({ size }, requested, now)
    expect([step(8, 8), step(8, 9), step(8, 11, 12), step(8, 13), step(24, 8)]).toEqual([8, 12, 8, 13, 12])
  })

  it('collapse white space except newlines, and trim the stored text', () => {
    const typed = performAction(anInstance(), writeText, { fullId: title, text: 'To  Grandma \t and\n\u200bGrandpa ' })
    expect(textOf(typed.content, title)?.text).toBe('To Grandma and\nGrandpa ')
    expect(storedText('  To  Grandma \n and Grandpa \n\n')).toBe('To Grandma\nand Grandpa')
  })
})

describe('Done and Cancel of a sub-screen', () => {
  it('keep or undo the changes, and leave no slot selected', () => {
    const instance = anInstance()
    const changed = performAction(openSlot(instance, left), rotatePicture, { fullId: left })
    expect(losesOnCancel(changed)).toBe(true)
    expect(cancelScreen(changed)).toMatchObject({ menu: 'main', currentResource: null, dirty: false })
    expect(cancelScreen(changed).content).toBe(instance.content)
    expect(closeScreen(changed)).toMatchObject({ menu: 'main', currentResource: null, dirty: true })
    expect(closeScreen(changed).content).toBe(changed.content)
  })

  it('do not ask if nothing was changed', () => {
    const opened = openSlot(anInstance(), left)
    expect(losesOnCancel(opened)).toBe(false)
    const turnedAndBack = performAction(performAction(opened, rotatePicture, { fullId: left }), undo, {})
    expect(losesOnCancel(turnedAndBack)).toBe(false)
  })
})
