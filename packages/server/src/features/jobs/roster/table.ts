import { RosterError } from '../roster.ts'

/** What a roster file contains, before its columns are understood. */
export type Table = {
  lines: TableLine[]
  /** The columns that a workbook hides, from 0. */
  hiddenColumns?: readonly number[]
  /** What the reader had to decide about the whole file. */
  notes: string[]
}

export type TableLine = {
  /** In the file, from 1. */
  line: number
  /** In Unicode's composed form, without spaces around them. */
  cells: string[]
  /** One cell across several columns: a heading, not a person. */
  isHeading?: true
  /** A workbook hides it, as a filter does. */
  isHidden?: true
  /** What is wrong with single cells, by column. */
  faults?: Map<number, string>
}

/** 30,000 pupils with all their guardians are a tenth of it. */
export const MAX_FILE_BYTES = 20_000_000
export const MAX_COLUMNS = 500
const MAX_LINES = 50_000
const MAX_CELLS = 2_000_000
const MAX_CHARACTERS = 40_000_000
/** The longest text that a spreadsheet program allows in one cell. */
export const MAX_CELL_LENGTH = 32_767

/** Refuses a table while it is read, so that no file fills the memory. */
export function createTableLimit(): { add(line: TableLine): void } {
  let lines = 0
  let cells = 0
  let characters = 0
  return {
    add({ line, cells: added }) {
      lines++
      cells += added.length
      if (added.length > MAX_COLUMNS)
        throw new RosterError(`Line ${line} of the roster has ${added.length} columns; at most ${MAX_COLUMNS} are read`)
      for (const cell of added) {
        characters += cell.length
        if (cell.length > MAX_CELL_LENGTH)
          throw new RosterError(
            `Line ${line} of the roster has a cell of ${cell.length} characters; at most ${MAX_CELL_LENGTH} are read`,
          )
      }
      if (lines > MAX_LINES || cells > MAX_CELLS || characters > MAX_CHARACTERS)
        throw new RosterError(
          `The roster is too long: at most ${MAX_LINES} lines with ${MAX_CELLS} cells are read; divide it into several jobs`,
        )
    },
  }
}

/** Soft hyphens, spaces without width, and the marks of direction that programs copy with a text. Joiners are part of some scripts. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Accents in one piece, plain spaces, none around, and nothing that cannot be seen: what is compared and shown. */
export function tidyCell(text: string): string {
  return text
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
}

/** What is written in several lines of one cell, in one line. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ')
}
