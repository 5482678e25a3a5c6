/**
 * SVG path data. Browsers and librsvg read all of it; the PDF writer reads most of it, and gets the rest in a form that it
 * supports.
 */

export type Point = readonly [x: number, y: number]

/** A command with its numbers, one per occurrence: what follows an `M` without a letter is an `L`. */
export type PathStep = { letter: string; numbers: readonly number[]; from: Point; to: Point }

/** How many numbers each occurrence of a command takes. */
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
/** Only these four count as white space in every path reader. */
const NUMBER = /[ \t\r\n]*(?:,[ \t\r\n]*)?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const FLAG = /[ \t\r\n]*(?:,[ \t\r\n]*)?([01])/y
const END = /[ \t\r\n]*$/y
/** Positions of the two flags among the numbers of an arc; flags need no separator after them. */
const FLAGS = [3, 4]

/** The steps of a path; `unread` is the first piece that is not a command with its numbers, or empty if there is no beginning. */
export function readPath(data: string): PathStep[] | { unread: string } {
  if (!/^[ \t\r\n]*m/i.test(data)) return { unread: '' }
  const steps: PathStep[] = []
  let start: Point = [0, 0]
  let here = start
  for (const [all, letter = '', rest = ''] of data.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const kind = letter.toLowerCase()
    const numbers = numbersIn(kind, rest)
    if (!numbers) return { unread: all.trim() }
    const count = ARGUMENTS[kind] || numbers.length + 1
    for (let place = 0; place === 0 || place < numbers.length; place += count) {
      const own = numbers.slice(place, place + count)
      const to = kind === 'z' ? start : endOf(letter, own, here)
      const isMove = kind === 'm' && place === 0
      steps.push({
        letter: kind === 'm' && !isMove ? (letter === 'm' ? 'l' : 'L') : letter,
        numbers: own,
        from: here,
        to,
      })
      if (isMove) start = to
      here = to
    }
  }
  return steps
}

/** The numbers after a command; null if there are too few, too many or something else. */
function numbersIn(kind: string, rest: string): number[] | null {
  const count = ARGUMENTS[kind]
  if (count === undefined) return null
  const numbers: number[] = []
  for (let place = 0; !isAt(END, rest, place); ) {
    const one = kind === 'a' && FLAGS.includes(numbers.length % 7) ? FLAG : NUMBER
    one.lastIndex = place
    const found = one.exec(rest)
    if (!found || (numbers.length === 0 && found[0].includes(','))) return null
    numbers.push(Number(found[1]))
    place = one.lastIndex
  }
  if (count === 0) return numbers.length === 0 ? numbers : null
  return numbers.length > 0 && numbers.length % count === 0 ? numbers : null
}

function isAt(sticky: RegExp, text: string, place: number): boolean {
  sticky.lastIndex = place
  return sticky.test(text)
}

function isRelative(letter: string): boolean {
  return letter === letter.toLowerCase()
}

function endOf(letter: string, numbers: readonly number[], [x, y]: Point): Point {
  const [fromX, fromY] = isRelative(letter) ? [x, y] : [0, 0]
  const last = numbers.at(-1) ?? 0
  if (/h/i.test(letter)) return [fromX + last, y]
  return /v/i.test(letter) ? [x, fromY + last] : [fromX + (numbers.at(-2) ?? 0), fromY + last]
}

/** The handle at the end of the previous curve, which a smooth continuation mirrors. */
type Handle = { of: 'c' | 'q'; at: Point }

/**
 * The same outline without the commands that pdfkit draws differently from SVG: smooth continuations (S, T), for which it
 * mirrors handles of another kind of curve and its own guesses, and arcs without a radius or a distance, for which it computes
 * invalid numbers. Text that is not a path is returned unchanged.
 */
export function plainPath(data: string): string {
  const steps = readPath(data)
  if ('unread' in steps) return data
  let handle: Handle | null = null
  let written = ''
  for (const step of steps) {
    const plain = plainStep(step, handle)
    written += plain.written
    handle = plain.handle
  }
  return written
}

function plainStep(step: PathStep, before: Handle | null): { written: string; handle: Handle | null } {
  const { letter, numbers, from, to } = step
  const [first = to, second = to] = pointsOf(step)
  switch (letter.toLowerCase()) {
    case 'c':
      return { written: asText(letter, numbers), handle: { of: 'c', at: second } }
    case 'q':
      return { written: asText(letter, numbers), handle: { of: 'q', at: first } }
    case 's': {
      const mirrored = before?.of === 'c' ? mirror(before.at, from) : from
      return { written: asText('C', [...mirrored, ...first, ...to]), handle: { of: 'c', at: first } }
    }
    case 't': {
      const mirrored = before?.of === 'q' ? mirror(before.at, from) : from
      return { written: asText('Q', [...mirrored, ...to]), handle: { of: 'q', at: mirrored } }
    }
    case 'a':
      return { written: plainArc(step), handle: null }
    default:
      return { written: asText(letter, numbers), handle: null }
  }
}

/** An arc without a radius is a line, and one that ends at its start is nothing. */
function plainArc({ letter, numbers, from, to }: PathStep): string {
  if (from[0] === to[0] && from[1] === to[1]) return ''
  return numbers[0] === 0 || numbers[1] === 0 ? asText('L', to) : asText(letter, numbers)
}

function mirror([x, y]: Point, about: Point): Point {
  return [2 * about[0] - x, 2 * about[1] - y]
}

/** The points of a curve on the page. */
function pointsOf({ letter, numbers, from: [x, y] }: PathStep): Point[] {
  const [fromX, fromY] = isRelative(letter) ? [x, y] : [0, 0]
  const points: Point[] = []
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    points.push([fromX + (numbers[at] as number), fromY + (numbers[at + 1] as number)])
  }
  return points
}

function asText(letter: string, numbers: readonly number[]): string {
  return letter + numbers.join(' ')
}
