import type { Point } from '@portraitkit/core/geometry.ts'
import type { Box, StoredAsset, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { type GiftFace, type GiftView, picturesOfView } from '@portraitkit/core/template/gift.ts'
import { boxAround } from '@portraitkit/core/template/tilt.ts'
import { faultInPath } from './checkPath.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** The tolerated distortion of width: a difference that nobody sees. */
const STRETCH = 0.03

/** The errors in how a gift is shown, except missing files. */
export function checkGift(
  definition: TemplateDefinition,
  assets: ReadonlyMap<string, { stored: StoredAsset }>,
): TemplateProblem[] {
  const { gift, type } = definition
  if (!gift) return []
  const problems = type === 'PHOTOGIFT' ? [] : [{ path: 'gift', reason: 'Only a PHOTOGIFT is shown as a gift' }]
  return [
    ...problems,
    ...gift.views.flatMap((view, index) => {
      const path = `gift.views.${index}`
      return [
        ...checkPart(definition, view, path),
        ...checkPictures(view, path, assets),
        ...checkCut(view, path),
        ...checkFace(definition, view).map(({ at, reason }) => ({ path: `${path}.face${at}`, reason })),
      ]
    }),
  ]
}

/** The files of a template's gift, with the place of each name. */
export function giftAssets({ gift }: Pick<TemplateDefinition, 'gift'>): Array<{ asset: string; path: string }> {
  return (gift?.views ?? []).flatMap((view, index) =>
    picturesOfView(view).map(({ asset, path }) => ({ asset, path: `gift.views.${index}.${path}` })),
  )
}

function checkPart({ parts }: TemplateDefinition, { part }: GiftView, path: string): TemplateProblem[] {
  const isThere = parts.some(({ id }) => id === part)
  return isThere ? [] : [{ path: `${path}.part`, reason: `There is no part ${part}` }]
}

function checkPictures(
  view: GiftView,
  path: string,
  assets: ReadonlyMap<string, { stored: StoredAsset }>,
): TemplateProblem[] {
  return picturesOfView(view).flatMap(({ asset, path: at }) => {
    const stored = assets.get(asset)?.stored
    if (!stored || hasSameShape(stored.width / stored.height, view.size.width / view.size.height)) return []
    const { width, height } = stored
    return [
      {
        path: `${path}.${at}`,
        reason: `${asset} has ${width} x ${height} pixels, an aspect ratio different from "size"`,
      },
    ]
  })
}

function checkCut({ cut }: GiftView, path: string): TemplateProblem[] {
  const reason = cut === undefined ? null : faultInPath(cut, { isArea: true })
  return reason === null ? [] : [{ path: `${path}.cut`, reason }]
}

type Fault = { at: string; reason: string }

function checkFace({ trimBox }: TemplateDefinition, { face, size }: GiftView): Fault[] {
  const faults: Fault[] = []
  if (face.kind === 'quadrilateral') {
    if (!isConvex(face.corners)) {
      faults.push({ at: '.corners', reason: 'The corners are not in clockwise order from the upper left' })
    } else if (isOutside(boxOfFace(face), size)) faults.push({ at: '.corners', reason: 'It is outside the picture' })
  } else if (isOutside(face.box, size)) faults.push({ at: '.box', reason: 'It is outside the picture' })
  if (face.kind === 'rectangle' && !hasSameShape(face.box.width / face.box.height, trimBox.width / trimBox.height)) {
    faults.push({ at: '.box', reason: 'Its aspect ratio differs from the page: the design would be stretched' })
  }
  if (face.kind === 'cylinder') faults.push(...checkVisibleRange(face))
  return faults
}

function checkVisibleRange({ seen }: Extract<GiftFace, { kind: 'cylinder' }>): Fault[] {
  return seen && seen.from >= seen.to ? [{ at: '.seen', reason: 'It ends before it begins' }] : []
}

function isOutside(box: Box, size: GiftView['size']): boolean {
  return box.x + box.width <= 0 || box.y + box.height <= 0 || box.x >= size.width || box.y >= size.height
}

function hasSameShape(one: number, other: number): boolean {
  return Math.abs(one / other - 1) <= STRETCH
}

/** The upright bounding box of the flat part of a face. */
export function boxOfFace(face: GiftFace): Box {
  if (face.kind === 'rectangle') return boxAround(face.box, face.rotation)
  if (face.kind === 'cylinder') return face.box
  const [across, down] = [face.corners.map(({ x }) => x), face.corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...across), Math.min(...down)]
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y }
}

/** Every corner turns to the right. */
function isConvex(corners: readonly Point[]): boolean {
  return corners.every((corner, index) => {
    const [next, after] = [1, 2].map((step) => corners[(index + step) % 4]) as [Point, Point]
    return (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x) > 0
  })
}
