import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { effectMatrix } from '@portraitkit/core/jobs/effects.ts'
import type { Rotation } from '@portraitkit/core/jobs/picture.ts'
import type { AssetNode, PictureNode, Scene, SceneNode } from '@portraitkit/core/template/scene.ts'
import { middleOf, rotatePoint } from '@portraitkit/core/template/tilt.ts'
import { aPictureUuid, TEMPLATE } from '@portraitkit/core/testing/aTemplate.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareAsset, storeAsset } from '../../features/template/assets.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { createFolderBlobs } from '../../platform/blobs/folder.ts'
import { workingKey } from '../derivatives/pictureFiles.ts'
import { PrintError } from './printError.ts'
import { printScene } from './printScene.ts'

const PROVIDER = 'brightside'
/** Colours of the quarters of the test picture: upper left, upper right, lower left, lower right. */
const QUARTERS = ['#c83232', '#32c832', '#3232c8', '#c8c832']
const WIDTH = 600
const HEIGHT = 800

let folder: string
let blobs: BlobStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-print-'))
  blobs = createFolderBlobs(join(folder, 'blobs'))
  const quarters = QUARTERS.map((fill, index) => {
    const [x, y] = [(index % 2) * (WIDTH / 2), Math.floor(index / 2) * (HEIGHT / 2)]
    return `<rect x="${x}" y="${y}" width="${WIDTH / 2}" height="${HEIGHT / 2}" fill="${fill}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${quarters.join('')}</svg>`
  const picture = await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
  await blobs.put(workingKey({ provider: PROVIDER, uuid: aPictureUuid(1) }, 'png'), picture)
})
afterAll(() => rm(folder, { recursive: true }))

type ScenePicture = NonNullable<PictureNode['picture']>

function pictureNode(change: Partial<ScenePicture> = {}, node: Partial<PictureNode> = {}): PictureNode {
  return {
    kind: 'picture',
    id: 'front.large',
    box: { x: 10, y: 10, width: 30, height: 40 },
    picture: {
      uuid: aPictureUuid(1),
      width: WIDTH,
      height: HEIGHT,
      rotation: 0,
      effect: 'original',
      crop: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
      ...change,
    },
    ...node,
  }
}

function aScene(...nodes: SceneNode[]): Scene {
  const template = { uuid: TEMPLATE, version: 1 }
  return { format: 1, template, trimBox: { width: 50, height: 60 }, bleed: 3, safe: 4, parts: [{ id: 'front', nodes }] }
}

/** Prints, and returns the colour at a place of the page, in millimetres. */
async function printAndSample(scene: Scene): Promise<(x: number, y: number) => [number, number, number]> {
  const target = await mkdtemp(join(folder, 'out-'))
  const [file] = await printScene({ blobs }, PROVIDER, scene, target)
  const { data, info } = await sharp(await readFile(file?.path ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const perMillimetre = info.width / (scene.trimBox.width + 2 * scene.bleed)
  return (x, y) => {
    const column = Math.floor((x + scene.bleed) * perMillimetre)
    const at = (Math.floor((y + scene.bleed) * perMillimetre) * info.width + column) * 3
    return [data[at], data[at + 1], data[at + 2]] as [number, number, number]
  }
}

function rgb(hex: string | undefined): [number, number, number] {
  return [...Buffer.from((hex ?? '').slice(1), 'hex')] as [number, number, number]
}

function expectColor(actual: readonly number[], expected: readonly number[]): void {
  actual.forEach((value, channel) => {
    expect(Math.abs(value - (expected[channel] as number))).toBeLessThanOrEqual(4)
  })
}

/** The colours in the middle of the slot's quarters. */
async function quartersOf(node: PictureNode): Promise<Array<[number, number, number]>> {
  const at = await printAndSample(aScene(node))
  const { x, y, width, height } = node.box
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([right, down]) => at(x + width * (right as number), y + height * (down as number)))
}

/** A drawing: the upper half red and half transparent, the lower half fully transparent. */
async function storeDrawing(): Promise<AssetNode> {
  const pixels = Buffer.alloc(80 * 40 * 4)
  for (let pixel = 0; pixel < 80 * 20; pixel++) pixels.set([200, 0, 0, 128], pixel * 4)
  const raw = { width: 80, height: 40, channels: 4 as const }
  const prepared = await prepareAsset(await sharp(pixels, { raw }).png().toBuffer())
  await storeAsset(blobs, PROVIDER, prepared)
  return { kind: 'asset', ...prepared.stored, box: { x: 5, y: 20, width: 40, height: 20 } }
}

describe('a drawing of the template', () => {
  const paper: SceneNode = { kind: 'path', d: 'M-3 -3h56v66h-56z', fill: '#ffffff' }

  it('is painted in its box, by its coverage, and not outside it', async () => {
    const at = await printAndSample(aScene(paper, await storeDrawing()))
    expectColor(at(25, 25), [227, 127, 127])
    for (const [x, y] of [
      [25, 35],
      [3, 25],
      [47, 25],
      [25, 18],
    ] as const) {
      expectColor(at(x, y), [255, 255, 255])
    }
  })

  it('is as transparent and as tilted as the template says', async () => {
    const drawing = await storeDrawing()
    expectColor((await printAndSample(aScene(paper, { ...drawing, opacity: 0.5 })))(25, 25), [241, 191, 191])
    const tilted = await printAndSample(aScene(paper, { ...drawing, rotation: 45 }))
    // a quarter of the way along the normal of its former upper edge
    expectColor(tilted(25 + 3.5, 30 - 3.5), [227, 127, 127])
    expectColor(tilted(25 - 3.5, 30 + 3.5), [255, 255, 255])
    expectColor(tilted(8, 22), [255, 255, 255])
  })

  it('stops the print before anything is written if it is missing', async () => {
    const gone = { ...(await storeDrawing()), hash: 'f'.repeat(64) }
    const target = join(folder, 'nothing of it')
    await expect(printScene({ blobs }, PROVIDER, aScene(gone), target)).rejects.toThrow('no longer exists')
    await expect(readdir(target)).rejects.toThrow('ENOENT')
  })
})

describe('a tilted slot', () => {
  it('shows the picture turned about its middle, cut by its tilted edges', async () => {
    const node = pictureNode({}, { rotation: 30 })
    const at = await printAndSample(aScene(node))
    const { x, y, width, height } = node.box
    const place = (right: number, down: number) =>
      rotatePoint({ x: x + width * right, y: y + height * down }, middleOf(node.box), 30)
    const corners = [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const
    corners.forEach(([right, down], index) => {
      const point = place(right, down)
      expectColor(at(point.x, point.y), rgb(QUARTERS[index]))
    })
    // the picture is one millimetre inside every corner, the paper one millimetre outside
    for (const [right, down] of [
      [0.5, -0.03],
      [1.04, 0.5],
      [0.5, 1.03],
      [-0.04, 0.5],
    ] as const) {
      const outside = place(right, down)
      expectColor(at(outside.x, outside.y), [255, 255, 255])
      const inside = place(right < 0 ? 0.04 : Math.min(right, 0.96), down < 0 ? 0.03 : Math.min(down, 0.97))
      expect(at(inside.x, inside.y)).not.toEqual([255, 255, 255])
    }
  })
})

describe('a print file', () => {
  it('has the size of the sheet with its bleed at 300 dpi, sRGB with its profile, full colour', async () => {
    const target = join(folder, 'order', 'deep')
    const [file, ...more] = await printScene({ blobs }, PROVIDER, aScene(pictureNode()), target, 'a1-')
    expect(more).toEqual([])
    expect(file).toEqual({ part: 'front', path: join(target, 'a1-front.jpg'), width: 661, height: 780 })
    const about = await sharp(await readFile(join(target, 'a1-front.jpg'))).metadata()
    expect(about).toMatchObject({ format: 'jpeg', width: 661, height: 780, density: 300, resolutionUnit: 'inch' })
    expect(about).toMatchObject({ space: 'srgb', chromaSubsampling: '4:4:4', hasProfile: true })
    expect(await readdir(target)).toEqual(['a1-front.jpg'])
  })

  it('is painted in order: paper to the edge of the bleed, picture, outlines, each over the one before', async () => {
    const at = await printAndSample(
      aScene(
        { kind: 'path', d: 'M-3 -3h56v66h-56z', fill: '#f0e0d0' },
        pictureNode(),
        { kind: 'path', d: 'M20 20h5v5h-5z', fill: '#101010', opacity: 0.5 },
        {
          kind: 'glyphs',
          id: 'front.text',
          box: { x: 0, y: 50, width: 50, height: 10 },
          text: 'l',
          d: 'M22 52h6v6h-6z',
          fill: '#204060',
          fonts: [],
        },
      ),
    )
    expectColor(at(-2.9, -2.9), rgb('#f0e0d0'))
    expectColor(at(52.9, 62.9), rgb('#f0e0d0'))
    expectColor(at(15, 15), rgb(QUARTERS[0]))
    expectColor(
      at(22, 22),
      rgb(QUARTERS[0]).map((value) => (value + 16) / 2),
    )
    expectColor(at(25, 55), rgb('#204060'))
  })

  it('leaves the sheet white where nothing is painted', async () => {
    expectColor((await printAndSample(aScene(pictureNode())))(1, 1), [255, 255, 255])
  })

  it.each<[Rotation, number[]]>([
    [0, [0, 1, 2, 3]],
    [90, [2, 0, 3, 1]],
    [180, [3, 2, 1, 0]],
    [270, [1, 3, 0, 2]],
  ])('rotates a picture by %i degrees clockwise', async (rotation, order) => {
    const turned = rotation % 180 === 0 ? { width: WIDTH, height: HEIGHT } : { width: HEIGHT, height: WIDTH }
    const box = { x: 5, y: 5, width: turned.width / 20, height: turned.height / 20 }
    const found = await quartersOf(pictureNode({ rotation, crop: { x: 0, y: 0, ...turned } }, { box }))
    found.forEach((color, index) => {
      expectColor(color, rgb(QUARTERS[order[index] as number]))
    })
  })

  it.each<[string, Rotation, { x: number; y: number }, number]>([
    ['the lower right', 0, { x: 300, y: 400 }, 3],
    ['the upper right', 0, { x: 300, y: 0 }, 1],
    ['the upper left of the turned picture', 90, { x: 0, y: 0 }, 2],
    ['the lower right of the turned picture', 270, { x: 400, y: 300 }, 2],
  ])('shows the crop: %s', async (_name, rotation, corner, quarter) => {
    const size = rotation === 0 ? { width: 300, height: 400 } : { width: 400, height: 300 }
    const crop = { ...corner, ...size }
    for (const color of await quartersOf(pictureNode({ rotation, crop }))) expectColor(color, rgb(QUARTERS[quarter]))
  })

  it('cuts at the exact edge of the crop, even if only a small part of the picture is visible', async () => {
    // 60 x 80 pixels around the middle: all four quarters meet in the middle of the slot
    const at = await printAndSample(aScene(pictureNode({ crop: { x: 270, y: 360, width: 60, height: 80 } })))
    const [x, y] = [25, 30]
    // one source pixel is half a millimetre here
    expectColor(at(x - 1.5, y - 1.5), rgb(QUARTERS[0]))
    expectColor(at(x + 1.5, y - 1.5), rgb(QUARTERS[1]))
    expectColor(at(x - 1.5, y + 1.5), rgb(QUARTERS[2]))
    expectColor(at(x + 1.5, y + 1.5), rgb(QUARTERS[3]))
  })

  it.each(['bw', 'sepia'] as const)('applies the effect %s with the same matrix as screens', async (effect) => {
    const matrix = effectMatrix(effect)
    const found = await quartersOf(pictureNode({ effect }))
    found.forEach((color, index) => {
      const source = rgb(QUARTERS[index])
      const expected = matrix?.map((row) =>
        Math.min(
          255,
          row.reduce((sum, factor, channel) => sum + factor * (source[channel] as number), 0),
        ),
      )
      expectColor(color, expected ?? [])
    })
  })

  it('clips a picture by its shape', async () => {
    // a triangle over the upper left half
    const at = await printAndSample(aScene(pictureNode({}, { clip: 'M10 10h30l-30 40z' })))
    expectColor(at(12, 12), rgb(QUARTERS[0]))
    expectColor(at(38, 48), [255, 255, 255])
  })

  it('extends a picture to the edge of the bleed', async () => {
    const box = { x: -3, y: -3, width: 56, height: 66 }
    const at = await printAndSample(aScene(pictureNode({}, { box })))
    expectColor(at(-2.9, -2.9), rgb(QUARTERS[0]))
    expectColor(at(52.9, 62.9), rgb(QUARTERS[3]))
  })

  it('is refused if a slot is empty or a picture is missing, and then nothing is written', async () => {
    const target = join(folder, 'refused')
    const empty = aScene(pictureNode(), pictureNode({}, { id: 'front.small', picture: null }))
    await expect(printScene({ blobs }, PROVIDER, empty, target)).rejects.toThrow(
      new PrintError('There is no picture in front.small'),
    )
    const gone = aScene(pictureNode({ uuid: aPictureUuid(2) }))
    await expect(printScene({ blobs }, PROVIDER, gone, target)).rejects.toThrow('no longer exists')
    // a provider's pictures do not belong to another one
    await expect(printScene({ blobs }, 'nordlys', aScene(pictureNode()), target)).rejects.toThrow(PrintError)
    await expect(readdir(target)).rejects.toThrow('ENOENT')
  })
})
