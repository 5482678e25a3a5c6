import type { PictureType } from '../jobs/picture.ts'
import type { ImageRules } from './definition.ts'

/** The facts that a rule uses. Width and height are of the upright picture, in pixels. */
export type RulePicture = {
  /** Missing for an uploaded picture: rules on the kinds of delivered pictures do not apply to it. */
  readonly pictureType?: PictureType
  readonly width: number
  readonly height: number
  /** Whether a whole group has it; unknown for an uploaded picture. */
  readonly groupPicture?: boolean
}

/** The reason why a picture is not allowed in a slot. */
export type Refusal =
  | { rule: 'pictureTypes'; allowed: PictureType[]; is: PictureType }
  | { rule: 'groupPicture'; needed: boolean }
  | { rule: 'orientation'; needed: 'portrait' | 'landscape' }
  | { rule: 'minPixels'; needed: number; has: number }

/** The first rule of a slot that a picture breaks; null if it is allowed. A square picture has both orientations. */
export function findRefusal(rules: ImageRules | undefined, picture: RulePicture): Refusal | null {
  if (!rules) return null
  const { pictureTypes, groupPicture, orientation, minPixels } = rules
  const { pictureType, width, height } = picture
  if (pictureTypes && pictureType && !pictureTypes.includes(pictureType)) {
    return { rule: 'pictureTypes', allowed: pictureTypes, is: pictureType }
  }
  if (groupPicture !== undefined && picture.groupPicture === !groupPicture) {
    return { rule: 'groupPicture', needed: groupPicture }
  }
  if ((orientation === 'portrait' && width > height) || (orientation === 'landscape' && height > width)) {
    return { rule: 'orientation', needed: orientation }
  }
  const short = Math.min(width, height)
  return minPixels && short < minPixels ? { rule: 'minPixels', needed: minPixels, has: short } : null
}
