import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { shaper } from '../../../server/src/features/template/fonts/fonts.ts'
import { aShaper } from '../testing/aShaper.ts'
import { fits, type Style, setParagraph } from './breakLines.ts'
import { fitSize } from './fitText.ts'
import type { Shaper } from './shaper.ts'

const words = fc.array(fc.constantFrom('Łukasz', 'Ångström', 'fi', 'AVA', 'Niño', 'ő', 'Straße', '🎈', 'a', 'Emma'), {
  maxLength: 8,
})
const style: Style = {
  box: { x: 10, y: 20, width: 60, height: 30 },
  family: 'Lora',
  size: 24,
  horizontalAlign: 'center',
  verticalAlign: 'middle',
}

/** The same box with ems of 10 mm, in which a letter of `aShaper` is 5 mm wide and a line 12 mm high. */
const plain: Style = { ...style, size: (10 * 72) / 25.4 }
const setPlainly = (text: string, change: Partial<Style> = {}) => setParagraph(text, { ...plain, ...change }, aShaper())
/** Where the letters of an outline begin, in millimetres. */
const startsOf = (d: string) => [...d.matchAll(/M([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

beforeAll(() => shaper().prepare([{ family: 'Lora', text: 'Łő Emma Ш🎈Q\u0304' }]))

describe('a paragraph', () => {
  it('is one empty line if it has no letter', () => {
    for (const text of ['', ' ', '   '])
      expect(setPlainly(text)).toEqual({ lines: [''], d: '', fonts: ['font'], missing: [], overflow: false })
  })

  it('has an empty line for each line break of its own, also at its beginning and its end', () => {
    expect(setPlainly('\n\na').lines).toEqual(['', '', 'a'])
    expect(setPlainly('a\n').lines).toEqual(['a', ''])
    expect(setPlainly('a\n\n\nb').overflow).toBe(true)
  })

  it('breaks at spaces, keeps its own breaks and never breaks a word', () => {
    const { lines, overflow } = setParagraph('Emma Emma Emma Emma\n\nŁő', style, shaper())
    expect(lines).toEqual(['Emma Emma', 'Emma Emma', '', 'Łő'])
    expect(overflow).toBe(true)
    expect(setParagraph('EmmaEmmaEmmaEmmaEmma', style, shaper())).toMatchObject({
      lines: { length: 1 },
      overflow: true,
    })
  })

  it('has one space between two words of a line, and none at its ends', () => {
    expect(setPlainly('  a   b ').lines).toEqual(['a b'])
  })

  it('fits a box that is exactly as wide and as high, and not one that is smaller', () => {
    // twelve letters of 5 mm, and two lines of 15 mm
    expect(setPlainly('abcde fghijk')).toMatchObject({ lines: ['abcde fghijk'], overflow: false })
    expect(setPlainly('abcdef ghijkl').lines).toEqual(['abcdef', 'ghijkl'])
    expect([setPlainly('abcdefghijkl').overflow, setPlainly('abcdefghijklm').overflow]).toEqual([false, true])
    const lines = (text: string, lineHeight: number) => setPlainly(text, { lineHeight }).overflow
    expect([lines('a\nb', 1.5), lines('a\nb', 1.51), lines('a\nb\nc', 1)]).toEqual([false, true, false])
  })

  it.each([
    ['left', 'top', [10, 29]],
    ['center', 'top', [35, 29]],
    ['right', 'top', [60, 29]],
    ['left', 'middle', [10, 38]],
    ['left', 'bottom', [10, 47]],
    ['right', 'bottom', [60, 47]],
  ] as const)('starts at its place if it is aligned %s and %s', (horizontalAlign, verticalAlign, first) => {
    const { d } = setPlainly('ab', { horizontalAlign, verticalAlign })
    expect(startsOf(d)).toEqual([first, [first[0] + 5, first[1]]])
  })

  it('aligns each of its lines by its own width', () => {
    const { d } = setPlainly('a\nbcd', { horizontalAlign: 'right', verticalAlign: 'top' })
    expect(startsOf(d)).toEqual([
      [65, 29],
      [55, 41],
      [60, 41],
      [65, 41],
    ])
  })

  it('has its letter spacing between its letters, not after the last one', () => {
    const spaced = setPlainly('ab', { horizontalAlign: 'right', verticalAlign: 'top', tracking: 200 })
    expect(startsOf(spaced.d).map(([x]) => x)).toEqual([58, 65])
    // 10 letters of 5 mm and 9 spaces of 1 mm
    expect(setPlainly('abcdefghij', { tracking: 100 }).overflow).toBe(false)
    expect(setPlainly('abcdefghij', { tracking: 120 }).overflow).toBe(true)
  })

  it('has no letter spacing after a letter with a mark at its end', () => {
    const spaced = { ...style, verticalAlign: 'top', horizontalAlign: 'right', tracking: 500 } as const
    // Lora has this letter and its mark as two glyphs
    const [plainQ, markedQ] = ['Q', 'Q\u0304'].map((text) => startsOf(setParagraph(text, spaced, shaper()).d)[0])
    expect(markedQ).toEqual(plainQ)
  })

  it('has no ligatures if its letters are spaced', () => {
    const ligatures: boolean[] = []
    const noting: Shaper = {
      ...aShaper(),
      shape(family, text, on) {
        ligatures.push(on)
        return aShaper().shape(family, text, on)
      },
    }
    setParagraph('fi', plain, noting)
    expect(new Set(ligatures.splice(0))).toEqual(new Set([true]))
    setParagraph('fi', { ...plain, tracking: 10 }, noting)
    expect(new Set(ligatures)).toEqual(new Set([false]))
  })

  it('uses the font that has the letter, and lists letters that no font has, each once', () => {
    const set = setParagraph('Łő 漢🎈 Ш 漢', { ...style, size: 12 }, shaper())
    expect(set.missing).toEqual(['漢'])
    expect(set.fonts).toHaveLength(4)
    expect(set.d).not.toBe('')
  })

  it('is broken in time linear in its length, not quadratic', () => {
    const work = (count: number) => {
      const counted = { calls: 0, letters: 0 }
      const counting: Shaper = {
        ...shaper(),
        shape(family, text, ligatures) {
          counted.calls++
          counted.letters += text.length
          return shaper().shape(family, text, ligatures)
        },
      }
      const wide = { ...style, size: 12, box: { ...style.box, width: 200, height: 2000 } }
      fits('Emma AVA fi a '.repeat(count / 4), wide, counting)
      return counted
    }
    for (const count of [40, 800]) {
      expect(work(count).calls).toBeLessThan(3 * count)
      expect(work(count).letters).toBeLessThan(20 * count)
    }
  })

  it('is not laid out far outside its box, and reported as overflowing', () => {
    const set = setParagraph('a\n'.repeat(400), style, shaper())
    expect(set.lines.length).toBeLessThan(30)
    expect(set.overflow).toBe(true)
  })

  it('is laid out the same each time, fits its box or is reported as overflowing, and loses no word', async () => {
    await shaper().prepare([{ family: 'Pacifico', text: 'ŁÅñőßa' }])
    const aStyle = fc.record({
      family: fc.constantFrom('Lora', 'Pacifico'),
      size: fc.integer({ min: 8, max: 60 }),
      horizontalAlign: fc.constantFrom('left', 'center', 'right'),
      verticalAlign: fc.constantFrom('top', 'middle', 'bottom'),
      tracking: fc.constantFrom(undefined, 80),
    })
    fc.assert(
      fc.property(words, aStyle, (list, changed) => {
        const all = { ...style, ...changed } as Style
        const set = setParagraph(list.join(' '), all, shaper())
        expect(setParagraph(list.join(' '), all, shaper())).toEqual(set)
        expect(set.lines.join(' ').split(' ').filter(Boolean)).toEqual(list)
        for (const line of set.lines.filter((each) => each.includes(' '))) {
          expect(fits(line, { ...all, box: { ...all.box, height: 1000 } }, shaper())).toBe(true)
          expect(setParagraph(line, all, shaper()).lines).toEqual([line])
        }
        expect(set.overflow).toBe(!fits(list.join(' '), all, shaper()))
        expect(set.d).toMatch(/^[MlqcZz0-9 .-]*$/)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the size of a text', () => {
  it('[TXT-2] shrinks one point at a time until it fits, and never below 12', () => {
    const text = 'Emma Emma Emma Emma Emma Emma'
    const size = fitSize(text, style, shaper())
    expect(size).toBeLessThan(24)
    expect(fits(text, { ...style, size }, shaper())).toBe(true)
    expect(fits(text, { ...style, size: size + 1 }, shaper())).toBe(false)
    expect(fitSize(text.repeat(20), style, shaper())).toBe(12)
    expect(fitSize(text.repeat(20), { ...style, size: 9 }, shaper())).toBe(9)
  })

  it('[TXT-2] stays if the text fits, and shrinks to 12 from a size between two points', () => {
    expect(fitSize('a', plain, aShaper())).toBe(plain.size)
    expect(fitSize('a'.repeat(100), { ...plain, size: 12.5 }, aShaper())).toBe(12)
  })
})
