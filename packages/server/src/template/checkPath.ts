/** How many numbers each command of SVG path data takes, as often as it stands there. */
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
const NUMBER = /\s*(?:,\s*)?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const FLAG = /\s*(?:,\s*)?([01])/y
/** Places of the two flags among the numbers of an arc, which nothing need separate from what follows. */
const FLAGS = [3, 4]

type Command = { letter: string; numbers: number[] }

/** What is wrong with SVG path data. What is no line but an area has to enclose something. */
export function faultInPath(data: string, { isArea }: { isArea: boolean }): string | null {
  if (!/^\s*m/i.test(data)) return 'Not a path'
  const commands: Command[] = []
  for (const [all, letter = '', rest = ''] of data.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const numbers = numbersIn(letter.toLowerCase(), rest)
    if (!numbers) return `Not a path: "${all.trim().slice(0, 40)}" is no command with its numbers`
    commands.push({ letter, numbers })
  }
  return isArea && enclosesNothing(commands) ? 'The path encloses nothing' : null
}

/** The numbers behind a command; null where there are too few, too many or something else. */
function numbersIn(letter: string, rest: string): number[] | null {
  const count = ARGUMENTS[letter]
  if (count === undefined) return null
  const numbers: number[] = []
  let place = 0
  for (const text = rest.trimEnd(); place < text.length; ) {
    const one = letter === 'a' && FLAGS.includes(numbers.length % 7) ? FLAG : NUMBER
    one.lastIndex = place
    const found = one.exec(text)
    if (!found || (numbers.length === 0 && found[0].includes(','))) return null
    numbers.push(Number(found[1]))
    place = one.lastIndex
  }
  if (count === 0) return numbers.length === 0 ? numbers : null
  return numbers.length > 0 && numbers.length % count === 0 ? numbers : null
}

/** Of straight lines alone it can be said; what is curved encloses something as soon as it is drawn. */
function enclosesNothing(commands: readonly Command[]): boolean {
  if (commands.some(({ letter }) => /[csqta]/i.test(letter))) return false
  let start: Point = [0, 0]
  let here = start
  let area = 0
  for (const { letter, numbers } of commands) {
    const kind = letter.toLowerCase()
    const count = ARGUMENTS[kind] ?? 0
    if (count === 0) here = start
    for (let place = 0; count > 0 && place < numbers.length; place += count) {
      const next = pointOf(letter, numbers.slice(place, place + count), here)
      if (kind === 'm' && place === 0) start = next
      else area += Math.abs((here[0] - start[0]) * (next[1] - start[1]) - (next[0] - start[0]) * (here[1] - start[1]))
      here = next
    }
  }
  return area === 0
}

type Point = readonly [x: number, y: number]

function pointOf(letter: string, [first = 0, second = 0]: readonly number[], [x, y]: Point): Point {
  const [fromX, fromY] = letter === letter.toLowerCase() ? [x, y] : [0, 0]
  if (/h/i.test(letter)) return [fromX + first, y]
  return /v/i.test(letter) ? [x, fromY + first] : [fromX + first, fromY + second]
}
