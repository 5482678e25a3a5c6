import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AssetNode, Scene, SceneNode } from '@portraitkit/core/template/scene.ts'
import { aPictureUuid, TEMPLATE } from '@portraitkit/core/testing/aTemplate.ts'
import sharp from 'sharp'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareAsset, storeAsset } from '../../features/template/assets.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { createFolderBlobs } from '../../platform/blobs/folder.ts'
import { workingKey } from '../derivatives/pictureFiles.ts'
import { PrintError } from './printError.ts'
import { printPdf } from './printPdf.ts'

const PROVIDER = 'brightside'
const ABOUT = { title: 'Order #1a2b3c4d, 1', created: new Date('2026-11-21T10:00:00Z') }
const PICTURE = { width: 1200, height: 1600 }

let folder: string
let blobs: BlobStore
let drawing: AssetNode

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-pdf-'))
  blobs = createFolderBlobs(join(folder, 'blobs'))
  const blue = sharp({ create: { ...PICTURE, channels: 3, background: '#3264c8' } })
  await blobs.put(workingKey({ provider: PROVIDER, uuid: aPictureUuid(1) }, 'png'), await blue.png().toBuffer())
  const veil = sharp({ create: { width: 40, height: 20, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
  const prepared = await prepareAsset(await veil.png().toBuffer())
  await storeAsset(blobs, PROVIDER, prepared)
  drawing = { kind: 'asset', ...prepared.stored, box: { x: 5, y: 5, width: 40, height: 20 }, rotation: 4 }
})
afterAll(() => rm(folder, { recursive: true }))

const picture: SceneNode = {
  kind: 'picture',
  id: 'front.large',
  box: { x: 10, y: 10, width: 30, height: 40 },
  rotation: -3,
  picture: {
    uuid: aPictureUuid(1),
    ...PICTURE,
    rotation: 0,
    effect: 'original',
    crop: { x: 0, y: 0, width: PICTURE.width, height: PICTURE.height },
  },
}
const aWord: SceneNode = {
  kind: 'glyphs',
  id: 'front.name',
  box: { x: 10, y: 50, width: 30, height: 8 },
  text: 'I',
  d: 'M12 52h2v5h-2z',
  fill: '#7a1f3d',
  fonts: [],
}

function aScene(parts: Scene['parts'], change: Partial<Scene> = {}): Scene {
  const template = { uuid: TEMPLATE, version: 1 }
  return { format: 1, template, trimBox: { width: 50, height: 60 }, bleed: 3, safe: 4, parts, ...change }
}

let printAndRead = 0

async function print(scene: Scene): Promise<Buffer> {
  printAndRead += 1
  const file = join(folder, `out-${printAndRead}.pdf`)
  await printPdf({ blobs }, PROVIDER, scene, file, ABOUT)
  return readFile(file)
}

/** The operators of each page, by the reader's names for them. */
async function operatorsOf(pdf: Buffer): Promise<string[][]> {
  const { OPS } = await getResolvedPDFJS()
  const names = new Map(Object.entries(OPS).map(([name, number]) => [number, name]))
  const read = await getDocumentProxy(new Uint8Array(pdf))
  const pages: string[][] = []
  for (let number = 1; number <= read.numPages; number++) {
    const { fnArray } = await (await read.getPage(number)).getOperatorList()
    pages.push(fnArray.map((operator) => names.get(operator) ?? ''))
  }
  return pages
}

/** The numbers of a box of each page, as written in the file. */
function boxes(pdf: Buffer, name: string): number[][] {
  const found = pdf.toString('latin1').matchAll(new RegExp(`/${name} \\[([^\\]]+)\\]`, 'g'))
  return [...found].map(([, numbers = '']) => numbers.trim().split(/\s+/).map(Number))
}

const points = (millimetres: number) => (millimetres * 72) / 25.4

describe('a document for the printer', () => {
  it('uses the sheet with its bleed as its page, and the trim inside it, in points', async () => {
    const pdf = await print(aScene([{ id: 'front', nodes: [aWord] }]))
    const whole = [0, 0, points(56), points(66)]
    const trim = [points(3), points(3), points(53), points(63)]
    for (const [name, expected] of [
      ['MediaBox', whole],
      ['BleedBox', whole],
      ['TrimBox', trim],
    ] as const) {
      const [box = []] = boxes(pdf, name)
      expect(box).toHaveLength(4)
      box.forEach((value, side) => {
        expect(Math.abs(value - (expected[side] as number)), `${name} ${box}`).toBeLessThan(0.001)
      })
    }
  })

  it('has one page per part, in their order', async () => {
    const dot = (count: number): SceneNode[] => Array.from({ length: count }, () => aWord)
    const parts = [3, 1, 2, 0].map((count, index) => ({ id: `part-${index}`, nodes: dot(count) }))
    const pages = await operatorsOf(await print(aScene(parts)))
    expect(pages.map((page) => page.filter((name) => name === 'constructPath').length)).toEqual([3, 1, 2, 0])
  })

  it('keeps outlines, and photographs at 300 dpi in all their colours', async () => {
    const pdf = await print(aScene([{ id: 'front', nodes: [picture, aWord] }]))
    const [page = []] = await operatorsOf(pdf)
    expect(page.filter((name) => name.startsWith('paintImage'))).toHaveLength(1)
    expect(page.filter((name) => name === 'constructPath').length).toBeGreaterThan(0)
    const text = pdf.toString('latin1')
    const [, width, height] = /\/Subtype \/Image\s+\/Width (\d+)\s+\/Height (\d+)/.exec(text) ?? []
    // 30 x 40 mm, and the pixels at its edges
    expect([Number(width), Number(height)]).toEqual([355, 474])
    expect(text).toContain('/Filter /DCTDecode')
  })

  it('declares its colours as sRGB, also for outlines', async () => {
    const text = (await print(aScene([{ id: 'front', nodes: [picture, aWord] }]))).toString('latin1')
    expect(text).toMatch(/\/OutputIntents \[\d+ 0 R\]/)
    expect(text).toContain('/OutputConditionIdentifier (sRGB IEC61966-2.1)')
    expect(text).toMatch(/\/DestOutputProfile \d+ 0 R/)
    expect(text).toMatch(/\/ColorSpace <<\s*\/DefaultRGB \[\/ICCBased \d+ 0 R\]/)
    expect(text).toMatch(/\/ColorSpace \[\/ICCBased \d+ 0 R\]/)
  })

  it('contains a drawing once, with its transparency, however many pages use it', async () => {
    const parts = ['one', 'two', 'three'].map((id) => ({ id, nodes: [drawing, aWord] }))
    const pdf = await print(aScene(parts))
    expect((await operatorsOf(pdf)).map((page) => page.filter((name) => name.startsWith('paintImage')).length)).toEqual(
      [1, 1, 1],
    )
    const images = [...pdf.toString('latin1').matchAll(/\/Subtype \/Image/g)]
    expect(images).toHaveLength(2)
    expect(pdf.toString('latin1').match(/\/SMask \d+ 0 R/g)).toHaveLength(1)
  })

  it('turns an outline into a picture only if its fill and stroke share one transparency', async () => {
    const leaf: SceneNode = { kind: 'path', d: 'M10 10h20v20h-20z', fill: '#7fa99b', stroke: '#2f524b', strokeWidth: 2 }
    const painted = async (node: SceneNode) => {
      const [page = []] = await operatorsOf(await print(aScene([{ id: 'front', nodes: [node] }])))
      return page.filter((name) => name.startsWith('paintImage')).length
    }
    expect(await painted({ ...leaf, opacity: 0.5 })).toBe(1)
    expect(await painted(leaf)).toBe(0)
    expect(await painted({ ...leaf, stroke: undefined, opacity: 0.5 })).toBe(0)
  })

  it('draws outlines like SVG, also after an arc and for an arc without a radius', async () => {
    const outlined = (d: string) => {
      const leaf: SceneNode = { kind: 'path', d, fill: '#7fa99b' }
      return print(aScene([{ id: 'front', nodes: [leaf, { ...picture, clip: d } as SceneNode] }]))
    }
    const written = await outlined('M10 10a0 5 0 0 1 20 0a10 10 0 0 1 0 20S20 40 10 30T10 20z')
    const expected = await outlined('M10 10L30 10a10 10 0 0 1 0 20C30 30 20 40 10 30Q10 30 10 20z')
    expect(written.equals(expected)).toBe(true)
  })

  it('is the same to the byte on every print', async () => {
    const scene = aScene([{ id: 'front', nodes: [drawing, picture, aWord] }])
    expect((await print(scene)).equals(await print(structuredClone(scene)))).toBe(true)
  })

  it('is not written at all if a picture or a drawing is missing', async () => {
    const before = (await readdir(folder)).length
    const empty: SceneNode = { ...picture, picture: null } as SceneNode
    const gone: SceneNode = { ...drawing, hash: '0'.repeat(64) }
    for (const node of [empty, gone]) {
      await expect(print(aScene([{ id: 'front', nodes: [aWord, node] }]))).rejects.toThrow(PrintError)
    }
    expect(await readdir(folder)).toHaveLength(before)
  })
})
