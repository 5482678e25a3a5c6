import { isDeepStrictEqual } from 'node:util'
import { type ChosenLine, isCatalogueLine, isPackageLine, isPrint, type StoredLine } from './line.ts'

/**
 * What of a line stays in the cart when it was ordered as it was before: pieces that came to it while its payment was under way, or
 * all of it where it has become something else meanwhile. Null: nothing stays.
 */
export function leftOver(line: StoredLine, ordered: ChosenLine): StoredLine | null {
  if (isChanged(line, ordered)) return line
  if (!isPrint(line) && !isCatalogueLine(line)) return null
  const more = line.quantity - ordered.quantity
  return more > 0 ? { ...line, quantity: Math.max(more, ordered.minimumQuantity) } : null
}

function isChanged(line: StoredLine, ordered: ChosenLine): boolean {
  if (isPrint(line) && isPrint(ordered)) {
    const extras = ordered.subProducts.map(({ uuid }) => uuid)
    return line.sceneHash !== ordered.sceneHash || !isDeepStrictEqual(line.subProducts.toSorted(), extras.toSorted())
  }
  if (!isPackageLine(line) || !isPackageLine(ordered)) return false
  const looks = ({ pieces }: typeof line | typeof ordered) =>
    pieces.map(({ uuid, design, subject }) => [uuid, design?.sceneHash, uuidOf(subject)])
  return !isDeepStrictEqual(looks(line), looks(ordered))
}

const uuidOf = (subject: string | { uuid: string } | null) => (typeof subject === 'string' ? subject : subject?.uuid)
