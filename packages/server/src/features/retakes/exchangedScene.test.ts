import type { PictureNode, Scene } from '@portraitkit/core/template/scene.ts'
import { describe, expect, it } from 'vitest'
import { exchangedScene } from './exchangedScene.ts'

const BEFORE = '11111111-1111-4111-8111-111111111111'
const AFTER = '22222222-2222-4222-8222-222222222222'

const RETAKE = { retake: 'first', pictures: [{ before: BEFORE, after: AFTER }] }

type ScenePicture = NonNullable<PictureNode['picture']>

const picture: ScenePicture = {
  uuid: BEFORE,
  width: 1000,
  height: 1500,
  rotation: 0,
  effect: 'bw',
  crop: { x: 100, y: 300, width: 800, height: 600 },
}

const sceneOf = (...pictures: Array<ScenePicture | null>): Scene => ({
  format: 1,
  template: { uuid: BEFORE, version: 1 },
  trimBox: { width: 100, height: 80 },
  bleed: 3,
  safe: 3,
  parts: [
    {
      id: 'front',
      nodes: [
        { kind: 'path', d: 'M0 0', fill: 'red' },
        ...pictures.map((each, at) => ({
          kind: 'picture' as const,
          id: `front.${at}`,
          box: { x: 0, y: 0, width: 40, height: 30 },
          picture: each,
        })),
      ],
    },
  ],
})

const exchange = (scene: Scene, after: { width: number; height: number; background?: string | null }) =>
  exchangedScene(scene, [RETAKE], { replacements: new Map([[AFTER, { uuid: AFTER, ...after }]]), scenes: [] }).scene

const pictureIn = (scene: Scene) => {
  const node = scene.parts[0]?.nodes[1]
  return node?.kind === 'picture' ? node.picture : null
}

describe('an exchanged scene', () => {
  it('shows the same part of a new picture of the same shape, with the same effect', () => {
    expect(pictureIn(exchange(sceneOf(picture), { width: 2000, height: 3000 }))).toEqual({
      uuid: AFTER,
      width: 2000,
      height: 3000,
      rotation: 0,
      effect: 'bw',
      crop: { x: 200, y: 600, width: 1600, height: 1200 },
    })
  })

  it('keeps the rotation, in whose pixels the crop is', () => {
    const turned = { ...picture, rotation: 90 as const, crop: { x: 300, y: 100, width: 800, height: 600 } }
    expect(pictureIn(exchange(sceneOf(turned), { width: 500, height: 750 }))).toMatchObject({
      rotation: 90,
      crop: { x: 150, y: 50, width: 400, height: 300 },
    })
  })

  it('shows the middle of a picture of another shape, upright, as much of it as the shape of the frame allows', () => {
    const turned = { ...picture, rotation: 90 as const }
    expect(pictureIn(exchange(sceneOf(turned), { width: 1600, height: 900 }))).toMatchObject({
      rotation: 0,
      crop: { x: 200, y: 0, width: 1200, height: 900 },
    })
    expect(pictureIn(exchange(sceneOf(picture), { width: 800, height: 1000 }))?.crop).toEqual({
      x: 0,
      y: 200,
      width: 800,
      height: 600,
    })
  })

  it('has a background only behind a cut-out: the selected one, or else the default one', () => {
    const sea = '33333333-3333-4333-8333-333333333333'
    const forest = '44444444-4444-4444-8444-444444444444'
    const size = { width: 1000, height: 1500 }
    expect(pictureIn(exchange(sceneOf({ ...picture, background: sea }), size))).not.toHaveProperty('background')
    expect(pictureIn(exchange(sceneOf(picture), { ...size, background: forest }))?.background).toBe(forest)
    expect(
      pictureIn(exchange(sceneOf({ ...picture, background: sea }), { ...size, background: forest }))?.background,
    ).toBe(sea)
    expect(pictureIn(exchange(sceneOf(picture), { ...size, background: null }))).not.toHaveProperty('background')
  })

  it('is the same scene if it shows none of the pictures, and leaves everything else as it is', () => {
    const other = sceneOf({ ...picture, uuid: AFTER }, null)
    expect(exchange(other, { width: 1, height: 1 })).toBe(other)
    const both = sceneOf(picture, null, { ...picture, uuid: AFTER })
    const exchanged = exchange(both, { width: 1000, height: 1500 })
    expect(exchanged.parts[0]?.nodes.filter((_, at) => at !== 1)).toEqual(
      both.parts[0]?.nodes.filter((_, at) => at !== 1),
    )
    expect(pictureIn(both)?.uuid).toBe(BEFORE)
  })
})
