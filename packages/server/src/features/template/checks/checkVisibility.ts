import type { Box, ImageLayer, Layer, PathLayer, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { GiftView } from '@portraitkit/core/template/gift.ts'
import { rectanglePath } from '@portraitkit/core/template/rectanglePath.ts'
import { boxAround, pieceInside, tiltTransform } from '@portraitkit/core/template/tilt.ts'
import { placedLayers } from '../placedLayers.ts'
import { boxOfFace } from './checkGift.ts'
import { isDrawn, measureVisible, type VisibleArea } from './measureVisible.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** The minimum recognisable width, in millimetres. */
const MIN_VISIBLE_WIDTH = 1
/** A mask that leaves less of its box was most likely drawn in a different place or unit. */
const MIN_MASK_SHARE = 0.1
/** Maximum width in millimetres, as for sheets. */
const MAX_WIDTH = 2000
/** Each is drawn on its own raster, and a template may have thousands. */
const CONCURRENCY = 8

export type VisibilityFindings = { problems: TemplateProblem[]; warnings: TemplateProblem[] }

/**
 * Finds what would be invisible once a template is printed and cut: slots and masks that do not overlap or are off the page,
 * paths that draw nothing. Layers with other errors are left out.
 */
export async function checkVisibility(
  definition: TemplateDefinition,
  hasValidShape: (path: string) => boolean,
): Promise<VisibilityFindings> {
  const looks = [
    ...placedLayers(definition)
      .filter(({ path }) => hasValidShape(path))
      .map(
        ({ layer, path }) =>
          () =>
            inspectLayer(definition, layer, path),
      ),
    ...(definition.gift?.views ?? []).map(
      (view, index) => () => inspectCut(view, `gift.views.${index}`, hasValidShape),
    ),
  ]
  const looked: VisibilityFindings[] = []
  for (let from = 0; from < looks.length; from += CONCURRENCY) {
    looked.push(...(await Promise.all(looks.slice(from, from + CONCURRENCY).map((look) => look()))))
  }
  return { problems: looked.flatMap(({ problems }) => problems), warnings: looked.flatMap(({ warnings }) => warnings) }
}

const NO_FINDINGS: VisibilityFindings = { problems: [], warnings: [] }
const problemAt = (path: string, reason: string): VisibilityFindings => ({ problems: [{ path, reason }], warnings: [] })

async function inspectLayer(
  { trimBox, bleed }: TemplateDefinition,
  layer: Layer,
  path: string,
): Promise<VisibilityFindings> {
  const page = { x: 0, y: 0, ...trimBox }
  const sheet = { x: -bleed, y: -bleed, width: trimBox.width + 2 * bleed, height: trimBox.height + 2 * bleed }
  if (layer.kind === 'image') return inspectSlot(layer, path, page)
  if (layer.kind === 'path') return inspectPath(layer, path, sheet)
  if (layer.kind === 'asset' && layer.opacity === 0) return problemAt(`${path}.opacity`, 'It is invisible')
  if (layer.kind !== 'text' && layer.kind !== 'month') return NO_FINDINGS
  return pieceInside(layer.box, page) ? NO_FINDINGS : problemAt(`${path}.box`, 'None of it is left after trimming')
}

async function inspectSlot(slot: ImageLayer, path: string, page: Box): Promise<VisibilityFindings> {
  const { box, mask, rotation } = slot
  const frame = pieceInside(boxAround(box, rotation), page)
  const whole = frame ? await visibleShapes(slot, frame) : { area: 0, width: 0 }
  if (!frame || whole.width < MIN_VISIBLE_WIDTH)
    return problemAt(`${path}.box`, checkRemainder(whole, 'it', 'after trimming'))
  if (mask === undefined) return NO_FINDINGS
  const masked = await measureVisible(
    [...shapesOfBox(slot), { d: mask, transform: tiltTransform(box, rotation) }],
    frame,
  )
  if (masked.width < MIN_VISIBLE_WIDTH)
    return problemAt(`${path}.mask`, checkRemainder(masked, 'the picture', 'inside its box and the page'))
  const share = masked.area / (box.width * box.height)
  if (share >= MIN_MASK_SHARE) return NO_FINDINGS
  const reason = `It shows ${Math.max(1, Math.round(share * 100))} % of its box: most of each picture is hidden`
  return { problems: [], warnings: [{ path: `${path}.mask`, reason }] }
}

function checkRemainder({ area }: VisibleArea, what: string, where: string): string {
  return `${area === 0 ? 'None' : `Less than ${MIN_VISIBLE_WIDTH} mm`} of ${what} is left ${where}`
}

/** The box of an upright slot is the frame itself. */
async function visibleShapes(slot: ImageLayer, frame: Box): Promise<VisibleArea> {
  const shapes = shapesOfBox(slot)
  if (shapes.length > 0) return measureVisible(shapes, frame)
  return { area: frame.width * frame.height, width: Math.min(frame.width, frame.height) }
}

function shapesOfBox({ box, rotation }: ImageLayer) {
  return rotation ? [{ d: rectanglePath(box), transform: tiltTransform(box, rotation) }] : []
}

async function inspectPath(layer: PathLayer, path: string, sheet: Box): Promise<VisibilityFindings> {
  const { fill, stroke, strokeWidth, opacity } = layer
  if (fill === undefined && stroke === undefined) {
    return problemAt(path, 'It is invisible: it has neither a fill nor a stroke')
  }
  if ((strokeWidth ?? 0) > MAX_WIDTH) return problemAt(`${path}.strokeWidth`, 'It is wider than any sheet')
  if (fill === undefined && strokeWidth === 0) return problemAt(`${path}.strokeWidth`, 'It is invisible')
  if (opacity === 0) return problemAt(`${path}.opacity`, 'It is invisible')
  const drawn = strokeWidth === 0 ? { ...layer, stroke: undefined } : layer
  return (await isDrawn(drawn, sheet)) ? NO_FINDINGS : problemAt(`${path}.d`, 'None of it is visible on the sheet')
}

/** The design appears in the face of a view's picture, and the picture's outline cuts it there. */
async function inspectCut(
  view: GiftView,
  path: string,
  hasValidShape: (path: string) => boolean,
): Promise<VisibilityFindings> {
  const { cut, size } = view
  if (cut === undefined || !hasValidShape(path)) return NO_FINDINGS
  const frame = pieceInside(boxOfFace(view.face), { x: 0, y: 0, ...size })
  const { area } = frame ? await measureVisible([{ d: cut }], frame) : { area: 0 }
  return area > 0 ? NO_FINDINGS : problemAt(`${path}.cut`, 'None of the design is left inside it')
}
