import { expect, it } from 'vitest'
import type { FaceRectangle } from '../../jobs/picture.ts'
import type { PictureNode, Scene, SceneNode } from '../../template/scene.ts'
import { anInstance } from '../../testing/aDefinition.ts'
import { clearedTexts } from './clearedTexts.ts'
import { setResource } from './instance.ts'
import { warningsOf } from './warnings.ts'

const box = { x: 0, y: 0, width: 100, height: 100 }
const crop = (width: number) => ({ x: 0, y: 0, width, height: width })
const picture = (id: string, width: number) => ({
  kind: 'picture' as const,
  id,
  box,
  picture: {
    uuid: '',
    width: 4000,
    height: 4000,
    rotation: 0 as const,
    effect: 'original' as const,
    crop: crop(width),
  },
})
const text = { kind: 'glyphs' as const, box, text: '', d: 'M20 20l10 5z', fill: '#000000', fonts: [] }

it('a part has warnings of fewer than 150 dpi, of a text that does not fit, and of characters that no font has', () => {
  const scene: Scene = {
    format: 1,
    template: { uuid: '', version: 1 },
    trimBox: { width: 100, height: 100 },
    bleed: 3,
    safe: 5,
    parts: [
      {
        id: 'front',
        nodes: [
          picture('front.soft', 433),
          picture('front.nearly', 588),
          picture('front.sharp', 591),
          { kind: 'picture', id: 'front.empty', box, picture: null },
          { ...text, id: 'front.long', overflow: true },
          { ...text, id: 'front.fine' },
        ],
      },
      { id: 'inside', nodes: [{ ...text, id: 'inside.smile', missing: ['☃', '✿'] }] },
    ],
  }
  expect(warningsOf(scene, { part: 'front' })).toEqual([
    // 433 pixels on 100 mm
    { kind: 'resolution', fullId: 'front.soft', dpi: 110 },
    { kind: 'resolution', fullId: 'front.nearly', dpi: 149 },
    { kind: 'overflow', fullId: 'front.long' },
  ])
  expect(warningsOf(scene)).toContainEqual({ kind: 'missing-glyph', fullId: 'inside.smile', characters: '☃ ✿' })
})

it('the warning of a text that is not printed at all differs from that of one with characters left out', () => {
  const warned = (d: string) => warningsOf(page([{ ...text, id: 'front.name', d, missing: ['☃'] }]))
  expect(warned('')).toEqual([{ kind: 'nothing', fullId: 'front.name' }])
  expect(warned('M20 20l10 5z')).toEqual([{ kind: 'missing-glyph', fullId: 'front.name', characters: '☃' }])
})

const page = (nodes: SceneNode[]): Scene => ({
  format: 1,
  template: { uuid: '', version: 1 },
  trimBox: { width: 100, height: 100 },
  bleed: 3,
  safe: 5,
  parts: [{ id: 'front', nodes }],
})

it('a visible face near the trim causes a warning, turned and tilted too, but not one that is inside or invisible', () => {
  // 1000 x 1000 pixels on 100 x 100 mm: a pixel is a tenth of a millimetre, a hundredth of the picture is a millimetre
  const whole = { uuid: 'a', width: 1000, height: 1000, effect: 'original' as const, crop: crop(1000) }
  const at = (face: FaceRectangle, change: Partial<PictureNode> = {}, rotation: 0 | 90 | 180 | 270 = 0) => {
    const node: PictureNode = { kind: 'picture', id: 'front.one', box, picture: { ...whole, rotation }, ...change }
    const warnings = warningsOf(page([node]), { faceOf: (uuid) => (uuid === 'a' ? face : undefined) })
    return warnings.some(({ kind }) => kind === 'face')
  }
  const face = (x: number, y: number) => ({ x, y, width: 0.2, height: 0.3 })
  expect(at(face(0.4, 0.3))).toBe(false)
  expect(at(face(0.05, 0.05))).toBe(false)
  expect(at(face(0.04, 0.3))).toBe(true)
  expect(at(face(0.4, 0.66))).toBe(true)
  // upright it is on the right, turned by 180 degrees on the left
  expect(at(face(0.76, 0.3), {}, 180)).toBe(true)
  expect(at(face(0.4, 0.01), {}, 90)).toBe(true)
  // a slot inside the safe zone is never cut
  expect(at(face(0, 0), { box: { x: 10, y: 10, width: 80, height: 80 } })).toBe(false)
  // the visible section does not contain the face at all
  const zoomed = { ...whole, rotation: 0 as const, crop: { x: 500, y: 500, width: 500, height: 500 } }
  expect(at(face(0, 0), { picture: zoomed })).toBe(false)
  const tilted = { box: { x: 2, y: 30, width: 40, height: 40 }, rotation: 10 }
  expect(at(face(0.01, 0.3), tilted)).toBe(true)
  expect(at(face(0.4, 0.3), tilted)).toBe(false)
})

it('letters outside the safe zone cause a warning, by their ink and not by their box', () => {
  const kinds = (d: string, change = {}) => warningsOf(page([{ ...text, id: 'front.word', d, ...change }]))
  expect(kinds('M6 6l.5-1q2 3 4 5.5c1 1 2 2 84 80z')).toEqual([])
  expect(kinds('M6 6l.5-2q2 3 4 5.5z')).toEqual([{ kind: 'edge', fullId: 'front.word' }])
  expect(kinds('M90 90l4 1zM90 90l5.2 1z')).toEqual([{ kind: 'edge', fullId: 'front.word' }])
  expect(kinds('')).toEqual([])
  expect(kinds('M1 1l5 5z', { overflow: true })).toEqual([{ kind: 'overflow', fullId: 'front.word' }])
})

it('emptied texts are found among those that the template or the picture set fills', () => {
  const setting = { names: { name: 'Emma Carter' }, language: 'en' }
  const empty = (...fullIds: string[]) =>
    fullIds.reduce((instance, fullId) => setResource(instance, { fullId, type: 'STRING', text: ' ' }), anInstance())
  expect(clearedTexts(anInstance(), setting)).toEqual([])
  // fixed texts cannot be emptied
  expect(clearedTexts(empty('front.title', 'front.seal', 'inside.name'), setting)).toEqual([
    'front.title',
    'inside.name',
  ])
  // a name that the subject does not have was never shown
  expect(clearedTexts(empty('inside.name'), { ...setting, names: {} })).toEqual([])
})
