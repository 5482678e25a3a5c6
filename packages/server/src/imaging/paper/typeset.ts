import type { FontStack, PaperFont } from './fonts.ts'

/** Text that can be set in one font. */
export type Run = { text: string; font: PaperFont }

/** A line with its width in points. */
export type Line = { runs: Run[]; width: number }

/** The width of a run in points. */
export type Measure = (run: Run) => number

/** Splits text by the fonts that have its characters; characters that no font has go to the first one. */
export function runsOf(text: string, stack: FontStack): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1)
    const font = fontFor(character, stack, last?.font)
    if (last && last.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

/** Marks and spaces stay with the text before them. */
function fontFor(character: string, stack: FontStack, last: PaperFont | undefined): PaperFont {
  const codePoint = character.codePointAt(0) ?? 0
  if (last?.has(codePoint) && /[\p{M}\s]/u.test(character)) return last
  return (stack.find((font) => font.has(codePoint)) ?? stack[0]) as PaperFont
}

/** Breaks text into lines of at most `width` points. A word longer than a line is broken. */
export function linesOf(text: string, stack: FontStack, width: number, measure: Measure): Line[] {
  const lineOf = (content: string): Line => {
    const runs = runsOf(content, stack)
    return { runs, width: runs.reduce((sum, run) => sum + measure(run), 0) }
  }
  const lines: Line[] = []
  let line = ''
  const close = () => {
    if (line !== '') lines.push(lineOf(line))
    line = ''
  }
  for (const word of text.split(/[^\S\u00a0]+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (lineOf(longer).width <= width) {
      line = longer
      continue
    }
    close()
    for (const character of word) {
      if (line !== '' && lineOf(line + character).width > width) close()
      line += character
    }
  }
  close()
  return lines
}
