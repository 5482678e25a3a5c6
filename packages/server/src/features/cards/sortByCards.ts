import { type CameraClock, type CameraTurns, compareClocks, turnsOf } from './cameraClocks.ts'
import { compareCameras } from './compareCameras.ts'
import {
  type CardDoubt,
  contradiction,
  type Frame,
  isCardFrame,
  isDoubt,
  type Mark,
  markOf,
  numberOf,
} from './frame.ts'
import { markShots } from './markShots.ts'
import { markOutOfFocus } from './outOfFocus.ts'
import { counterPrefix, orderShots, type ShotOrder } from './shotOrder.ts'

/** A photograph that a card names. */
export type CardAssignment = {
  file: string
  reason: 'qr-card'
  /** The uuid of the person whose card it is. */
  subject: string
  number: number
  /** The photograph of the card. */
  card: string
}

/** A photograph that no card names for certain: a person decides, by the evidence. */
export type CardException = {
  file: string
  reason: CardDoubt
  /** The photographs of the cards that the doubt is about. */
  evidence: string[]
  /** The numbers of the cards that may be meant. */
  numbers: number[]
}

/** A photograph of a card: it is not shown to families. */
export type CardFrame = {
  file: string
  kind: 'person' | 'blank' | 'foreign' | 'two' | 'unreadable' | 'out-of-focus'
  numbers: number[]
  /** How many photographs it names. */
  names: number
}

/** A camera, as the report describes it. */
export type CameraSummary = {
  camera: string
  frames: number
  cards: number
  basis: 'clock' | 'names'
  /** Its clock beside that of the camera with most cards, if both have photographed the same ones at the same times. */
  clock: CameraClock | null
}

export type SortedFrames = {
  assignments: CardAssignment[]
  exceptions: CardException[]
  cardFrames: CardFrame[]
  /** The one with most cards first. */
  cameras: CameraSummary[]
  /** A card with more photographs than this is doubtful; null if there are too few cards to say. */
  maxRun: number | null
}

export type SortOptions = {
  /** The most photographs that one card can name; by default nearly twice as many as the usual card names. */
  maxFrames?: number | undefined
  /** A card that is photographed again after another one names what follows: the person came back. */
  allowReturns?: boolean | undefined
}

/**
 * Whose photographs these are, by the cards in them: a card names what the camera takes after it, until the next card. What is ambiguous
 * is an exception with its evidence, never a guess. A photograph with a card is neither.
 */
export function sortByCards(
  shots: readonly Frame[],
  { maxFrames, allowReturns = false }: SortOptions = {},
): SortedFrames {
  const frames = markOutOfFocus(shots)
  const cameras = camerasOf(frames)
  const marks = new Map(cameras.flatMap(markCamera))
  const clocks = compareAll(marks, cameras)
  const maxRun = doubtLongRuns(marks, frames, maxFrames)
  if (!allowReturns)
    doubtReturns(
      marks,
      cameras.map(({ order }) => order.shots),
    )
  return {
    ...resultOf(frames, marks),
    cameras: cameras.map(({ camera, own, cards, order }) => ({
      camera,
      frames: own.length,
      cards: cards - own.filter((frame) => frame.isOutOfFocus).length,
      basis: order.basis,
      clock: clocks.get(camera) ?? null,
    })),
    maxRun,
  }
}

/** The photographs of a camera; files that may be of it are in its order, too. */
type OrderedCamera = {
  camera: string
  own: readonly Frame[]
  cards: number
  order: ShotOrder<Frame>
  lostCards: number
  /** Its files may be those of several cameras. */
  isMixed: boolean
}

/** The camera with most cards first. */
function camerasOf(frames: readonly Frame[]): OrderedCamera[] {
  const strays = frames.filter(({ camera }) => camera === null)
  const known = Map.groupBy(
    frames.filter(({ camera }) => camera !== null),
    ({ camera }) => camera as string,
  )
  return [...known]
    .map(([camera, own]) => {
      const all = [...own, ...strays.filter((stray) => mayBeOf(stray, own, frames))]
      const cards = all.filter(isCardFrame)
      const lostCards = cards.filter(({ time }) => !time).length
      return { camera, own, cards: cards.length, order: orderShots(all), lostCards, isMixed: isMixed(own) }
    })
    .sort((one, other) => other.cards - one.cards)
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)

/** Whether a file without a camera may be of this one: it has files in the same folder, counted alike if any there are. */
function mayBeOf(stray: Frame, own: readonly Frame[], frames: readonly Frame[]): boolean {
  const [folder, prefix] = [folderOf(stray.file), counterPrefix(stray.file)]
  const isBeside = ({ file, camera }: Frame) => camera !== null && folderOf(file) === folder
  const isAlike = (frame: Frame) => isBeside(frame) && counterPrefix(frame.file) === prefix
  return own.some(frames.some(isAlike) ? isAlike : isBeside)
}

/** Cameras that do not say which one they are differ by how they count their files. */
function isMixed(own: readonly Frame[]): boolean {
  const prefixes = own.map(({ file }) => counterPrefix(file)).filter((prefix) => prefix !== null)
  return own.some(({ isAnonymous }) => isAnonymous) && new Set(prefixes).size > 1
}

function markCamera({ order, isMixed }: OrderedCamera): [string, Mark][] {
  const marks = [...markShots(order)]
  return isMixed ? marks.map(([file, mark]) => [file, contradiction('several-cameras', mark)]) : marks
}

/** Compares the cameras with each other, and corrects their marks. Returns the clocks that could be compared with the first one's. */
function compareAll(marks: Map<string, Mark>, cameras: readonly OrderedCamera[]): Map<string, CameraClock> {
  const clocks = new Map<string, CameraClock>()
  const ownMarks = new Map(marks)
  const withTurns = cameras.map(({ camera, order, lostCards, isMixed }) => {
    const turns = turnsOf(order.shots)
    const comparable: CameraTurns = { turns, isSteady: order.isSteady && lostCards === 0 && !isMixed, lostCards }
    return { camera, shots: order.shots, turns, comparable }
  })
  for (const [at, reference] of withTurns.entries()) {
    for (const other of withTurns.slice(at + 1)) {
      const clock = compareClocks(reference.comparable, other.comparable)
      if (at === 0 && clock && clock !== 'apart') clocks.set(other.camera, clock)
      compareCameras(marks, { reference, other, clock, ownMarks })
    }
  }
  return clocks
}

/** So many cards show how many photographs are usual. */
const MIN_RUNS = 5

/** A card that was missed leaves its photographs to the card before it, which then has about twice as many as others. */
function doubtLongRuns(
  marks: Map<string, Mark>,
  frames: readonly Frame[],
  maxFrames: number | undefined,
): number | null {
  // What two cameras took after one card are two runs.
  const runs = Map.groupBy(frames, ({ file, camera }) => {
    const mark = marks.get(file)
    return !mark || isDoubt(mark) ? null : `${mark.sighting} ${camera}`
  })
  runs.delete(null)
  const lengths = [...runs.values()].map(({ length }) => length).sort((one, other) => one - other)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0
  const maxRun = maxFrames ?? (lengths.length >= MIN_RUNS ? Math.max(2 * usual - 1, usual + 2) : null)
  if (maxRun === null) return null
  for (const run of runs.values()) {
    if (run.length <= maxRun) continue
    for (const { file } of run) marks.set(file, contradiction('long-run', marks.get(file) as Mark))
  }
  return maxRun
}

/** Whoever holds a card again after somebody else held another one may have come back, or hold the wrong card. */
function doubtReturns(marks: Map<string, Mark>, cameras: readonly (readonly Frame[])[]): void {
  for (const shots of cameras) {
    const sightings = shots.flatMap((shot) => {
      const mark = isCardFrame(shot) ? markOf(shot) : null
      return mark && !isDoubt(mark) ? [mark] : []
    })
    const turns = sightings.filter(({ holder }, at) => sightings[at - 1]?.holder !== holder)
    for (const [holder, { length }] of Map.groupBy(turns, (turn) => turn.holder)) {
      if (length === 1) continue
      const seen = sightings.filter((sighting) => sighting.holder === holder)
      for (const [file, mark] of marks) {
        if (!isDoubt(mark) && mark.holder === holder) marks.set(file, contradiction('card-again', mark, ...seen))
      }
    }
  }
}

function resultOf(
  frames: readonly Frame[],
  marks: ReadonlyMap<string, Mark>,
): Pick<SortedFrames, 'assignments' | 'exceptions' | 'cardFrames'> {
  const result = {
    assignments: [] as CardAssignment[],
    exceptions: [] as CardException[],
    cardFrames: [] as CardFrame[],
  }
  for (const { file } of frames.filter((frame) => !isCardFrame(frame))) {
    const mark = marks.get(file) ?? contradiction('no-time')
    if (isDoubt(mark)) {
      const { doubt: reason, evidence, numbers } = mark
      result.exceptions.push({ file, reason, evidence, numbers })
    } else if (mark.card.kind === 'blank') {
      result.exceptions.push({ file, reason: 'walk-in', evidence: [mark.sighting], numbers: [mark.card.number] })
    } else {
      const { subject, number } = mark.card
      result.assignments.push({ file, reason: 'qr-card', subject, number, card: mark.sighting })
    }
  }
  const named = Map.groupBy(result.assignments, ({ card }) => card)
  for (const frame of frames.filter((each) => isCardFrame(each) && !each.isUnopened)) {
    const names = named.get(frame.file)?.length ?? 0
    const numbers = frame.cards.flatMap(numberOf).sort((one, other) => one - other)
    result.cardFrames.push({ file: frame.file, kind: kindOf(frame), numbers, names })
  }
  return result
}

function kindOf(frame: Frame): CardFrame['kind'] {
  const mark = markOf(frame)
  if (!isDoubt(mark)) return mark.card.kind
  const { doubt } = mark
  if (doubt === 'out-of-focus') return doubt
  return doubt === 'two-cards' ? 'two' : doubt === 'foreign-card' ? 'foreign' : 'unreadable'
}
