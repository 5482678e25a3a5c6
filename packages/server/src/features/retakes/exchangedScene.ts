import type { PictureNode, Scene } from '@portraitkit/core/template/scene.ts'
import type { AppliedRetake } from '../orders/collection.ts'

type ScenePicture = NonNullable<PictureNode['picture']>

/** A picture that replaces another one, as it is after the rotation that its file says. */
export type Replacement = {
  uuid: string
  /** Which of its files it has now; missing for the one with which it was imported. */
  version?: string
  width: number
  height: number
  /** The default background of a cut-out, null for white; missing if it is none. */
  background?: string | null
}

/** Pictures of the same shape are framed alike: a difference of a few pixels does not count. */
const SAME_SHAPE = 0.01

/** What the new pictures of a print look like: as some of its scenes show them already, else as the customer may see them, by uuid. */
export type NewPictures = { replacements: ReadonlyMap<string, Replacement>; scenes: readonly Scene[] }

/**
 * A scene with the pictures of some retakes, of which a later one replaces what the earlier ones have replaced, too. A new picture of the same
 * shape as the first one keeps rotation and crop; of another shape the middle is shown. Texts and everything else stay as they are. Pictures of
 * which nothing is known are not replaced. Returns the same scene if it shows none of them, and those of the retakes that replace something.
 */
export function exchangedScene(
  first: Scene,
  retakes: readonly AppliedRetake[],
  { replacements, scenes }: NewPictures,
): { scene: Scene; applied: AppliedRetake[] } {
  const applied = new Set<AppliedRetake>()
  let isChanged = false
  const parts = first.parts.map((part, partIndex) => ({
    ...part,
    nodes: part.nodes.map((node, nodeIndex) => {
      const before = node.kind === 'picture' ? node.picture : null
      if (node.kind !== 'picture' || !before) return node
      const looks = (uuid: string): ScenePicture | null => {
        if (uuid === before.uuid) return before
        const frozen = scenes.flatMap((scene) => pictureAt(scene, partIndex, nodeIndex) ?? [])
        const replacement = replacements.get(uuid)
        const known = frozen.findLast((each) => each.uuid === uuid)
        return known ?? (replacement ? replacePicture(before, replacement) : null)
      }
      const history = [before]
      for (const retake of retakes) {
        const after = nextPicture(history, retake)
        const picture = after === undefined ? null : looks(after)
        if (!picture) continue
        history.push(picture)
        applied.add(retake)
      }
      const picture = history.at(-1) as ScenePicture
      if (picture.uuid === before.uuid) return node
      isChanged = true
      return { ...node, picture }
    }),
  }))
  return { scene: isChanged ? { ...first, parts } : first, applied: retakes.filter((retake) => applied.has(retake)) }
}

/** By what a retake replaces the picture of a frame that has shown these, the latest last. */
function nextPicture(history: readonly ScenePicture[], { pictures }: AppliedRetake): string | undefined {
  for (const { uuid } of history.toReversed()) {
    const pair = pictures.find(({ before }) => before === uuid)
    if (pair) return pair.after
  }
  return undefined
}

function pictureAt(scene: Scene, part: number, at: number): ScenePicture | null {
  const node = scene.parts[part]?.nodes[at]
  return node?.kind === 'picture' ? node.picture : null
}

/** The frames that show another picture in a second version of a scene: what each shows in both. */
export function changedPictures(one: Scene, other: Scene): Array<{ before: string; after: string }> {
  return one.parts.flatMap(({ nodes }, part) =>
    nodes.flatMap((_, at) => {
      const [before, after] = [pictureAt(one, part, at)?.uuid, pictureAt(other, part, at)?.uuid]
      return before !== undefined && after !== undefined && before !== after ? [{ before, after }] : []
    }),
  )
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
