import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rectanglePath } from '@portraitkit/core/template/rectanglePath.ts'
import type { AssetNode, PictureNode, Scene, SceneNode, ScenePart } from '@portraitkit/core/template/scene.ts'
import { tiltTransform } from '@portraitkit/core/template/tilt.ts'
import sharp from 'sharp'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { PRIVATE_FOLDER } from '../../platform/privateFiles.ts'
import { tagJpegAsSrgb } from '../derivatives/srgb.ts'
import {
  boxCoverage,
  type Canvas,
  createCanvas,
  fillCanvas,
  type PixelRectangle,
  paintLayer,
  paintPicture,
  paintWeighted,
} from './canvas.ts'
import { type Copies, openCopies } from './copies.ts'
import { makeAhead } from './makeAhead.ts'
import { resamplePicture } from './picture.ts'
import { PrintError } from './printError.ts'
import { type Sheet, sheetOf, toDevice } from './sheet.ts'
import { tiltPixels } from './tilt.ts'
import { coverageOf, paintVectors, paperColor, type VectorNode } from './vectors.ts'
import { writeAtomically } from './writeAtomically.ts'

/** Dots per inch of every print file. */
export const PRINT_DPI = 300
const QUALITY = 95
/** Layers that are prepared while the one before them is painted: enough for both cores, few enough for the memory. */
const AHEAD = 3

/** A file that is ready to print: JPEG, sRGB, 300 dpi, bleed included. */
export type PrintFile = { part: string; path: string; width: number; height: number }

/**
 * Prints a frozen scene, one file per part, named `<name><part>.jpg`. The layout is not repeated: the scene is painted as it
 * is, so that a later change of a font or template does not change a sold print. Each file is written whole or not at all.
 * Throws PrintError if a slot is empty or a picture is missing, before anything is written.
 * @param provider key of the provider who owns the pictures
 */
export async function printScene(
  app: { readonly blobs: BlobStore },
  provider: string,
  scene: Scene,
  folder: string,
  name = '',
): Promise<PrintFile[]> {
  refuseEmptySlots(scene)
  const copies = await openCopies(app.blobs, provider, scene)
  const sheet = sheetOf(scene, PRINT_DPI)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const steps = scene.parts.flatMap((part): Step[] => [...layersOf(part), part.id])
  const files: PrintFile[] = []
  let canvas: Canvas | undefined
  // a page is encoded while the next one is painted
  let writing: Promise<void> = Promise.resolve()
  for await (const made of makeAhead(steps, AHEAD, async (step) => makeStep(step, sheet, copies))) {
    canvas ??= createCanvas(sheet.width, sheet.height)
    if (typeof made === 'function') {
      made(canvas)
      continue
    }
    const path = join(folder, `${name}${made}.jpg`)
    await writing
    writing = encodeWhole(canvas, path)
    // a failure is reported when the next page is ready
    writing.catch(() => {})
    canvas = undefined
    files.push({ part: made, path, width: sheet.width, height: sheet.height })
  }
  await writing
  return files
}

async function encodeWhole(canvas: Canvas, path: string): Promise<void> {
  await writeAtomically(path, await encode(canvas))
}

/** The next thing to paint, or the id of the part that is complete now. */
type Step = Layer | string

function makeStep(step: Step, sheet: Sheet, copies: Copies): Promise<Paint> | string {
  return typeof step === 'string' ? step : makeLayer(step, sheet, copies)
}

/** Throws PrintError if a slot is empty. */
export function refuseEmptySlots({ parts }: Scene): void {
  const empty = parts.flatMap(({ nodes }) => nodes.flatMap((node) => (isEmpty(node) ? [node.id] : [])))
  if (empty.length > 0) throw new PrintError(`There is no picture in ${empty.join(', ')}`)
}

function isEmpty(node: SceneNode): node is PictureNode {
  return node.kind === 'picture' && node.picture === null
}

/** Pictures and drawings separately; everything painted between them as one layer. */
export type Layer = PictureNode | AssetNode | VectorNode[]
type Paint = (canvas: Canvas) => void

/** The layers of a part from back to front. */
export function layersOf({ nodes }: ScenePart): Layer[] {
  const layers: Layer[] = []
  for (const node of nodes) {
    const last = layers.at(-1)
    if (node.kind === 'picture' || node.kind === 'asset') layers.push(node)
    else if (Array.isArray(last)) last.push(node)
    else layers.push([node])
  }
  return layers
}

async function makeLayer(layer: Layer, sheet: Sheet, copies: Copies): Promise<Paint> {
  if (!Array.isArray(layer)) {
    if (layer.kind === 'picture') return makePicture(layer, sheet, copies)
    const { at, picture } = await copies.asset(layer, sheet)
    return (canvas) => paintWeighted(canvas, at, picture.pixels, picture.coverage)
  }
  const [first, ...rest] = layer
  const paper = first?.kind === 'path' ? paperColor(first, sheet) : undefined
  const drawn = paper ? rest : layer
  const vectors = drawn.length > 0 ? await paintVectors(drawn, sheet) : undefined
  return (canvas) => {
    if (paper) fillCanvas(canvas, paper)
    if (vectors) paintLayer(canvas, vectors)
  }
}

async function makePicture(node: PictureNode, sheet: Sheet, copies: Copies): Promise<Paint> {
  if (!node.picture) throw new PrintError(`There is no picture in ${node.id}`)
  const slot = toDevice(sheet, node.box)
  const { at, pixels } = await resamplePicture(await copies.read(node.picture, slot), slot)
  if (node.rotation) return tiltedPicture(node, { at, pixels }, sheet)
  const coverage = node.clip ? await coverageOf(node.clip, sheet, at) : boxCoverage(slot, at)
  return (canvas) => paintPicture(canvas, at, pixels, coverage)
}

/** A picture in a tilted slot: produced upright, then rotated, then clipped by the tilted shape. */
async function tiltedPicture(
  node: PictureNode,
  { at: from, pixels }: { at: PixelRectangle; pixels: Buffer },
  sheet: Sheet,
): Promise<Paint> {
  const whole = { pixels, coverage: new Uint8Array(from.width * from.height).fill(255) }
  const { at, picture } = tiltPixels(whole, from, node, sheet)
  const shape = node.clip ?? rectanglePath(node.box)
  const coverage = await coverageOf(shape, sheet, at, tiltTransform(node.box, node.rotation))
  return (canvas) => paintPicture(canvas, at, picture.pixels, coverage)
}

async function encode({ width, height, pixels }: Canvas): Promise<Buffer> {
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: false })
    .toBuffer()
  return tagJpegAsSrgb(tagDensity(jpeg, PRINT_DPI))
}

/** Adds a JFIF header (ISO 10918-5) with the resolution in dots per inch if the encoder wrote none: directly after the start. */
function tagDensity(jpeg: Buffer, dpi: number): Buffer {
  if (jpeg.readUInt16BE(2) === 0xffe0) throw new Error('The encoder wrote a JFIF header')
  const header = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x02\x01\0\0\0\0\0\0', 'latin1')
  header.writeUInt16BE(dpi, 12)
  header.writeUInt16BE(dpi, 14)
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)])
}
