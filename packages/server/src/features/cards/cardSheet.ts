/** The papers that cards are printed on, in points. */
export const PAPERS = {
  A4: { width: 595.28, height: 841.89, pdf: 'A4' },
  Letter: { width: 612, height: 792, pdf: 'LETTER' },
} as const

export type Paper = keyof typeof PAPERS

export type Rectangle = { x: number; y: number; width: number; height: number }
export type Line = { x1: number; y1: number; x2: number; y2: number }

/** The most cards on a sheet: with more the codes become too small to be photographed. */
export const MAX_CARDS_PER_PAGE = 10

/** Columns and rows for each number of cards on a page, from 1. */
const GRIDS = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 2],
  [1, 5],
  [2, 3],
  [1, 7],
  [2, 4],
  [3, 3],
  [2, 5],
] as const

/** No printer reaches the edge of the paper. */
const MARGIN = 28
const MARK = { length: 12, gap: 4 }

/** Where the cards are on a sheet, row by row, and the marks along which they are cut. Neighbours share a cut. */
export function layOutSheet(paper: Paper, perPage: number): { cards: Rectangle[]; marks: Line[] } {
  const { width: sheetWidth, height: sheetHeight } = PAPERS[paper]
  const [columns, rows] = GRIDS[perPage - 1] ?? GRIDS[0]
  const width = (sheetWidth - 2 * MARGIN) / columns
  const height = (sheetHeight - 2 * MARGIN) / rows
  const across = Array.from({ length: columns + 1 }, (_, at) => MARGIN + at * width)
  const down = Array.from({ length: rows + 1 }, (_, at) => MARGIN + at * height)
  const cards = down
    .slice(0, rows)
    .flatMap((y) => across.slice(0, columns).map((x) => ({ x, y, width, height })))
    .slice(0, perPage)
  const outer = MARGIN - MARK.gap
  const ends = (edge: number) => [
    [outer - MARK.length, outer],
    [edge - outer, edge - outer + MARK.length],
  ]
  const marks = [
    ...across.flatMap((x) => ends(sheetHeight).map(([y1 = 0, y2 = 0]) => ({ x1: x, y1, x2: x, y2 }))),
    ...down.flatMap((y) => ends(sheetWidth).map(([x1 = 0, x2 = 0]) => ({ x1, y1: y, x2, y2: y }))),
  ]
  return { cards, marks }
}

/** Blank cards of a class: a share of its size in percent, rounded up. */
export function blankCount(people: number, percent: number): number {
  return Math.ceil((people * percent) / 100)
}
