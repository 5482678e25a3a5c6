import { describe, expect, it } from 'vitest'
import type { Frame, SeenCard } from './frame.ts'
import { type SortOptions, sortByCards } from './sortByCards.ts'

const START = Date.UTC(2026, 8, 1, 9)

type Found = {
  card?: string
  cards?: SeenCard[]
  at?: number | null
  camera?: string | null
  isAnonymous?: boolean
  hasSigns?: boolean
  sharpness?: number
}

/** A photograph, `at` seconds after the start; a card is a person's letter, or the number of a blank one. */
function shot(file: string, found: Found = {}): Frame {
  const { card, cards, at, camera = 'one', hasSigns = false, isAnonymous, sharpness = 0.47 } = found
  const seen = cards ?? (card === undefined ? [] : [cardOf(card)])
  const time = at === null || at === undefined ? null : { local: START + at * 1000, offset: null }
  return { file, time, camera, cards: seen, hasSigns, sharpness, ...(isAnonymous && { isAnonymous }) }
}

const cardOf = (card: string): SeenCard =>
  /^\d+$/.test(card)
    ? { kind: 'blank', number: Number(card) }
    : { kind: 'person', number: card.charCodeAt(0), subject: card }

/** Photographs of one camera, ten seconds after each other: letters and numbers are cards, `.` is a photograph, `~` one out of focus. */
function shots(text: string, { camera = 'one', from = 0, prefix = 'IMG_' } = {}): Frame[] {
  return text.split(' ').map((each, at) => {
    const file = `${prefix}${String(at + 1).padStart(4, '0')}.jpg`
    const place = { at: from + at * 10, camera }
    if (each === '.') return shot(file, place)
    if (each === '~') return shot(file, { ...place, sharpness: 0.15 })
    if (each === '?') return shot(file, { ...place, hasSigns: true })
    if (each === 'foreign') return shot(file, { ...place, cards: [{ kind: 'foreign' }] })
    return shot(file, { ...place, cards: each.split('+').map(cardOf) })
  })
}

/** What became of each photograph in its order: a person, or the reason of the exception. */
function outcome(frames: readonly Frame[], options: SortOptions = {}): string {
  const { assignments, exceptions, cardFrames } = sortByCards(frames, options)
  const of = new Map<string, string>([
    ...assignments.map(({ file, subject }) => [file, subject] as const),
    ...exceptions.map(({ file, reason }) => [file, reason] as const),
    ...cardFrames.map(({ file }) => [file, '-'] as const),
  ])
  expect(of.size).toBe(assignments.length + exceptions.length + cardFrames.length)
  expect(of.size).toBe(frames.length)
  return frames.map(({ file }) => of.get(file)).join(' ')
}

describe('a photograph that is out of focus as a whole', () => {
  it('may be of a card: what follows is of nobody, until the next card', () => {
    expect(outcome(shots('A . ~ . . C .'))).toBe('- A - out-of-focus out-of-focus - C')
    const { exceptions, cardFrames, cameras } = sortByCards(shots('A . ~ . C .'))
    expect(exceptions).toEqual([
      { file: 'IMG_0004.jpg', reason: 'out-of-focus', evidence: ['IMG_0003.jpg'], numbers: [] },
    ])
    expect(cardFrames[1]).toEqual({ file: 'IMG_0003.jpg', kind: 'out-of-focus', numbers: [], names: 0 })
    expect(cameras[0]?.cards).toBe(2)
  })

  it('is one even if most of them are, and none if its card is read', () => {
    expect(outcome(shots('A . ~ ~ ~ ~ ~'))).toBe('- A - - - - -')
    const soft = shot('IMG_0003.jpg', { card: 'B', at: 20, sharpness: 0.2 })
    expect(outcome(shots('A . . . C .').with(2, soft))).toBe('- A - B - C')
    expect(sortByCards(shots('A . . . C .').with(2, soft)).cameras[0]?.cards).toBe(3)
  })

  it('does not make a camera the one that is trusted', () => {
    const second = shots('A . ~ ~ .', { camera: 'two', from: 3, prefix: 'DSC' })
    expect(outcome([...shots('A . B .'), ...second])).toBe(
      '- other-camera - other-camera - other-camera - - out-of-focus',
    )
  })

  it('is compared with the cards of its own camera, so that a soft lens does not count', () => {
    const withSharpness = (frames: Frame[], card: number, other: number) =>
      frames.map((frame) => ({ ...frame, sharpness: frame.cards.length > 0 ? card : other }))
    expect(outcome(withSharpness(shots('A . B .'), 0.2, 0.16))).toBe('- A - B')
    expect(outcome(withSharpness(shots('A . B .'), 0.2, 0.14))).toBe('- - - -')
    expect(outcome(withSharpness(shots('A . B .'), 0.5, 0.37))).toBe('- A - B')
    expect(outcome(withSharpness(shots('A . B .'), 0.5, 0.35))).toBe('- - - -')
  })
})

describe('a card names the photographs after it', () => {
  it('until the next card', () => {
    expect(outcome(shots('A . . B . C .'))).toBe('- A A - B - C')
    const { assignments, cardFrames } = sortByCards(shots('A . . B .'))
    expect(assignments[1]).toEqual({
      file: 'IMG_0003.jpg',
      reason: 'qr-card',
      subject: 'A',
      number: 65,
      card: 'IMG_0001.jpg',
    })
    expect(cardFrames).toEqual([
      { file: 'IMG_0001.jpg', kind: 'person', numbers: [65], names: 2 },
      { file: 'IMG_0004.jpg', kind: 'person', numbers: [66], names: 1 },
    ])
  })

  it('in the order of their times, whatever the order of the list', () => {
    const frames = shots('A . . B . C .')
    const { assignments } = sortByCards(frames.toReversed())
    expect(assignments.map(({ file, subject }) => `${file} ${subject}`).sort()).toEqual([
      'IMG_0002.jpg A',
      'IMG_0003.jpg A',
      'IMG_0005.jpg B',
      'IMG_0007.jpg C',
    ])
  })

  it('in one second in the order of their numbers, also where the camera starts again after 9999', () => {
    const frames = ['IMG_9998', 'IMG_9999', 'IMG_0001', 'IMG_0002'].map((name, at) =>
      shot(`${name}.jpg`, { at: 5, ...(at % 2 === 0 && { card: at === 0 ? 'A' : 'B' }) }),
    )
    expect(outcome(frames)).toBe('- A - B')
  })

  it('also if it is photographed twice in a row', () => {
    expect(outcome(shots('A A . A . B .'))).toBe('- - A - A - B')
  })

  it('in the order of the names, if no file has a time', () => {
    const frames = shots('A . B .').map((frame) => ({ ...frame, time: null }))
    expect(outcome(frames)).toBe('- A - B')
    expect(sortByCards(frames).cameras).toMatchObject([{ basis: 'names' }])
  })

  it('by the time in UTC, if the camera says how far it is ahead', () => {
    const [card, one, other, last] = shots('A . B .') as [Frame, Frame, Frame, Frame]
    const ahead = (frame: Frame, minutes: number): Frame => ({
      ...frame,
      file: `x${frame.file.length}${minutes}${frame.time?.local}.jpg`,
      time: { local: (frame.time?.local ?? 0) + minutes * 60_000, offset: minutes },
    })
    expect(outcome([ahead(card, 120), ahead(one, 60), ahead(other, 120), ahead(last, 60)])).toBe('- A - B')
  })
})

describe('an exception is', () => {
  it('what was taken before any card', () => {
    expect(outcome(shots('. . A .'))).toBe('no-card no-card - A')
  })

  it('what follows a card that cannot be read, two cards in one photograph, or a card of another job', () => {
    expect(outcome(shots('A . ? . . B .'))).toBe('- A - unreadable-card unreadable-card - B')
    expect(outcome(shots('A . B+C . D .'))).toBe('- A - two-cards - D')
    expect(outcome(shots('A . foreign . B .'))).toBe('- A - foreign-card - B')
    expect(sortByCards(shots('A . B+C .')).exceptions).toEqual([
      { file: 'IMG_0004.jpg', reason: 'two-cards', evidence: ['IMG_0003.jpg'], numbers: [66, 67] },
    ])
  })

  it('what follows a card next to which there is another that cannot be read', () => {
    const frames = shots('A . B . C .').with(2, shot('IMG_0003.jpg', { card: 'B', hasSigns: true, at: 20 }))
    expect(outcome(frames)).toBe('- A - unreadable-card - C')
  })

  it('what a blank card names: a walk-in without a name', () => {
    expect(outcome(shots('A . 7 . . B .'))).toBe('- A - walk-in walk-in - B')
    expect(sortByCards(shots('7 .')).exceptions).toMatchObject([{ evidence: ['IMG_0001.jpg'], numbers: [7] }])
  })

  it('everything of a card that is photographed again after another one, unless returns are allowed', () => {
    expect(outcome(shots('A . B . A . C .'))).toBe('- card-again - B - card-again - C')
    expect(outcome(shots('A . B . A . C .'), { allowReturns: true })).toBe('- A - B - A - C')
    expect(outcome(shots('A . ? . A . C .'))).toBe('- A - unreadable-card - A - C')
  })

  it('what follows a card with more photographs than usual: a card may have been missed', () => {
    const usual = 'A . . B . . C . . D . . E . .'
    expect(outcome(shots(`${usual} F . . . .`))).toMatch(/- A A .* - E E - F F F F$/)
    expect(outcome(shots(`${usual} F . . . . .`))).toMatch(/- E E - long-run( long-run){4}$/)
    expect(sortByCards(shots(usual)).maxRun).toBe(4)
    // the photographs of two people in a row, whose second card was missed
    const many = Array.from('ABCDE', (card) => `${card} . . . . . .`).join(' ')
    expect(outcome(shots(`${many} F${' .'.repeat(12)}`))).toMatch(/- long-run( long-run){11}$/)
    expect(outcome(shots(usual), { maxFrames: 1 })).toMatch(/^- long-run long-run - long-run/)
    // with few cards nothing is usual
    expect(outcome(shots('A . . . . . . . . . . .'))).toMatch(/^-( A){11}$/)
  })

  it('where the clock was set back in between, everything that its order and that of the numbers name differently', () => {
    const frames = shots('A . . B . . C . . D . .').map((frame, at) =>
      at < 6 ? frame : { ...frame, time: { local: (frame.time?.local ?? 0) - 55_000, offset: null } },
    )
    const named = outcome(frames).split(' ')
    expect(named).toContain('order')
    for (const [at, truth] of ['-', 'A', 'A', '-', 'B', 'B', '-', 'C', 'C', '-', 'D', 'D'].entries())
      expect(['order', truth]).toContain(named[at])
  })

  it('what has no time, if others have one and the names are not counted', () => {
    const renamed = shots('A . B .').map((frame, at) => ({ ...frame, file: `${['x', 'q', 'z', 'b'][at]}.jpg` }))
    const frames = [...renamed, shot('y.jpg', { at: null })]
    expect(outcome(frames)).toBe('- A - B no-time')
    // A card without a time may belong before any of them.
    expect(outcome([...renamed, shot('y.jpg', { at: null, card: 'C' })])).toBe('- no-time - no-time -')
  })

  it('what follows a file that cannot be opened, by the number of the file: it may have been a card', () => {
    const lost = shot('IMG_0003.jpg', { at: null, camera: null, hasSigns: true })
    expect(outcome(shots('A . . . B .').with(2, lost))).toBe('- A - order - B')
    // In another folder it is of another camera, and beside two cameras of the one that counts like it.
    const elsewhere = shots('A . . . B .').with(2, { ...lost, file: 'x/IMG_0003.jpg' })
    expect(outcome(elsewhere)).toBe('- A - A - B')
    const beside = shots('C . D .', { camera: 'two', prefix: 'DSC' })
    expect(outcome([...shots('A . . . B .').with(2, lost), ...beside])).toBe('- A - order - B - C - D')
    // If the names are not counted, it may belong before any photograph.
    const renamed = ['x', 'q', 'z', 'b'].map((name, at) => shot(`${name}.jpg`, { at, ...(at === 0 && { card: 'A' }) }))
    expect(outcome([...renamed, { ...lost, file: 'y.jpg' }])).toBe('- no-time no-time no-time -')
  })

  it('what is in a folder with the files of several cameras that do not say which they are', () => {
    const anonymous = (frames: Frame[]) => frames.map((frame): Frame => ({ ...frame, isAnonymous: true }))
    const mixed = [...shots('A . B .'), ...shots('C . D .', { prefix: 'DSC', from: 3 })]
    expect(outcome(anonymous(mixed))).toBe(mixed.map((_, at) => (at % 2 === 0 ? '-' : 'several-cameras')).join(' '))
    expect(outcome(anonymous(shots('A . B .')))).toBe('- A - B')
  })

  it('what has the time of a card, if the names do not say which was first', () => {
    const frames = [
      shot('x.jpg', { at: 0, card: 'A' }),
      shot('c.jpg', { at: 5 }),
      shot('b.jpg', { at: 10, card: 'B' }),
      shot('a.jpg', { at: 10 }),
      shot('w.jpg', { at: 15, card: 'C' }),
      shot('v.jpg', { at: 20 }),
    ]
    expect(outcome(frames)).toBe('- A - order - C')
  })
})

/** The second clock is an hour behind, and its photographer left out the cards of B and C. */
function atOnePlace(): { first: Frame[]; second: Frame[] } {
  const times = [0, 2, 30, 60, 62, 90, 120, 122, 178, 180, 182, 186, 190]
  const first = times.map((at, index) => {
    const card = { 0: 'A', 3: 'B', 6: 'C', 9: 'D', 11: 'E' }[index]
    return shot(`IMG_${1000 + index}.jpg`, { at, ...(card && { card }) })
  })
  const second = [1, 20, 80, 140, 181, 183, 187].map((at, index) => {
    const card = { 0: 'A', 4: 'D', 6: 'E' }[index]
    return shot(`DSC000${index + 1}.jpg`, { camera: 'two', at: at - 3600, ...(card && { card }) })
  })
  return { first, second }
}

describe('two cameras', () => {
  const other = { camera: 'two', prefix: 'DSC' }

  it('at different places are sorted each for itself', () => {
    const frames = [...shots('A . B .'), ...shots('C . D .', other)]
    expect(outcome(frames)).toBe('- A - B - C - D')
  })

  it('are compared by the cards that both have photographed, and what one left out is named by the other', () => {
    const { first, second } = atOnePlace()
    const sorted = sortByCards([...first, ...second])
    expect(sorted.exceptions).toEqual([])
    expect(sorted.assignments.slice(-4).map(({ file, subject }) => `${file} ${subject}`)).toEqual([
      'DSC0002.jpg A',
      'DSC0003.jpg B',
      'DSC0004.jpg C',
      'DSC0006.jpg D',
    ])
    expect(sorted.cameras).toMatchObject([
      { camera: 'one', clock: null },
      { camera: 'two', clock: { behindMs: 3_599_000, range: [3_597_000, 3_605_000], cards: 3 } },
    ])
  })

  it('that have one card in common cannot be compared: the second may have left out others', () => {
    const frames = [...shots('A . B . C .'), ...shots('A . . .', { ...other, from: 3600 })]
    expect(outcome(frames)).toBe('- A - B - C - other-camera other-camera other-camera')
  })

  it('that photographed the same cards at different times were at different places', () => {
    const frames = [...shots('A . B . C . D .'), ...shots('D . B . A .', { ...other, from: 3600 })]
    expect(outcome(frames)).toBe('- A - B - C - D - D - B - A')
  })

  it('of which the second photographed a card that the first missed: that is an exception', () => {
    const first = shots('A . . B . . C . D .')
    const second = [
      shot('DSC0001.jpg', { camera: 'two', at: 1, card: 'A' }),
      shot('DSC0002.jpg', { camera: 'two', at: 15, card: 'X' }),
      shot('DSC0003.jpg', { camera: 'two', at: 81, card: 'D' }),
      shot('DSC0004.jpg', { camera: 'two', at: 95 }),
    ]
    expect(outcome([...second, ...first])).toBe(
      '- - - D - other-camera other-camera - other-camera other-camera - other-camera - D',
    )
  })

  it('of which one clock was changed in between are not compared', () => {
    const first = shots('A . B . C . D .')
    const second = [0, 61, 3000].flatMap((at, index) => [
      shot(`DSC000${index * 2}.jpg`, { camera: 'two', at: at + 1, card: 'ADC'.charAt(index) }),
      shot(`DSC000${index * 2 + 1}.jpg`, { camera: 'two', at: at + 5 }),
    ])
    expect(outcome(second.concat(first))).toBe(`- other-camera - other-camera - other-camera ${outcome(first)}`)
  })

  it('beside a third one at another place are compared with each other, too', () => {
    const elsewhere = shots('U . V . W . X . Y . Z .', { camera: 'three', prefix: 'PIC' })
    const { first, second } = atOnePlace()
    const expected = `${outcome(elsewhere)} ${outcome([...first, ...second])}`
    expect(expected).toContain(' - A B C - D -')
    expect(outcome([...elsewhere, ...first, ...second])).toBe(expected)
  })

  it('of which one has a card in a file that cannot be opened are not compared: what the other took is open', () => {
    const lost = shot('IMG_0003.jpg', { at: null, camera: null, hasSigns: true })
    const first = shots('A . . . C . D .').with(2, lost)
    const second = shots('A . . . C . D .', { ...other, from: 1 })
    expect(
      outcome([...first, ...second])
        .split(' ')
        .slice(8),
    ).toEqual(Array.from('-...-.-.', (each) => (each === '-' ? '-' : 'other-camera')))
  })
})
