import type { Box } from '@portraitkit/core/template/definition.ts'
import { rectanglePath } from '@portraitkit/core/template/rectanglePath.ts'
import type { AssetNode, PictureNode } from '@portraitkit/core/template/scene.ts'
import { middleOf } from '@portraitkit/core/template/tilt.ts'
import type { PdfImage } from './pdfImage.ts'
import type { Sheet } from './sheet.ts'
import { plainPath } from './svgPath.ts'
import type { VectorNode } from './vectors.ts'

type Pdf = PDFKit.PDFDocument
type Reference = ReturnType<Pdf['ref']>

/** A point is a 72nd of an inch. */
const POINTS = 72 / 25.4

/** Shared by the whole document: its colour space, and the pictures that it already contains. */
export type PdfResources = { space: [string, Reference]; images: WeakMap<PdfImage, Reference> }

/** Declares the meaning of all colours of a document: sRGB, for pictures, outlines and the printer. */
export function declareColours(pdf: Pdf, profile: Buffer): PdfResources {
  const embedded = pdf.ref({ N: 3, Alternate: 'DeviceRGB' })
  embedded.end(profile)
  const intent = pdf.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    OutputConditionIdentifier: new String('sRGB IEC61966-2.1'),
    RegistryName: new String('http://www.color.org'),
    Info: new String('sRGB IEC61966-2.1'),
    DestOutputProfile: embedded,
  })
  intent.end(undefined)
  const { _root: root } = pdf as Pdf & { _root: Reference & { data: Record<string, unknown> } }
  root.data.OutputIntents = [intent]
  return { space: ['ICCBased', embedded], images: new WeakMap() }
}

/** Starts a page of the sheet's size. From here on lengths are millimetres from the trim's upper left corner. */
export function beginPage(pdf: Pdf, { box }: Pick<Sheet, 'box'>, { space }: PdfResources): void {
  const [width, height, bleed] = [box.width * POINTS, box.height * POINTS, -box.x]
  pdf.addPage({ size: [width, height], margin: 0 })
  const page = pdf.page as typeof pdf.page & { colorSpaces: Record<string, unknown> }
  const edge = bleed * POINTS
  Object.assign(page.dictionary.data, {
    BleedBox: [0, 0, width, height],
    TrimBox: [edge, edge, width - edge, height - edge],
  })
  page.colorSpaces.DefaultRGB = space
  pdf.scale(POINTS).translate(bleed, bleed)
}

/** Draws outlines as outlines. */
export function drawOutline(pdf: Pdf, node: VectorNode): void {
  pdf.save()
  if (node.kind === 'glyphs') {
    pdf.path(node.d).fill(node.fill)
  } else {
    const { fill, stroke, strokeWidth = 1, opacity = 1 } = node
    const d = plainPath(node.d)
    if (opacity < 1) pdf.opacity(opacity)
    // PDF and SVG have the same defaults, except for the width
    if (stroke) pdf.lineWidth(strokeWidth)
    if (fill && stroke) pdf.path(d).fillAndStroke(fill, stroke)
    else if (stroke) pdf.path(d).stroke(stroke)
    else if (fill) pdf.path(d).fill(fill)
  }
  pdf.restore()
}

/** Draws a picture at this place on the page, clipped by the shape of its slot. */
export function drawPicture(pdf: Pdf, { box, clip, rotation }: PictureNode, name: string, place: Box): void {
  pdf.save()
  turn(pdf, box, rotation)
  pdf.path(clip === undefined ? rectanglePath(box) : plainPath(clip)).clip()
  paint(pdf, name, place)
  pdf.restore()
}

export function drawDrawing(pdf: Pdf, { box, rotation, opacity = 1 }: AssetNode, name: string): void {
  pdf.save()
  if (opacity < 1) pdf.opacity(opacity)
  turn(pdf, box, rotation)
  paint(pdf, name, box)
  pdf.restore()
}

function turn(pdf: Pdf, box: Box, rotation = 0): void {
  const { x, y } = middleOf(box)
  if (rotation !== 0) pdf.rotate(rotation, { origin: [x, y] })
}

/** Draws a picture at this place on the page. */
export function drawImage(pdf: Pdf, name: string, place: Box): void {
  pdf.save()
  paint(pdf, name, place)
  pdf.restore()
}

/** Embeds a picture in the document, once, and returns its name on the current page. */
export function addImage(pdf: Pdf, image: PdfImage, { space, images }: PdfResources): string {
  const reference = images.get(image) ?? writeImage(pdf, image, space)
  images.set(image, reference)
  const names: Record<string, Reference> = pdf.page.xobjects
  const known = Object.entries(names).find(([, each]) => each === reference)?.[0]
  const name = known ?? `I${Object.keys(names).length + 1}`
  names[name] = reference
  return name
}

function writeImage(
  pdf: Pdf,
  { width, height, filter, colours, coverage }: PdfImage,
  space: PdfResources['space'],
): Reference {
  const about = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  const mask = coverage && pdf.ref({ ...about, ColorSpace: 'DeviceGray', Filter: 'FlateDecode' })
  mask?.end(coverage)
  const image = pdf.ref({ ...about, ColorSpace: space, Filter: filter, ...(mask && { SMask: mask }) })
  image.end(colours)
  return image
}

/** PDF draws a picture into the unit square; it has to be flipped for a page with y pointing down. */
function paint(pdf: Pdf, name: string, { x, y, width, height }: Box): void {
  pdf.transform(width, 0, 0, -height, x, y + height)
  pdf.addContent(`/${name} Do`)
}
