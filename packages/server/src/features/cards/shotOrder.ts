import type { ShotTime } from '../../imaging/codes/shotFacts.ts'

/** A photograph as far as its place in the order of a camera depends on it. */
export type Shot = { file: string; time: ShotTime | null }

/** The photographs of one camera in the order in which they were taken, by its clock and by the numbers of its files. */
export type ShotOrder<S extends Shot> = {
  /** By the clock, or by the names if no file has a time. */
  shots: S[]
  /** By the numbers in the files' names, if they are the camera's: a clock that was changed shows in that they differ. */
  byNumber: S[] | null
  basis: 'clock' | 'names'
  /** Whether the clock never goes back from one number to the next, as far as the names tell. */
  isSteady: boolean
  /** Photographs whose place is unknown: they have no time, or the same as others, and their names say nothing. */
  unplaced: S[]
}

/** A share of steps back in time that a changed clock causes; if there are more, the files were renamed. */
const MAX_STEPS_BACK = 0.1

const NATURAL_ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The order of one camera's photographs. */
export function orderShots<S extends Shot>(camera: readonly S[]): ShotOrder<S> {
  const named = byNumber(camera)
  const timed = camera.filter(({ time }) => time !== null)
  if (timed.length === 0) return { shots: named.shots, byNumber: null, basis: 'names', isSteady: false, unplaced: [] }
  const timeOf = clockOf(timed)
  // Photographs of one moment are in the order of their numbers: sorting keeps it.
  const shots = named.shots.filter(({ time }) => time !== null).sort((one, other) => timeOf(one) - timeOf(other))
  const stepsBack = named.shots.filter((shot, at) => {
    const before = named.shots[at - 1]
    return before?.time && shot.time && timeOf(shot) < timeOf(before)
  }).length
  const isNumbered = named.isNumbered && stepsBack <= Math.max(2, MAX_STEPS_BACK * camera.length)
  if (isNumbered) return { shots, byNumber: named.shots, basis: 'clock', isSteady: stepsBack === 0, unplaced: [] }
  const sameTime = Map.groupBy(shots, timeOf)
  const unplaced = camera.filter((shot) => !shot.time || (sameTime.get(timeOf(shot))?.length ?? 0) > 1)
  return { shots, byNumber: null, basis: 'clock', isSteady: true, unplaced }
}

/** The time of a photograph in milliseconds: in UTC if the camera always says how far it is ahead, otherwise as its clock shows it. */
export function clockOf(shots: readonly Shot[]): (shot: Shot) => number {
  const isUtc = shots.every(({ time }) => !time || time.offset !== null)
  return ({ time }) => (time?.local ?? 0) - (isUtc ? (time?.offset ?? 0) * 60_000 : 0)
}

/** The letters before the number in a file's name, by which cameras differ: `dsc` of `DSC00017.jpg`. Null if it has no number. */
export function counterPrefix(file: string): string | null {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return name.match(/^(\D*)\d{3,}/)?.[1]?.toLowerCase() ?? null
}

type Numbered<S> = { shots: S[]; isNumbered: boolean }

/** By names. A camera counts its files: the words before the number are the same, and after 9999 it starts again. */
function byNumber<S extends Shot>(camera: readonly S[]): Numbered<S> {
  const natural = [...camera].sort((one, other) => NATURAL_ORDER.compare(one.file, other.file))
  const parts = natural.map((shot) => {
    const [, folder = '', word, digits] = shot.file.match(/^(.*\/)?(\D*)(\d{3,8})\.\w+$/) ?? []
    return { shot, folder, word, digits: digits ?? '' }
  })
  const [first] = parts
  const isOneCounter = parts.every(
    ({ word, digits, folder }) =>
      word !== undefined && word === first?.word && digits.length === first.digits.length && folder === first.folder,
  )
  // Several folders of one camera: their names are counted, too.
  if (!isOneCounter)
    return { shots: natural, isNumbered: parts.every(({ word }) => word !== undefined && word === first?.word) }
  const numbers = parts.map(({ digits }) => Number(digits))
  const start = afterWidestGap(numbers, 10 ** (first?.digits.length ?? 1))
  return { shots: [...natural.slice(start), ...natural.slice(0, start)], isNumbered: true }
}

/** Where a counter that starts again after its last number was first: after the widest gap of the circle. */
function afterWidestGap(numbers: readonly number[], size: number): number {
  const gaps = numbers.map((number, at) => {
    const before = at === 0 ? (numbers.at(-1) ?? 0) - size : (numbers[at - 1] ?? 0)
    return number - before
  })
  return Math.max(0, gaps.indexOf(Math.max(...gaps)))
}
