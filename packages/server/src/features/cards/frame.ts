import type { Shot } from './shotOrder.ts'

/** A card that was read in a photograph: a person's, a blank one that is not named yet, or one of another job or shop, or of somebody deleted. */
export type SeenCard =
  | { kind: 'person'; number: number; subject: string }
  | { kind: 'blank'; number: number }
  | { kind: 'foreign' }

/** A photograph with what was found in it. */
export type Frame = Shot & {
  /** Identifies the camera; null for a file that cannot be opened, which may be of any camera that has files in its folder. */
  camera: string | null
  /** The camera does not say which one it is: several may have files in this folder. */
  isAnonymous?: boolean
  cards: readonly SeenCard[]
  /** There is what looks like a card that cannot be read. */
  hasSigns: boolean
  /** How sharp it is, see `sharpnessOf`; null if that is not known. */
  sharpness?: number | null
  /** It is out of focus as a whole, so that a card in it would leave no signs. */
  isOutOfFocus?: boolean
  /** It is not imported, because its format is not read. */
  isUnopened?: boolean
}

/** Why no card names a photograph for certain. */
export type CardDoubt =
  | 'no-card'
  | 'unreadable-card'
  | 'out-of-focus'
  | 'two-cards'
  | 'foreign-card'
  | 'walk-in'
  | 'card-again'
  | 'long-run'
  | 'order'
  | 'no-time'
  | 'other-camera'
  | 'several-cameras'

/** The card that names a photograph. */
export type CardMark = {
  /** The person, or the blank card. */
  holder: string
  card: Exclude<SeenCard, { kind: 'foreign' }>
  /** The photograph of the card. */
  sighting: string
}

/** No card names a photograph: the photographs of the cards that the doubt is about, and the numbers that may be meant. */
export type DoubtMark = { doubt: CardDoubt; evidence: string[]; numbers: number[] }

export type Mark = CardMark | DoubtMark

export const isDoubt = (mark: Mark): mark is DoubtMark => 'doubt' in mark

/** Whether a photograph shows a card, or what may be one. */
export const isCardFrame = ({ cards, hasSigns, isOutOfFocus }: Frame): boolean =>
  cards.length > 0 || hasSigns || isOutOfFocus === true

/** Who is named by a photograph of a card. */
export function markOf({ file, cards, hasSigns, isOutOfFocus }: Frame): Mark {
  const doubt = (reason: CardDoubt): DoubtMark => ({
    doubt: reason,
    evidence: [file],
    numbers: cards.flatMap(numberOf),
  })
  const named = cards.filter((card) => card.kind !== 'foreign')
  const holders = new Set(named.map(holderOf))
  if (holders.size > 1) return doubt('two-cards')
  if (cards.length > named.length) return doubt(named.length > 0 ? 'two-cards' : 'foreign-card')
  const [card] = named
  if (!hasSigns && !card && isOutOfFocus) return doubt('out-of-focus')
  if (hasSigns || !card) return doubt('unreadable-card')
  return { holder: holderOf(card), card, sighting: file }
}

const holderOf = (card: CardMark['card']) => (card.kind === 'person' ? card.subject : `blank ${card.number}`)

export const numberOf = (card: SeenCard): number[] => (card.kind === 'foreign' ? [] : [card.number])

/** Whether two marks name the same holder, or are the same doubt. */
export function isSame(one: Mark, other: Mark): boolean {
  if (isDoubt(one) || isDoubt(other)) return isDoubt(one) && isDoubt(other) && one.doubt === other.doubt
  return one.holder === other.holder
}

/** Two marks that contradict each other, as one doubt. */
export function contradiction(doubt: CardDoubt, ...marks: readonly Mark[]): DoubtMark {
  const evidence = marks.flatMap((mark) => (isDoubt(mark) ? mark.evidence : [mark.sighting]))
  const numbers = marks.flatMap((mark) => (isDoubt(mark) ? mark.numbers : [mark.card.number]))
  return { doubt, evidence: [...new Set(evidence)], numbers: [...new Set(numbers)] }
}
