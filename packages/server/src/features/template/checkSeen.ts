import type { Box, ImageLayer, Layer, PathLayer, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { GiftView } from '@portraitkit/core/template/gift.ts'
import { rectanglePath } from '@portraitkit/core/template/rectanglePath.ts'
import { boxAround, pieceInside, tiltTransform } from '@portraitkit/core/template/tilt.ts'
import { boxOfFace } from './checkGift.ts'
import { isDrawn, measure, type Seen } from './measure.ts'
import { placedLayers } from './placedLayers.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** Nobody can recognise anything narrower than this, in millimetres. */
const NARROWEST = 1
/** A mask that leaves less of its box was most likely drawn in another place or unit. */
const LEAST_SHARE = 0.1
/** Maximum width in millimetres, as for sheets. */
const WIDEST = 2000
/** Each is drawn on a raster of its own, and a template may have thousands. */
const AT_ONCE = 8

export type Looked = { problems: TemplateProblem[]; remarks: TemplateProblem[] }

/**
 * Finds what would be invisible once a template is printed and cut: slots and masks beside each other or off the page, paths that
 * draw nothing. Layers with other faults are left out.
 */
export async function checkSeen(definition: TemplateDefinition, isWell: (path: string) => boolean): Promise<Looked> {
  const looks = [
    ...placedLayers(definition)
      .filter(({ path }) => isWell(path))
      .map(
        ({ layer, path }) =>
          () =>
            lookAt(definition, layer, path),
      ),
    ...(definition.gift?.views ?? []).map((view, index) => () => lookAtCut(view, `gift.views.${index}`, isWell)),
  ]
  const looked: Looked[] = []
  for (let from = 0; from < looks.length; from += AT_ONCE) {
    looked.push(...(await Promise.all(looks.slice(from, from + AT_ONCE).map((look) => look()))))
  }
  return { problems: looked.flatMap(({ problems }) => problems), remarks: looked.flatMap(({ remarks }) => remarks) }
}

const well: Looked = { problems: [], remarks: [] }
const wrong = (path: string, reason: string): Looked => ({ problems: [{ path, reason }], remarks: [] })

async function lookAt({ trimBox, bleed }: TemplateDefinition, layer: Layer, path: string): Promise<Looked> {
  const page = { x: 0, y: 0, ...trimBox }
  const sheet = { x: -bleed, y: -bleed, width: trimBox.width + 2 * bleed, height: trimBox.height + 2 * bleed }
  if (layer.kind === 'image') return lookAtSlot(layer, path, page)
  if (layer.kind === 'path') return lookAtPath(layer, path, sheet)
  if (layer.kind === 'asset' && layer.opacity === 0) return wrong(`${path}.opacity`, 'Nothing of it is seen')
  if (layer.kind !== 'text' && layer.kind !== 'month') return well
  return pieceInside(layer.box, page) ? well : wrong(`${path}.box`, 'Nothing of it is left after cutting')
}

async function lookAtSlot(slot: ImageLayer, path: string, page: Box): Promise<Looked> {
  const { box, mask, rotation } = slot
  const frame = pieceInside(boxAround(box, rotation), page)
  const whole = frame ? await seenOfBox(slot, frame) : { area: 0, width: 0 }
  if (!frame || whole.width < NARROWEST) return wrong(`${path}.box`, leftOver(whole, 'it', 'after cutting'))
  if (mask === undefined) return well
  const masked = await measure([...shapesOfBox(slot), { d: mask, transform: tiltTransform(box, rotation) }], frame)
  if (masked.width < NARROWEST)
    return wrong(`${path}.mask`, leftOver(masked, 'the picture', 'inside its box and the page'))
  const share = masked.area / (box.width * box.height)
  if (share >= LEAST_SHARE) return well
  const reason = `It shows ${Math.max(1, Math.round(share * 100))} % of its box: most of every picture is cut off`
  return { problems: [], remarks: [{ path: `${path}.mask`, reason }] }
}

function leftOver({ area }: Seen, what: string, where: string): string {
  return `${area === 0 ? 'Nothing' : `Less than ${NARROWEST} mm`} of ${what} is left ${where}`
}

/** The box of an upright slot is the frame itself. */
async function seenOfBox(slot: ImageLayer, frame: Box): Promise<Seen> {
  const shapes = shapesOfBox(slot)
  if (shapes.length > 0) return measure(shapes, frame)
  return { area: frame.width * frame.height, width: Math.min(frame.width, frame.height) }
}

function shapesOfBox({ box, rotation }: ImageLayer) {
  return rotation ? [{ d: rectanglePath(box), transform: tiltTransform(box, rotation) }] : []
}

async function lookAtPath(layer: PathLayer, path: string, sheet: Box): Promise<Looked> {
  const { fill, stroke, strokeWidth, opacity } = layer
  if (fill === undefined && stroke === undefined) {
    return wrong(path, 'It has neither a fill nor a stroke: nothing of it is seen')
  }
  if ((strokeWidth ?? 0) > WIDEST) return wrong(`${path}.strokeWidth`, 'It is wider than any sheet')
  if (fill === undefined && strokeWidth === 0) return wrong(`${path}.strokeWidth`, 'Nothing of it is seen')
  if (opacity === 0) return wrong(`${path}.opacity`, 'Nothing of it is seen')
  const drawn = strokeWidth === 0 ? { ...layer, stroke: undefined } : layer
  return (await isDrawn(drawn, sheet)) ? well : wrong(`${path}.d`, 'Nothing of it is seen on the sheet')
}

/** The design appears in the face of a view's picture, and the picture's outline cuts it there. */
async function lookAtCut(view: GiftView, path: string, isWell: (path: string) => boolean): Promise<Looked> {
  const { cut, size } = view
  if (cut === undefined || !isWell(path)) return well
  const frame = pieceInside(boxOfFace(view.face), { x: 0, y: 0, ...size })
  const { area } = frame ? await measure([{ d: cut }], frame) : { area: 0 }
  return area > 0 ? well : wrong(`${path}.cut`, 'Nothing of the design is left inside it')
}
