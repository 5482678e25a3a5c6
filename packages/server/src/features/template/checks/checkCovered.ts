import type { Box, Layer, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { boxAround, pieceInside } from '@portraitkit/core/template/tilt.ts'
import type { PreparedAsset } from '../assets.ts'
import type { VisibilityFindings } from './checkVisibility.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** Rounding tolerance in millimetres: a smaller visible part counts as none. */
const TOLERANCE = 0.05

/** Slots that another layer covers completely: usually because layers are in a wrong order, or a slot was copied. */
export function checkCovered(
  { parts, trimBox }: TemplateDefinition,
  assets: ReadonlyMap<string, Pick<PreparedAsset, 'isOpaque'>>,
): VisibilityFindings {
  const [problems, warnings]: [TemplateProblem[], TemplateProblem[]] = [[], []]
  const page = { x: 0, y: 0, ...trimBox }
  parts.forEach(({ layers }, part) => {
    layers.forEach((layer, index) => {
      const box = slotBox(layer)
      const seen = box && pieceInside(box, page)
      if (!seen) return
      const path = `parts.${part}.layers.${index}.box`
      const above = layers.flatMap((other, place) =>
        place > index && covers(other, seen, assets)
          ? [{ kind: other.kind, path: `parts.${part}.layers.${place}` }]
          : [],
      )
      const opaque = above.find(({ kind }) => kind !== 'image')
      if (opaque) problems.push({ path, reason: `${opaque.path} covers it completely` })
      else if (above[0])
        warnings.push({ path, reason: `The slot ${above[0].path} covers it: it is visible only around a cut-out` })
    })
  })
  return { problems, warnings }
}

function slotBox(layer: Layer): Box | undefined {
  if (layer.kind === 'image') return boxAround(layer.box, layer.rotation)
  return layer.kind === 'text' || layer.kind === 'month' ? layer.box : undefined
}

/** Whether a layer hides a whole box. Round, tilted and transparent layers are not judged. */
function covers(layer: Layer, seen: Box, assets: ReadonlyMap<string, Pick<PreparedAsset, 'isOpaque'>>): boolean {
  if (layer.kind === 'fill') return !layer.radius && contains(layer.box, seen)
  if (layer.kind === 'image') {
    return !layer.radius && !layer.rotation && layer.mask === undefined && contains(layer.box, seen)
  }
  if (layer.kind !== 'asset' || layer.rotation || (layer.opacity ?? 1) < 1) return false
  return (assets.get(layer.asset)?.isOpaque ?? false) && contains(layer.box, seen)
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x + TOLERANCE &&
    outer.y <= inner.y + TOLERANCE &&
    outer.x + outer.width >= inner.x + inner.width - TOLERANCE &&
    outer.y + outer.height >= inner.y + inner.height - TOLERANCE
  )
}
