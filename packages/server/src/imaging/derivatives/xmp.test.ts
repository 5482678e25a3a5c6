import { describe, expect, it } from 'vitest'
import { type Orientation, storeWithOrientation } from '../../testing/aPhotograph.ts'
import { type NamedFace, readXmp } from './xmp.ts'

const STORED = { width: 3000, height: 2000, orientation: 1 }

type Area = { x: number; y: number; w: number; h: number }

function packet(regions: string, rest = ''): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#">
  ${rest}<mwg-rs:Regions rdf:parseType="Resource">${regions}</mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

function list(...entries: string[]): string {
  return `<mwg-rs:RegionList><rdf:Bag>${entries.join('')}</rdf:Bag></mwg-rs:RegionList>`
}

const asLightroom = ({ x, y, w, h }: Area, type = 'Face') =>
  `<rdf:li><rdf:Description mwg-rs:Name="Mia" mwg-rs:Type="${type}" mwg-rs:Rotation="0.00"><mwg-rs:Area stArea:x="${x}" stArea:y="${y}" stArea:w="${w}" stArea:h="${h}" stArea:unit="normalized"/></rdf:Description></rdf:li>`
const asElements = ({ x, y, w, h }: Area) =>
  `<rdf:li rdf:parseType="Resource"><mwg-rs:Area rdf:parseType="Resource"><stArea:x>${x}</stArea:x><stArea:y>${y}</stArea:y><stArea:w>${w}</stArea:w><stArea:h>${h}</stArea:h></mwg-rs:Area><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>`

const withoutName = ({ name: _name, ...rectangle }: NamedFace) => rectangle

describe("the faces marked in a file's metadata", () => {
  const area = { x: 0.5, y: 0.4, w: 0.2, h: 0.3 }
  const face = { x: 0.4, y: 0.25, width: 0.2, height: 0.3 }

  it.each([
    ['attributes', asLightroom],
    ['elements', asElements],
  ])('written as %s', (_name, written) => {
    expect(readXmp(packet(list(written(area))), STORED).faces.map(withoutName)).toEqual([face])
  })

  it('are all of them, the largest first, and never a region that is not a face', () => {
    const pet = asLightroom({ x: 0.5, y: 0.5, w: 0.9, h: 0.9 }, 'Pet')
    const small = asElements({ x: 0.1, y: 0.1, w: 0.05, h: 0.05 })
    const { faces } = readXmp(packet(list(pet, small, asLightroom(area))), STORED)
    expect(faces.map(withoutName)).toEqual([face, { x: 0.075, y: 0.075, width: 0.05, height: 0.05 }])
    expect(readXmp(packet(list(pet)), STORED)).toEqual({ faces: [], keywords: [] })
  })

  it('have the name of their region, if it has one', () => {
    const names = ['Mia', 'Pat O&apos;Neill &amp; Co'].map((name) => asLightroom(area).replace('Mia', name))
    const { faces } = readXmp(packet(list(...names, asElements(area))), STORED)
    expect(faces.map(({ name }) => name)).toEqual(['Mia', "Pat O'Neill & Co", undefined])
  })

  it('are not more than any group has', () => {
    const many = Array.from({ length: 2000 }, () => asElements(area))
    expect(readXmp(packet(list(...many)), STORED).faces).toHaveLength(500)
  })

  it('are clipped at the edge of the picture', () => {
    const face = readXmp(packet(list(asLightroom({ x: 0.05, y: 0.5, w: 0.2, h: 0.2 }))), STORED).faces.map(
      withoutName,
    )[0]
    expect(face).toEqual({ x: 0, y: 0.4, width: 0.15, height: 0.2 })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8] as Orientation[])('turn with the picture, EXIF orientation %i', (orientation) => {
    // A black picture of 30 x 20 with a face, stored as a camera in that position stores it.
    const upright = { x: 21, y: 2, width: 6, height: 10 }
    const truth = { width: 30, height: 20, pixels: Buffer.alloc(30 * 20 * 3) }
    for (let y = 0; y < upright.height; y++) {
      const at = ((upright.y + y) * 30 + upright.x) * 3
      truth.pixels.fill(255, at, at + upright.width * 3)
    }
    const stored = storeWithOrientation(truth, orientation)
    const lit = [...Array(600).keys()].filter((at) => stored.pixels[at * 3] === 255)
    const xs = lit.map((at) => at % stored.width)
    const ys = lit.map((at) => Math.floor(at / stored.width))
    const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1]
    const area = {
      x: (left + right) / 2 / stored.width,
      y: (top + bottom) / 2 / stored.height,
      w: (right - left) / stored.width,
      h: (bottom - top) / stored.height,
    }
    const [face] = readXmp(packet(list(asLightroom(area))), { ...stored, orientation }).faces
    expect(face?.x).toBeCloseTo(21 / 30, 4)
    expect(face?.y).toBeCloseTo(2 / 20, 4)
    expect(face?.width).toBeCloseTo(6 / 30, 4)
    expect(face?.height).toBeCloseTo(10 / 20, 4)
  })

  it('are used as they are when the regions declare that they refer to the upright picture', () => {
    const applied = '<mwg-rs:AppliedToDimensions stDim:w="2000" stDim:h="3000" stDim:unit="pixel"/>'
    const turned = { ...STORED, orientation: 6 }
    expect(readXmp(packet(applied + list(asLightroom(area))), turned).faces.map(withoutName)).toEqual([face])
  })

  it.each([
    ['no XML at all', 'not xml <<<'],
    ['invalid numbers', packet(list(asLightroom({ x: Number.NaN, y: 0.5, w: 0.1, h: 0.1 })))],
    ['a face without a size', packet(list(asLightroom({ x: 0.5, y: 0.5, w: 0, h: 0.1 })))],
    ['a face outside the picture', packet(list(asLightroom({ x: 3, y: 0.5, w: 0.1, h: 0.1 })))],
    ['an entity that expands', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}">]><a>${'&b;'.repeat(99)}</a>`],
  ])('are none when there is %s', (_name, text) => {
    expect(readXmp(text, STORED)).toEqual({ faces: [], keywords: [] })
  })
})

it("reads the photographer's keywords", () => {
  const subject = '<dc:subject><rdf:Bag><rdf:li>favorite</rdf:li><rdf:li>class 4B</rdf:li></rdf:Bag></dc:subject>'
  expect(readXmp(packet('', subject), STORED).keywords).toEqual(['favorite', 'class 4B'])
})
