import { isEmail } from '@portraitkit/core/account/email.ts'
import { readPhone } from '../../account/profile/phone.ts'
import { arePersonalNumbers } from './personalNumbers.ts'

/** What the cells of a column look like; `name` are whole names, `names` single words that may be parts of them. */
export type ContentKind = 'email' | 'phone' | 'personal' | 'date' | 'files' | 'group' | 'key' | 'name' | 'names'

const isDate = (cell: string) => /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})( \d.*)?$/.test(cell)
const isFile = (cell: string) => /\.(jpe?g|png|tiff?|webp)\*?$/i.test(cell)
/** 4B, 4-B, 10, FS2, Year 4, Klass 4B. */
const isGroup = (cell: string) => /^(\d{1,2}[ .-]?\p{L}{0,4}|\p{L}{1,6}\.?[ -]?\d{1,2} ?\p{L}?)$/u.test(cell)
const isKey = (cell: string) => /^(?=.*\d)[\p{L}\d./_-]{3,}$/u.test(cell)
const isName = (cell: string) => /^\p{L}[\p{L}\p{M}'’.,() -]*$/u.test(cell)

/** The kind of nearly all cells of a column; null if they are of none or of several. */
export function contentKind(cells: readonly string[], country: string): ContentKind | null {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const are = (test: (cell: string) => boolean) => filled.filter(test).length >= 0.8 * filled.length
  const distinct = new Set(filled).size
  if (are((cell) => cell.split(/[\s,;|]+/).some(isEmail))) return 'email'
  if (arePersonalNumbers(filled)) return 'personal'
  if (are(isDate)) return 'date'
  if (are(isFile)) return 'files'
  if (are((cell) => /^[+0]|\d \d/.test(cell) && readPhone(cell, country) !== null)) return 'phone'
  if (are(isGroup)) return 'group'
  if (are(isKey) && distinct === cells.length) return 'key'
  // The name of the school is the same in each line.
  if (are(isName) && (filled.length === 1 || distinct > 0.5 * filled.length))
    return are((cell) => /\p{L}[ ,]+\p{L}/u.test(cell)) ? 'name' : 'names'
  return null
}
