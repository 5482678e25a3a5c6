import { isOutOfFocus } from '../../imaging/codes/sharpness.ts'
import type { Frame } from './frame.ts'

/**
 * The frames, with those marked that are out of focus as a whole: a card in them would leave no signs. How sharp a camera's photographs
 * are is known from those in which a card was read; without one, nothing of the camera is named by a card anyway.
 */
export function markOutOfFocus(frames: readonly Frame[]): Frame[] {
  const usual = new Map(
    [...Map.groupBy(frames, ({ camera }) => camera)].map(([camera, own]) => [camera, sharpnessOfCards(own)]),
  )
  return frames.map((frame) => {
    const { camera, sharpness } = frame
    const beside = usual.get(camera)
    const isSoft = typeof sharpness === 'number' && beside !== undefined && isOutOfFocus(sharpness, beside)
    return isSoft && frame.cards.length === 0 ? { ...frame, isOutOfFocus: true } : frame
  })
}

/** The median of the frames with cards. */
function sharpnessOfCards(frames: readonly Frame[]): number | undefined {
  const known = frames.flatMap(({ cards, sharpness }) => (cards.length > 0 ? (sharpness ?? []) : []))
  return known.sort((one, other) => one - other)[Math.floor(known.length / 2)]
}
