import {
  type CardDoubt,
  contradiction,
  type DoubtMark,
  type Frame,
  isCardFrame,
  isSame,
  type Mark,
  markOf,
} from './frame.ts'
import type { ShotOrder } from './shotOrder.ts'

/**
 * What names each photograph of one camera, by file: the last card before it. Where the order by the clock and the order by the files'
 * numbers give different cards, neither is trusted.
 */
export function markShots({ shots, byNumber, unplaced }: ShotOrder<Frame>): Map<string, Mark> {
  const lostCard = unplaced.find((shot) => !shot.time && isCardFrame(shot))
  const marks = walk(shots, unplaced)
  const numbered = byNumber && walk(byNumber, [])
  for (const shot of byNumber ?? [...shots, ...unplaced]) {
    if (isCardFrame(shot)) continue
    const own = marks.get(shot.file) ?? doubt('no-time')
    const other = numbered?.get(shot.file)
    // A card whose place is unknown may belong before any of the photographs.
    if (lostCard) marks.set(shot.file, contradiction('no-time', own, markOf(lostCard)))
    else
      marks.set(
        shot.file,
        other && !isSame(own, other) ? contradiction(shot.time ? 'order' : 'no-time', own, other) : own,
      )
  }
  return marks
}

const doubt = (reason: CardDoubt): DoubtMark => ({ doubt: reason, evidence: [], numbers: [] })

function walk(shots: readonly Frame[], unplaced: readonly Frame[]): Map<string, Mark> {
  const lost = new Set(unplaced)
  const marks = new Map<string, Mark>()
  let current: Mark = doubt('no-card')
  for (const shot of shots) {
    const isLost = lost.has(shot)
    if (isCardFrame(shot)) current = isLost ? contradiction('order', markOf(shot)) : markOf(shot)
    else marks.set(shot.file, isLost ? contradiction('order', current) : current)
  }
  return marks
}
