import { normaliseHeader } from './headerForm.ts'
import { type RestrictionField, restrictionOfHeader } from './restrictions.ts'
import { cacheTexts } from './textCache.ts'

export type NoteReader = (cells: readonly string[], columns: NoteColumns) => number | null

export type NoteColumns = {
  /** Those that contain no sentences: keys, classes, addresses; and those that are not to be read. */
  plain: ReadonlySet<number>
  /** Those of names: only an order counts, because `Custodia` is a name. */
  names: ReadonlySet<number>
}

/**
 * Finds the column of a line in which somebody has written that an adult must not be reached, or what they may do, whatever its header says:
 * `Comments: no contact with father`.
 */
export function createNoteReader(): NoteReader {
  const orderOf = cacheTexts((cell): RestrictionField | null => restrictionOfHeader(normaliseHeader(cell)))
  return (cells, { plain, names }) => {
    const at = cells.findIndex((cell, column) => {
      if (cell.length < 4 || plain.has(column)) return false
      const order = orderOf(cell)
      return names.has(column) ? order === 'restriction' : order !== null
    })
    return at < 0 ? null : at
  }
}
