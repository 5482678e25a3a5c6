import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { AssetNode } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import { resampleDrawing } from './asset.ts'
import type { Copy } from './copies.ts'
import { resamplePicture } from './picture.ts'
import { type DeviceBox, type Sheet, toDevice } from './sheet.ts'
import { paintVectors, type VectorNode } from './vectors.ts'

/** A picture in the form that a PDF stores: RGB, as JPEG or deflated, and its coverage per pixel, deflated. */
export type PdfImage = {
  width: number
  height: number
  filter: 'DCTDecode' | 'FlateDecode'
  colours: Buffer
  coverage?: Buffer
}

const QUALITY = 95

const deflated = promisify<Buffer, Buffer>(deflate)

/** A photograph in the pixels that it has on the sheet, and their place on the sheet, in pixels. */
export async function photographImage(copy: Copy, slot: DeviceBox): Promise<{ at: DeviceBox; image: PdfImage }> {
  const { at, pixels } = await resamplePicture(copy, slot)
  const colours = await jpeg(pixels, at)
  return { at, image: { width: at.width, height: at.height, filter: 'DCTDecode', colours } }
}

/** A template's drawing in the pixels that it has on the sheet: a printer would enlarge a small one in visible steps. */
export async function drawingImage(file: Buffer, node: AssetNode, sheet: Sheet): Promise<PdfImage> {
  const { width, height } = toDevice(sheet, node.box)
  const whole = { x: 0, y: 0, width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const { pixels, coverage } = await resampleDrawing(file, node, whole, whole)
  const size = { width: whole.width, height: whole.height }
  if (coverage.every((share) => share === 255)) {
    return { ...size, filter: 'DCTDecode', colours: await jpeg(pixels, size) }
  }
  const [colours, covered] = await Promise.all([
    deflated(unweightColours(pixels, coverage)),
    deflated(Buffer.from(coverage)),
  ])
  return { ...size, filter: 'FlateDecode', colours, coverage: covered }
}

/** An outline as a picture of the whole sheet. */
export async function outlineImage(node: VectorNode, sheet: Sheet): Promise<PdfImage> {
  const rgba = await paintVectors([node], sheet)
  const coverage = Buffer.alloc(sheet.width * sheet.height)
  const pixels = Buffer.alloc(coverage.length * 3)
  for (let pixel = 0; pixel < coverage.length; pixel++) {
    coverage[pixel] = rgba[pixel * 4 + 3] as number
    rgba.copy(pixels, pixel * 3, pixel * 4, pixel * 4 + 3)
  }
  const [colours, covered] = await Promise.all([deflated(pixels), deflated(coverage)])
  return { width: sheet.width, height: sheet.height, filter: 'FlateDecode', colours, coverage: covered }
}

/** The unweighted colours; uncovered pixels have none. */
function unweightColours(pixels: Buffer, coverage: Uint8Array): Buffer {
  const colours = Buffer.alloc(pixels.length)
  for (let pixel = 0; pixel < coverage.length; pixel++) {
    const share = coverage[pixel] as number
    if (share === 0) continue
    for (let at = pixel * 3; at < pixel * 3 + 3; at++) {
      colours[at] = Math.min(255, Math.round(((pixels[at] as number) * 255) / share))
    }
  }
  return colours
}

function jpeg(pixels: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: false })
    .toBuffer()
}
