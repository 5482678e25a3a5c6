import { type CameraClock, commonTurns, type Turn } from './cameraClocks.ts'
import { contradiction, type Frame, isCardFrame, isDoubt, isSame, type Mark } from './frame.ts'
import { clockOf } from './shotOrder.ts'

/** The photographs of a camera in their order, and the cards among them. */
export type CameraShots = { shots: readonly Frame[]; turns: readonly Turn[] }

/** The camera with more cards, the other one, how their clocks compare, and what each camera's own cards name. */
type Cameras = {
  reference: CameraShots
  other: CameraShots
  clock: CameraClock | 'apart' | null
  ownMarks: ReadonlyMap<string, Mark>
}

/**
 * Corrects the marks of two cameras by each other. Between two common cards, in the order of each, one may have left out cards of the
 * other: what the other camera took is then named by the reference's card if the clocks leave no doubt. The rest is doubtful, and so is
 * everything of a camera whose clock cannot be compared.
 */
export function compareCameras(marks: Map<string, Mark>, { reference, other, clock, ownMarks }: Cameras): void {
  if (clock === 'apart') return
  const doubt = (shots: readonly Frame[], ...cards: readonly Mark[]) => {
    for (const { file } of shots) {
      const own = marks.get(file)
      if (own && !isDoubt(own)) marks.set(file, contradiction('other-camera', own, ...cards))
    }
  }
  if (!clock) {
    doubt(other.shots)
    // What may be of a card counts against the camera that is trusted: it may have fewer of them.
    const certain = reference.turns.filter(({ holder }) => holder !== null).length
    if (other.turns.length > certain) doubt(reference.shots)
    return
  }
  for (const { ours, theirs, skipped, strangers, isEnd } of stretchesOf(reference, other)) {
    const left = skipped.map(({ mark }) => mark)
    if (strangers.length > 0) doubt(ours, ...strangers.map(({ mark }) => mark))
    if (skipped.length === 0) continue
    if (strangers.length > 0 || isEnd) doubt(theirs, ...left)
    else nameByClock(marks, { clock, shots: theirs, timeOf: clockOf(other.shots), skipped, ownMarks })
  }
}

/** What both took between two common cards. */
type Stretch = {
  ours: readonly Frame[]
  theirs: readonly Frame[]
  /** The cards of the reference that the other camera did not photograph, and the other way round. */
  skipped: readonly Turn[]
  strangers: readonly Turn[]
  /** Nothing common follows, or the order of the common cards differs: nothing shows that the clocks still agree. */
  isEnd: boolean
}

function stretchesOf(reference: CameraShots, other: CameraShots): Stretch[] {
  const common = commonTurns(reference.turns, other.turns)
  return [undefined, ...common].map((from, index) => {
    const to = common[index]
    const [ourFrom, ourTo] = [from?.our.at ?? -1, to?.our.at ?? Number.POSITIVE_INFINITY]
    const isMixed = ourTo <= ourFrom
    const [first, last] = isMixed ? [ourTo, ourFrom] : [ourFrom, ourTo]
    const [theirFrom, theirTo] = [from?.their.at ?? -1, to?.their.at ?? Number.POSITIVE_INFINITY]
    const between = (turns: readonly Turn[], min: number, max: number) => turns.filter(({ at }) => at > min && at < max)
    return {
      ours: reference.shots.slice(Math.max(0, first), last),
      theirs: other.shots.slice(Math.max(0, theirFrom), theirTo),
      skipped: isMixed ? reference.turns : between(reference.turns, first, last),
      strangers: between(other.turns, theirFrom, theirTo),
      isEnd: !from || !to || isMixed,
    }
  })
}

type NamedByClock = {
  clock: CameraClock
  shots: readonly Frame[]
  timeOf: (shot: Frame) => number
  skipped: readonly Turn[]
  ownMarks: ReadonlyMap<string, Mark>
}

/**
 * Each photograph belongs to the last card before it, if that is the same for every way in which the clocks may compare, and if no third
 * camera has named it otherwise.
 */
function nameByClock(marks: Map<string, Mark>, { clock, shots, timeOf, skipped, ownMarks }: NamedByClock): void {
  const [min, max] = clock.range
  for (const shot of shots) {
    const own = marks.get(shot.file)
    if (isCardFrame(shot) || !own || isDoubt(own)) continue
    const time = timeOf(shot)
    const earliest = skipped.findLast((turn) => turn.time < time + min)
    const latest = skipped.findLast((turn) => turn.before < time + max)
    const isNamedByThird = own !== ownMarks.get(shot.file)
    if (earliest !== latest || (latest && isNamedByThird && !isSame(own, latest.mark)))
      marks.set(shot.file, contradiction('other-camera', own, ...skipped.map(({ mark }) => mark)))
    else if (latest) marks.set(shot.file, latest.mark)
  }
}
