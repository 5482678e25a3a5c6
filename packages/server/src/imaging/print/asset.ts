import type { AssetNode } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { assetKey } from './assetKey.ts'
import { boxCoverage, type PixelRectangle } from './canvas.ts'
import { PrintError } from './printError.ts'
import { type DeviceBox, type Sheet, toDevice, wholePixels } from './sheet.ts'
import { sampleWindow } from './subpixel.ts'
import { type TransparentPixels, tiltPixels } from './tilt.ts'

/** A template's drawing as it appears on the sheet: its colours are weighted by how much of each pixel they cover. */
export async function rasteriseDrawing(
  blobs: BlobStore,
  provider: string,
  node: AssetNode,
  sheet: Sheet,
): Promise<{ at: PixelRectangle; picture: TransparentPixels }> {
  const file = await drawingFile(blobs, provider, node)
  const slot = toDevice(sheet, node.box)
  const at = wholePixels(slot)
  const upright = await resampleDrawing(file, node, slot, at)
  fade(upright, boxCoverage(slot, at), node.opacity ?? 1)
  return node.rotation ? tiltPixels(upright, at, node, sheet) : { at, picture: upright }
}

/** The file of a drawing. Throws PrintError if it is missing. */
export async function drawingFile(blobs: BlobStore, provider: string, node: AssetNode): Promise<Buffer> {
  const file = await blobs.get(fileKey(provider, node))
  if (!file) throw missingDrawing(node)
  return file
}

/** Throws PrintError if a drawing's file is missing. */
export async function requireAsset(blobs: BlobStore, provider: string, node: AssetNode): Promise<void> {
  if (!(await blobs.head(fileKey(provider, node)))) throw missingDrawing(node)
}

function fileKey(provider: string, { hash }: AssetNode): string {
  return assetKey(provider, hash, 'print.png')
}

function missingDrawing({ hash }: AssetNode): PrintError {
  return new PrintError(`The drawing ${hash} no longer exists`)
}

/** A drawing in whole pixels of its slot: its colours are weighted by their coverage. */
export async function resampleDrawing(
  file: Buffer,
  { width, height }: AssetNode,
  slot: DeviceBox,
  at: PixelRectangle,
): Promise<TransparentPixels> {
  // the library only scales it down; after that it is moved into its place between the pixels
  const scaled = {
    width: Math.max(1, Math.min(width, Math.round(slot.width))),
    height: Math.max(1, Math.min(height, Math.round(slot.height))),
  }
  const rgba = await sharp(file)
    .resize({ ...scaled, fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const colours = Buffer.allocUnsafe(scaled.width * scaled.height * 3)
  const alphas = Buffer.allocUnsafe(colours.length)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3] as number
    for (let channel = 0; channel < 3; channel++) {
      colours[to + channel] = Math.round(((rgba[from + channel] as number) * alpha) / 255)
      alphas[to + channel] = alpha
    }
  }
  const window = {
    x: ((at.x - slot.x) / slot.width) * scaled.width,
    y: ((at.y - slot.y) / slot.height) * scaled.height,
    width: (at.width / slot.width) * scaled.width,
    height: (at.height / slot.height) * scaled.height,
  }
  const sampled = sampleWindow({ ...scaled, channels: 3, pixels: alphas }, window, at)
  const coverage = new Uint8Array(at.width * at.height)
  for (let pixel = 0; pixel < coverage.length; pixel++) coverage[pixel] = sampled[pixel * 3] as number
  return { pixels: sampleWindow({ ...scaled, channels: 3, pixels: colours }, window, at), coverage }
}

/** Removes what is outside the picture's box, and applies its opacity. */
function fade({ pixels, coverage }: TransparentPixels, edges: Uint8Array, opacity: number): void {
  for (let pixel = 0; pixel < coverage.length; pixel++) {
    const share = ((edges[pixel] as number) / 255) * opacity
    if (share === 1) continue
    coverage[pixel] = Math.round((coverage[pixel] as number) * share)
    for (let channel = pixel * 3; channel < pixel * 3 + 3; channel++) {
      pixels[channel] = Math.round((pixels[channel] as number) * share)
    }
  }
}
