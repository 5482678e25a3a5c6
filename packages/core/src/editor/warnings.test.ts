import { expect, it } from 'vitest'
import type { Scene } from '../template/scene.ts'
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
const text = { kind: 'glyphs' as const, box, text: '', d: '', fill: '#000000', fonts: [] }

it('warns under 150 dpi with the figure, of a text that does not fit, and of characters that no font has', () => {
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
          picture('front.sharp', 591),
          { kind: 'picture', id: 'front.empty', box, picture: null },
          { ...text, id: 'front.long', overflow: true },
          { ...text, id: 'front.fine' },
        ],
      },
      { id: 'inside', nodes: [{ ...text, id: 'inside.smile', missing: ['☃', '✿'] }] },
    ],
  }
  expect(warningsOf(scene, 'front')).toEqual([
    // 433 pixels on 100 mm
    { kind: 'resolution', fullId: 'front.soft', dpi: 110 },
    { kind: 'overflow', fullId: 'front.long' },
  ])
  expect(warningsOf(scene)).toContainEqual({ kind: 'missing-glyph', fullId: 'inside.smile', characters: '☃ ✿' })
})
