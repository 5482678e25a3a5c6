import { type Frame, isCardFrame, isDoubt, type Mark, markOf } from './frame.ts'
import { clockOf } from './shotOrder.ts'

/** How the clock of one camera is beside that of another one, by the cards that both have photographed at one place. */
export type CameraClock = {
  /** Add this to its times to get those of the other camera, in milliseconds. */
  behindMs: number
  /** The least and the most that it can be: a card was photographed while its person was there. */
  range: readonly [number, number]
  /** How many cards say so. */
  cards: number
}

/** A card that a camera photographed, once or several times in a row. */
export type Turn = {
  /** Null if the card is doubtful. */
  holder: string | null
  mark: Mark
  /** Its first photograph: its place in the camera's order, its time, and the time of the photograph before it. */
  at: number
  time: number
  before: number
}

/** Two cameras photograph one card at most this long after each other. */
const SAME_MOMENT_MS = 30_000
/** So many cards must agree, and none may contradict them: otherwise a clock was changed in between. */
const MIN_CARDS = 2
/** So many cards in common, all at different times, show that the cameras were at different places. */
const MIN_APART = 3

/** The cards of a camera that may be compared with another one. */
export type CameraTurns = {
  turns: readonly Turn[]
  /** Its clock was not changed, and each of its cards has a time. */
  isSteady: boolean
  /** How many photographs that may show a card have no time. */
  lostCards: number
}

/** The cards of a camera in their order. */
export function turnsOf(shots: readonly Frame[]): Turn[] {
  const timeOf = clockOf(shots)
  const turns: Turn[] = []
  for (const [at, shot] of shots.entries()) {
    if (!isCardFrame(shot)) continue
    const mark = markOf(shot)
    const holder = isDoubt(mark) ? null : mark.holder
    if (holder !== null && turns.at(-1)?.holder === holder) continue
    const before = at === 0 ? Number.NEGATIVE_INFINITY : timeOf(shots[at - 1] as Frame)
    turns.push({ holder, mark, at, time: timeOf(shot), before })
  }
  return turns
}

/** The turns of holders that both cameras have exactly once, in the order of the second one. */
export function commonTurns(ours: readonly Turn[], theirs: readonly Turn[]): { our: Turn; their: Turn }[] {
  const once = (turns: readonly Turn[]) => {
    const byHolder = Map.groupBy(turns, ({ holder }) => holder)
    return new Map(
      [...byHolder].flatMap(([holder, [first, ...more]]) => (first && more.length === 0 ? [[holder, first]] : [])),
    )
  }
  const [ourOnes, theirOnes] = [once(ours), once(theirs)]
  return theirs.flatMap((their) => {
    const our = their.holder === null || !theirOnes.has(their.holder) ? undefined : ourOnes.get(their.holder)
    return our ? [{ our, their }] : []
  })
}

/**
 * How the clock of a camera is beside that of the reference. `apart` if they were at different places: they have no card in common, or
 * photographed those they have at different times. Null if that cannot be known, for example because a clock was changed in between.
 */
export function compareClocks(reference: CameraTurns, other: CameraTurns): CameraClock | 'apart' | null {
  const [ours, theirs] = [reference.turns, other.turns]
  const [ourHolders, theirHolders] = [holdersOf(ours), holdersOf(theirs)]
  if (theirHolders.isDisjointFrom(ourHolders)) {
    // A camera at a place of its own photographs several cards, more than those that the reference may have failed to read.
    const unread = reference.lostCards + ours.filter(({ mark }) => isDoubt(mark) || mark.card.kind === 'blank').length
    return theirHolders.size >= MIN_CARDS && theirHolders.size > unread ? 'apart' : null
  }
  if (!reference.isSteady || !other.isSteady) return null
  const common = commonTurns(ours, theirs)
  const differences = common.map(({ our, their }) => our.time - their.time).sort((one, other) => one - other)
  const gaps = differences.slice(1).map((each, at) => each - (differences[at] as number))
  if (differences.length >= MIN_APART && gaps.every((gap) => gap > SAME_MOMENT_MS)) return 'apart'
  const spread = (differences.at(-1) ?? 0) - (differences[0] ?? 0)
  if (differences.length < MIN_CARDS || spread > SAME_MOMENT_MS) return null
  const range = common.map(({ our, their }) => {
    const next = ours.find(({ at }) => at > our.at)?.time ?? Number.POSITIVE_INFINITY
    const min = Math.max(our.before, our.time - SAME_MOMENT_MS)
    return [min - their.time, Math.min(next, our.time + SAME_MOMENT_MS) - their.time] as const
  })
  return {
    behindMs: differences[Math.floor(differences.length / 2)] as number,
    range: [Math.max(...range.map(([min]) => min)), Math.min(...range.map(([, max]) => max))],
    cards: differences.length,
  }
}

const holdersOf = (turns: readonly Turn[]) => new Set(turns.flatMap(({ holder }) => holder ?? []))
