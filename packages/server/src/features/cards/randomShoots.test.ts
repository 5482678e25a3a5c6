import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame, SeenCard } from './frame.ts'
import { sortByCards } from './sortByCards.ts'

/**
 * Random shoots with the faults of real ones. The model is what happened: it contains nothing of the rules that are tested, only who
 * stood in front of the camera at each photograph.
 */

const long = process.env.PROOFS === 'long'

const FAULTS = [
  'none',
  'unreadable',
  'damaged',
  'foreign',
  'two',
  'twice',
  'blank',
  'shirt',
  'blurred',
  'soft',
] as const

const visit = fc.record({
  photographs: fc.integer({ min: 0, max: 5 }),
  fault: fc.oneof({ weight: 6, arbitrary: fc.constant('none' as const) }, fc.constantFrom(...FAULTS)),
  /** The second photographer photographs the card, too. */
  isSeenTwice: fc.boolean(),
  second: fc.integer({ min: 0, max: 3 }),
})

const shoot = fc.record({
  visits: fc.array(visit, { minLength: 1, maxLength: 14 }),
  /** Somebody comes back at the end. */
  returning: fc.option(fc.nat(13), { nil: null, freq: 3 }),
  /** `three`: two at the same place, and one at another. */
  cameras: fc.constantFrom('one', 'same place', 'two places', 'three'),
  /** How far the second clock is ahead, in seconds. */
  ahead: fc.integer({ min: -100_000, max: 100_000 }),
  /** The first clock is set back, after this many photographs. */
  reset: fc.option(fc.record({ after: fc.nat(40), seconds: fc.integer({ min: 1, max: 400 }) }), { nil: null, freq: 3 }),
  firstNumber: fc.integer({ min: 1, max: 9999 }),
  resolution: fc.constantFrom(1, 1000),
  allowReturns: fc.boolean(),
  seed: fc.nat(),
})
type Shoot = typeof shoot extends fc.Arbitrary<infer S> ? S : never

/** A photograph with who is in it; null for one of a card. */
type Shot = { frame: Frame; truth: string | null }

const personCard = (person: number): SeenCard => ({ kind: 'person', number: person + 1, subject: `person ${person}` })

type Camera = 'one' | 'two' | 'three'
const PREFIXES: Record<Camera, string> = { one: 'IMG_', two: 'DSC', three: 'P' }

/** What each camera takes, in the order in which it happened. */
function takeShoot({ visits, returning, cameras, ahead, reset, firstNumber, resolution }: Shoot): Shot[] {
  const shots: Shot[] = []
  const counts = { one: 0, two: 0, three: 0 }
  let now = Date.UTC(2026, 8, 1, 8)
  const take = (camera: Camera, truth: string | null, found: Partial<Frame> = {}) => {
    now += 1000 + 700 * (shots.length % 7)
    const count = counts[camera]++
    const isReset = camera === 'one' && reset !== null && count >= reset.after
    const clock = now + (camera === 'one' ? 0 : ahead * 1000) - (isReset ? reset.seconds * 1000 : 0)
    const local = Math.floor(clock / resolution) * resolution
    const number = ((firstNumber + count - 1) % 9999) + 1
    const file = `${camera}/${PREFIXES[camera]}${String(number).padStart(4, '0')}.jpg`
    shots.push({
      frame: { file, time: { local, offset: null }, camera, cards: [], hasSigns: false, sharpness: 0.48, ...found },
      truth,
    })
  }
  const present = (camera: Camera, person: number, fault: (typeof FAULTS)[number]) => {
    const cards = [personCard(person)]
    if (fault === 'unreadable') take(camera, null, { hasSigns: true })
    else if (fault === 'blurred') take(camera, null, { sharpness: 0.2 })
    else if (fault === 'damaged') take(camera, null, { hasSigns: true, time: null, camera: null })
    else if (fault === 'foreign') take(camera, null, { cards: [{ kind: 'foreign' }] })
    else if (fault === 'two') take(camera, null, { cards: [...cards, personCard(person + 1)] })
    else if (fault === 'blank') take(camera, null, { cards: [{ kind: 'blank', number: 500 + person }] })
    else take(camera, null, { cards })
    if (fault === 'twice') take(camera, null, { cards })
  }
  const order = [
    ...visits.entries(),
    ...(returning === null ? [] : [...visits.entries()].slice(returning, returning + 1)),
  ]
  for (const [person, { photographs, fault, isSeenTwice, second }] of order) {
    const place = cameras === 'two places' && person % 2 === 1 ? 'two' : 'one'
    const isAtOne = cameras === 'same place' || (cameras === 'three' && person % 2 === 0)
    const truth = `person ${person}`
    const camera = cameras === 'three' && !isAtOne ? 'three' : place
    present(camera, person, fault)
    if (isAtOne && isSeenTwice) present('two', person, 'none')
    for (let at = 0; at < photographs; at++) {
      const isSecond = at === 1
      take(camera, truth, {
        hasSigns: fault === 'shirt' && isSecond,
        sharpness: fault === 'soft' && isSecond ? 0.25 : 0.47,
      })
    }
    if (isAtOne) for (let at = 0; at < second; at++) take('two', truth, { sharpness: fault === 'soft' ? 0.25 : 0.47 })
    now += 4000
  }
  return shots
}

describe('random shoots', () => {
  it('never name a photograph by another person’s card', () => {
    const counts = { photographs: 0, named: 0, exceptions: 0 }
    fc.assert(
      fc.property(shoot, (shoot) => {
        const shots = takeShoot(shoot)
        const truth = new Map(shots.map(({ frame, truth }) => [frame.file, truth]))
        const { seed, allowReturns } = shoot
        const shuffled = shots
          .map(({ frame }) => frame)
          .sort((one, other) => mix(one.file, seed) - mix(other.file, seed))
        const { assignments, exceptions, cardFrames } = sortByCards(shuffled, { allowReturns })
        for (const { file, subject } of assignments) expect(`${file} ${subject}`).toBe(`${file} ${truth.get(file)}`)
        const files = [...assignments, ...exceptions, ...cardFrames].map(({ file }) => file)
        expect(files.sort()).toEqual([...truth.keys()].sort())
        counts.photographs += shots.length
        counts.named += assignments.length
        counts.exceptions += exceptions.length
      }),
      { numRuns: long ? 20_000 : 500 },
    )
    expect(counts.named).toBeGreaterThan(counts.photographs / 4)
  })

  it('without a fault leave nothing open', () => {
    fc.assert(
      fc.property(shoot, (shoot) => {
        const visits = shoot.visits.map((each) => ({ ...each, photographs: 3, fault: 'none' as const }))
        // A second place with a single card is not told from a second camera that left out the others.
        const cameras = shoot.cameras === 'two places' && visits.length >= 4 ? 'two places' : 'one'
        const shots = takeShoot({ ...shoot, visits, cameras, returning: null, reset: null })
        const { assignments, exceptions } = sortByCards(shots.map(({ frame }) => frame))
        expect(exceptions).toEqual([])
        expect(assignments).toHaveLength(visits.length * 3)
      }),
      { numRuns: long ? 5000 : 200 },
    )
  })
})

/** A number that follows from a text and a seed: an order that nobody has chosen. */
function mix(text: string, seed: number): number {
  let hash = seed | 0
  for (const letter of text) hash = (Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0) % 2 ** 31
  return hash
}
