import sharp from 'sharp'
import { type Backdrop, paintBackdrop } from './backdrop.ts'
import { drawFigure, FIGURE, FIGURE_DEFS, FIGURE_FACE, type Looks, type Pose } from './figure.ts'

/** A person in a picture: the centre of the shoulders, in pixels, and the scale of the drawing. */
export type PlacedPerson = { looks: Looks; pose: Pose; x: number; bottom: number; scale: number }

/** A picture of the demo world, to be drawn. */
export type Scenery = {
  width: number
  height: number
  backdrop: Backdrop
  people: readonly PlacedPerson[]
  behind?: string
  front?: string
}

/** Draws a picture as JPEG, with the region of the largest face in its metadata, as photographers' programs write it. */
export async function drawPicture({
  width,
  height,
  backdrop,
  people,
  behind = '',
  front = '',
}: Scenery): Promise<Buffer> {
  const figures = people.map(place).join('')
  const document = (inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${FIGURE_DEFS}${LIGHT_DEFS}</defs>${inner}</svg>`
  const wall = await paintBackdrop(backdrop, width, height, document(figures))
  const light =
    backdrop.kind === 'green'
      ? ''
      : `<rect width="100%" height="100%" fill="url(#lamp)"/><rect width="100%" height="100%" fill="url(#vignette)"/>`
  return await sharp(wall.pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(document(behind + figures + front + light)) }])
    .withXmp(faceRegions(people, width, height))
    .jpeg({ quality: 90 })
    .toBuffer()
}

const LIGHT_DEFS = [
  '<radialGradient id="lamp" cx=".34" cy=".26" r=".7"><stop offset="0" stop-color="#fff6e0" stop-opacity=".17"/><stop offset="1" stop-color="#fff6e0" stop-opacity="0"/></radialGradient>',
  '<radialGradient id="vignette" cx=".48" cy=".45" r=".78"><stop offset=".62" stop-color="#120c08" stop-opacity="0"/><stop offset="1" stop-color="#120c08" stop-opacity=".26"/></radialGradient>',
].join('')

function place({ looks, pose, x, bottom, scale }: PlacedPerson): string {
  const left = x - (FIGURE.width / 2) * scale
  return `<g transform="translate(${left.toFixed(1)} ${(bottom - FIGURE.height * scale).toFixed(1)}) scale(${scale})">${drawFigure(looks, pose)}</g>`
}

function faceRegions(people: readonly PlacedPerson[], width: number, height: number): string {
  const regions = people.map(({ x, bottom, scale }) => {
    const [w, h] = [FIGURE_FACE.width * scale, FIGURE_FACE.height * scale]
    const top = bottom - (FIGURE.height - FIGURE_FACE.y) * scale
    const area = { x: x / width, y: (top + h / 2) / height, w: w / width, h: h / height }
    const attributes = Object.entries(area).map(([name, value]) => `stArea:${name}="${value.toFixed(4)}"`)
    return `<rdf:li><rdf:Description mwg-rs:Type="Face"><mwg-rs:Area ${attributes.join(' ')} stArea:unit="normalized"/></rdf:Description></rdf:li>`
  })
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>${regions.join('')}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>`
}
