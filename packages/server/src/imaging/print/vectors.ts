import type { GlyphsNode, PathNode } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import type { PixelRectangle } from './canvas.ts'
import type { Sheet } from './sheet.ts'

/** Every node that is painted as outlines. */
export type VectorNode = PathNode | GlyphsNode

/** The outlines as one picture of the whole sheet: RGBA, straight alpha. */
export async function paintVectors(nodes: readonly VectorNode[], sheet: Sheet): Promise<Buffer> {
  return rasterise(nodes.map(pathElement).join(''), sheet, { x: 0, y: 0, width: sheet.width, height: sheet.height })
}

/** How much of each pixel of a piece of the sheet is inside a shape, 0 to 255. */
export async function coverageOf(
  d: string,
  sheet: Sheet,
  piece: PixelRectangle,
  transform?: string,
): Promise<Uint8Array> {
  const moved = transform ? ` transform="${attribute(transform)}"` : ''
  const rgba = await rasterise(`<path d="${attribute(d)}"${moved}/>`, sheet, piece)
  const coverage = new Uint8Array(piece.width * piece.height)
  for (let pixel = 0; pixel < coverage.length; pixel++) coverage[pixel] = rgba[pixel * 4 + 3] as number
  return coverage
}

/** The colour of a node that covers the whole sheet opaquely, as the paper does; undefined for any other node. */
export function paperColor(node: PathNode, { box }: Sheet): string | undefined {
  const found = /^M(-?[\d.]+) (-?[\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z$/.exec(node.d)
  if (!found || !node.fill || node.stroke || node.opacity !== undefined) return undefined
  const [x, y, width, height] = found.slice(1).map(Number) as [number, number, number, number]
  const covers = x <= box.x && y <= box.y && x + width >= box.x + box.width && y + height >= box.y + box.height
  return covers ? node.fill : undefined
}

async function rasterise(elements: string, { box, width, height }: Sheet, piece: PixelRectangle): Promise<Buffer> {
  const scaleX = width / box.width
  const scaleY = height / box.height
  const place = `translate(${-box.x * scaleX - piece.x} ${-box.y * scaleY - piece.y}) scale(${scaleX} ${scaleY})`
  const size = `width="${piece.width}" height="${piece.height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><g transform="${place}">${elements}</g></svg>`
  // the parser's limit on long attributes protects against untrusted files; this one is generated here
  return sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer()
}

function pathElement(node: VectorNode): string {
  if (node.kind === 'glyphs') return `<path d="${attribute(node.d)}" fill="${attribute(node.fill)}"/>`
  const { d, fill = 'none', stroke, strokeWidth, opacity } = node
  const given = Object.entries({ d, fill, stroke, 'stroke-width': strokeWidth, opacity })
  const attributes = given.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${attribute(String(value))}"`],
  )
  return `<path ${attributes.join(' ')}/>`
}

function attribute(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
