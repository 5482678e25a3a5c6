import type { FaceRectangle } from '@portraitkit/core/jobs/picture.ts'
import { XMLParser } from 'fast-xml-parser'

/** Facts from the file's metadata: its faces, the largest first, and the keywords. */
export type XmpFacts = { faces: NamedFace[]; keywords: string[] }

/** A face marked in the file. The name of its region only serves to find whose face it is: it is never stored. */
export type NamedFace = FaceRectangle & { name?: string }

/** More than in any group picture: a file with more of them was made to fill the shop. */
const MAX_FACES = 500

export type StoredSize = { width: number; height: number; orientation: number }

// Elements are lists, attributes are texts; an element that contains only text is that text.
type Node = { [name: string]: (Node | string)[] | string | undefined }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  textNodeName: 'text',
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
})

/** Reads an XMP packet. `stored` is the size of the picture in the file, before its orientation is applied. */
export function readXmp(packet: string, size: StoredSize): XmpFacts {
  let root: Node
  try {
    root = parser.parse(packet) as Node
  } catch {
    // A packet that is not XML contains no facts; the picture itself is fine.
    return { faces: [], keywords: [] }
  }
  const descriptions = descend(root, 'RDF').flatMap((rdf) => childrenOf(rdf, 'Description'))
  const keywords = descriptions.flatMap((node) => childrenOf(node, 'subject')).flatMap(listedTexts)
  const faces = descriptions.flatMap((node) => childrenOf(node, 'Regions')).flatMap((regions) => facesOf(regions, size))
  faces.sort((a, b) => b.width * b.height - a.width * a.height)
  return { faces: faces.slice(0, MAX_FACES), keywords }
}

/** MWG regions: centre and size in fractions of the stored picture. */
function facesOf(regions: Node, stored: StoredSize): NamedFace[] {
  const upright = isUpright(regions, stored)
  return descend(regions, 'li').flatMap((entry) => {
    const node = childrenOf(entry, 'Description')[0] ?? entry
    if (property(node, 'Type')?.toLowerCase() !== 'face') return []
    const area = childrenOf(node, 'Area')[0]
    if (!area || (property(area, 'unit') ?? 'normalized') !== 'normalized') return []
    const [x, y, width, height] = ['x', 'y', 'w', 'h'].map((name) => Number(property(area, name) ?? Number.NaN)) as [
      number,
      number,
      number,
      number,
    ]
    if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return []
    const corner = { x: x - width / 2, y: y - height / 2, width, height }
    const turned = clamp(upright ? corner : turnUpright(corner, stored.orientation))
    const name = decode(property(node, 'Name') ?? '')
    return turned.width > 0 && turned.height > 0 ? [{ ...turned, ...(name && { name }) }] : []
  })
}

/**
 * By the standard, regions refer to the stored picture. Some programs write them for the upright picture instead and declare its
 * dimensions; for a rotated picture this shows which of the two they did.
 */
function isUpright(regions: Node, stored: StoredSize): boolean {
  const applied = childrenOf(regions, 'AppliedToDimensions')[0]
  if (!applied || stored.orientation < 5) return false
  const [w, h] = [Number(property(applied, 'w')), Number(property(applied, 'h'))]
  return w > 0 && h > 0 && w !== h && w > h !== stored.width > stored.height
}

/** Rotates a rectangle of the stored picture as EXIF's orientation rotates the picture. */
export function turnUpright({ x, y, width, height }: FaceRectangle, orientation: number): FaceRectangle {
  const right = 1 - x - width
  const below = 1 - y - height
  switch (orientation) {
    case 2:
      return { x: right, y, width, height }
    case 3:
      return { x: right, y: below, width, height }
    case 4:
      return { x, y: below, width, height }
    case 5:
      return { x: y, y: x, width: height, height: width }
    case 6:
      return { x: below, y: x, width: height, height: width }
    case 7:
      return { x: below, y: right, width: height, height: width }
    case 8:
      return { x: y, y: right, width: height, height: width }
    default:
      return { x, y, width, height }
  }
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** The characters that XML cannot contain as they are; an entity that a file declares is never expanded. */
function decode(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}

function clamp({ x, y, width, height }: FaceRectangle): FaceRectangle {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(1, x + width), Math.min(1, y + height)]
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) }
}

function childrenOf(node: Node, name: string): Node[] {
  const found = node[name]
  return Array.isArray(found) ? found.filter((child) => typeof child !== 'string') : []
}

/** The nodes with that name at any depth, outermost first. */
function descend(node: Node, name: string): Node[] {
  const here = childrenOf(node, name)
  if (here.length > 0) return here
  return Object.keys(node).flatMap((key) => childrenOf(node, key).flatMap((child) => descend(child, name)))
}

/** A property may be written as an attribute or as an element. */
function property(node: Node, name: string): string | undefined {
  const value = node[name]
  if (typeof value === 'string') return value
  const [child] = value ?? []
  return child === undefined ? undefined : textOf(child)
}

function listedTexts(node: Node): string[] {
  const lists = ['Bag', 'Seq'].flatMap((name) => childrenOf(node, name))
  return lists.flatMap(({ li }) => (Array.isArray(li) ? li : [])).flatMap((item) => textOf(item) ?? [])
}

function textOf(item: Node | string): string | undefined {
  if (typeof item === 'string') return item
  return typeof item.text === 'string' ? item.text : undefined
}
