import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derivePicture } from '../../imaging/derivatives/derive.ts'
import { deletePicture, storePicture } from '../../imaging/derivatives/pictureFiles.ts'
import { printScene } from '../../imaging/print/printScene.ts'
import { aColour, buildBackgrounds } from '../../testing/buildBackgrounds.ts'
import { aSoftDisc } from '../../testing/buildGreenScreen.ts'
import { buildPicture } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { importBackgrounds } from './importBackgrounds.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pk-before-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** A sheet of 60 x 60 mm that one picture fills. */
async function sceneWithBackground(background: string | undefined, change: object = {}): Promise<Scene> {
  const { uuid, width, height } = await buildPicture(server.app, server.provider, { greenscreen: true })
  const crop = { x: 0, y: 0, width, height: width }
  const picture = { uuid, width, height, rotation: 0, effect: 'original', crop, ...change } as const
  return {
    format: 1,
    template: { uuid: '7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0d01', version: 1 },
    trimBox: { width: 60, height: 60 },
    bleed: 0,
    safe: 5,
    parts: [
      {
        id: 'front',
        nodes: [
          {
            kind: 'picture',
            id: 'front.large',
            box: { x: 0, y: 0, width: 60, height: 60 },
            picture: background === undefined ? picture : { ...picture, background },
          },
        ],
      },
    ],
  }
}

async function printedCorners(scene: Scene): Promise<Buffer> {
  const [file] = await printScene(server.app, server.provider.key, scene, folder)
  return readFile(file?.path ?? '')
}

async function cornerOf(file: Buffer): Promise<number[]> {
  const { channels } = await sharp(
    await sharp(file).extract({ left: 4, top: 4, width: 40, height: 40 }).toBuffer(),
  ).stats()
  return channels.map(({ mean }) => Math.round(mean))
}

const expectNear = (colour: number[], expected: number[]) => {
  for (const [channel, value] of expected.entries()) expect(Math.abs((colour[channel] ?? 0) - value)).toBeLessThan(3)
}

describe('a green-screen picture is printed', () => {
  it('in front of its background, or white if it has none, with its effect on both', async () => {
    const { red } = await buildBackgrounds(server.app, server.provider, { red: '#c02020' })
    expectNear(await cornerOf(await printedCorners(await sceneWithBackground(red?.uuid))), [192, 32, 32])
    expectNear(await cornerOf(await printedCorners(await sceneWithBackground(undefined))), [255, 255, 255])
    const luminance = Math.round(0.2126 * 192 + 0.7874 * 32)
    expectNear(await cornerOf(await printedCorners(await sceneWithBackground(red?.uuid, { effect: 'bw' }))), [
      luminance,
      luminance,
      luminance,
    ])
  })

  it('without a halo: on a background of its own colour it is invisible', async () => {
    const { app, provider } = server
    const uuid = '5b1c0f52-6b0e-4a58-9d0e-31a1f2f6f005'
    const file = await aSoftDisc('#808080', 900, 1200)
    await storePicture(app.blobs, { provider: provider.key, uuid }, file, await derivePicture(file, { cutOut: 'keep' }))
    const { even } = await buildBackgrounds(app, provider, { even: '#808080' })
    for (const crop of [
      { x: 0, y: 0, width: 900, height: 900 },
      { x: 210.7, y: 333.9, width: 400.3, height: 400.3 },
    ]) {
      const scene = await sceneWithBackground(even?.uuid, { uuid, width: 900, height: 1200, crop })
      const { channels } = await sharp(await printedCorners(scene)).stats()
      for (const { min, max } of channels) expect([min > 122, max < 134]).toEqual([true, true])
    }
  })

  it('to the same bytes after its background was replaced or hidden since the order', async () => {
    const { app, provider } = server
    const { blue } = await buildBackgrounds(app, provider, { blue: '#2020c0' })
    const scene = await sceneWithBackground(blue?.uuid)
    const before = await printedCorners(scene)
    const document = { key: 'blue', names: { en: 'Blue' }, file: 'blue.png' }
    await importBackgrounds(app, provider, [document], () => aColour('#8080ff'))
    expect((await printedCorners(scene)).equals(before)).toBe(true)
    await importBackgrounds(app, provider, [{ ...document, hidden: true }], () => aColour('#2020c0'))
    expect((await printedCorners(scene)).equals(before)).toBe(true)
  })

  it('is not printed if the files of its background are missing', async () => {
    const { app, provider } = server
    const { grey } = await buildBackgrounds(app, provider, { grey: '#808080' })
    const scene = await sceneWithBackground(grey?.uuid)
    await deletePicture(app.blobs, { provider: provider.key, uuid: grey?.uuid ?? '' })
    await expect(printedCorners(scene)).rejects.toThrow(`The picture ${grey?.uuid} no longer exists`)
  })
})
