import type { PictureNode, Scene } from '@portraitkit/core/template/scene.ts'

type ScenePicture = NonNullable<PictureNode['picture']>

/** A picture that replaces another one, as it is after the rotation that its file says. */
export type Replacement = {
  uuid: string
  width: number
  height: number
  /** The default background of a cut-out, null for white; missing if it is none. */
  background?: string | null
}

/** Pictures of the same shape are framed alike: a difference of a few pixels does not count. */
const SAME_SHAPE = 0.01

/**
 * A scene with some pictures replaced. One of the same shape keeps rotation and crop; of another shape the middle is shown. Texts and
 * everything else stay as they are. Returns the same scene if it shows none of them.
 * @param replacements by the uuid of the picture that each replaces
 */
export function exchangedScene(scene: Scene, replacements: ReadonlyMap<string, Replacement>): Scene {
  let isChanged = false
  const parts = scene.parts.map((part) => ({
    ...part,
    nodes: part.nodes.map((node) => {
      const replacement = node.kind === 'picture' && node.picture ? replacements.get(node.picture.uuid) : undefined
      if (node.kind !== 'picture' || !node.picture || !replacement) return node
      isChanged = true
      return { ...node, picture: replacePicture(node.picture, replacement) }
    }),
  }))
  return isChanged ? { ...scene, parts } : scene
}

function replacePicture(before: ScenePicture, { background, ...after }: Replacement): ScenePicture {
  const { effect } = before
  const behind = background === undefined ? {} : backgroundOf(before.background ?? background)
  const isSameShape = Math.abs((after.width / after.height) * (before.height / before.width) - 1) < SAME_SHAPE
  if (!isSameShape) return { ...after, rotation: 0, effect, ...behind, crop: middleOf(after, before.crop) }
  const isTurned = before.rotation === 90 || before.rotation === 270
  const [across, down] = isTurned ? [after.height, after.width] : [after.width, after.height]
  const [beforeAcross, beforeDown] = isTurned ? [before.height, before.width] : [before.width, before.height]
  const { x, y, width, height } = before.crop
  const crop = {
    x: (x * across) / beforeAcross,
    y: (y * down) / beforeDown,
    width: (width * across) / beforeAcross,
    height: (height * down) / beforeDown,
  }
  return { ...after, rotation: before.rotation, effect, ...behind, crop }
}

const backgroundOf = (background: string | null) => (background === null ? {} : { background })

/** The largest part of the shape of a crop, in the middle. */
function middleOf(picture: { width: number; height: number }, crop: ScenePicture['crop']): ScenePicture['crop'] {
  const scale = Math.min(picture.width / crop.width, picture.height / crop.height)
  const [width, height] = [crop.width * scale, crop.height * scale]
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}
