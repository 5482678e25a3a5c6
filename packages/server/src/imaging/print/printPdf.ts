import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Box } from '@portraitkit/core/template/definition.ts'
import type { AssetNode, PictureNode, Scene } from '@portraitkit/core/template/scene.ts'
import PDFDocument from 'pdfkit'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { PRIVATE_FOLDER } from '../../platform/privateFiles.ts'
import { srgbProfile } from '../derivatives/srgb.ts'
import { type Copies, openCopies } from './copies.ts'
import { makeAhead } from './makeAhead.ts'
import { drawingImage, outlineImage, type PdfImage, photographImage } from './pdfImage.ts'
import {
  addImage,
  beginPage,
  declareColours,
  drawDrawing,
  drawImage,
  drawOutline,
  drawPicture,
  type PdfResources,
} from './pdfPage.ts'
import { PrintError } from './printError.ts'
import { type Layer, layersOf, PRINT_DPI, refuseEmptySlots } from './printScene.ts'
import { type Sheet, sheetOf, toDevice } from './sheet.ts'
import type { VectorNode } from './vectors.ts'
import { writeAtomically } from './writeAtomically.ts'

/**
 * The number of layers that are prepared while the one before them is drawn: a page's picture while the page before it is
 * drawn.
 */
const AHEAD = 5

export type PdfAbout = {
  title: string
  /** Written into the file, so that the same order gives the same bytes whenever it is printed. */
  created: Date
}

/**
 * Prints a frozen scene as one PDF, a page for each part, with its trim and bleed boxes: outlines stay outlines, photographs
 * are resampled to 300 dpi, all colours are sRGB. The layout is not repeated. The file is written whole or not at all. Throws
 * PrintError if a slot is empty or a picture is missing, before anything is written.
 * @param provider key of the provider who owns the pictures
 */
export async function printPdf(
  app: { readonly blobs: BlobStore },
  provider: string,
  scene: Scene,
  path: string,
  { title, created }: PdfAbout,
): Promise<void> {
  refuseEmptySlots(scene)
  const copies = await openCopies(app.blobs, provider, scene)
  const sheet = sheetOf(scene, PRINT_DPI)
  const info = { Title: title, CreationDate: created, ModDate: created }
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0, pdfVersion: '1.6', info })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const common = declareColours(pdf, await srgbProfile())
  const drawings = createDrawings(sheet, copies)
  const items = scene.parts.flatMap((part): Item[] => ['page', ...layersOf(part)])
  const draws = makeAhead(items, AHEAD, (item) => makeItem(item, { sheet, copies, drawings }))
  for await (const draw of draws) draw(pdf, common)
  const ended = once(pdf, 'end')
  pdf.end()
  await ended
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  await writeAtomically(path, Buffer.concat(chunks))
}

/** The start of a page, or an element of it. */
type Item = 'page' | Layer
type Draw = (pdf: PDFKit.PDFDocument, common: PdfResources) => void
type Drawings = (node: AssetNode) => Promise<PdfImage>

/** A template's drawing is prepared once, however many pages use it. */
function createDrawings(sheet: Sheet, copies: Copies): Drawings {
  const made = new Map<string, Promise<PdfImage>>()
  return (node) => {
    const key = `${node.hash} ${node.box.width} ${node.box.height}`
    const image = made.get(key) ?? copies.drawing(node).then((file) => drawingImage(file, node, sheet))
    made.set(key, image)
    return image
  }
}

async function makeItem(
  item: Item,
  { sheet, copies, drawings }: { sheet: Sheet; copies: Copies; drawings: Drawings },
): Promise<Draw> {
  if (item === 'page') return (pdf, common) => beginPage(pdf, sheet, common)
  if (Array.isArray(item)) return makeOutlines(item, sheet)
  if (item.kind === 'picture') {
    const { image, place } = await photograph(item, sheet, copies)
    return (pdf, common) => drawPicture(pdf, item, addImage(pdf, image, common), place)
  }
  const image = await drawings(item)
  return (pdf, common) => drawDrawing(pdf, item, addImage(pdf, image, common))
}

/** Outlines stay outlines, unless fill and stroke share one transparency: PDF would show one through the other. */
async function makeOutlines(nodes: readonly VectorNode[], sheet: Sheet): Promise<Draw> {
  const pictures = new Map<VectorNode, PdfImage>()
  for (const node of nodes) {
    const { fill, stroke, opacity = 1 } = node.kind === 'path' ? node : {}
    if (fill && stroke && opacity < 1) pictures.set(node, await outlineImage(node, sheet))
  }
  return (pdf, common) => {
    for (const node of nodes) {
      const picture = pictures.get(node)
      if (picture) drawImage(pdf, addImage(pdf, picture, common), sheet.box)
      else drawOutline(pdf, node)
    }
  }
}

async function photograph(node: PictureNode, sheet: Sheet, copies: Copies): Promise<{ image: PdfImage; place: Box }> {
  if (!node.picture) throw new PrintError(`There is no picture in ${node.id}`)
  const slot = toDevice(sheet, node.box)
  const copy = await copies.read(node.picture, slot)
  const { at, image } = await photographImage(copy, slot)
  return { image, place: onPage(at, sheet) }
}

/** Converts a rectangle of the raster to millimetres of the page. */
function onPage(at: Box, { box, width, height }: Sheet): Box {
  const [scaleX, scaleY] = [box.width / width, box.height / height]
  return {
    x: box.x + at.x * scaleX,
    y: box.y + at.y * scaleY,
    width: at.width * scaleX,
    height: at.height * scaleY,
  }
}
