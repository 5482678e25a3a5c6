/** What UTF-8 looks like in another encoding: `Ã¶` for ö. */
const DOUBLE_ENCODED = /Ã[\u0080-\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|[ÂÅÄÐÑ][\u0080-\u00bfƒˆ˜–—‚„†‡•…‰‹›€™]|\p{Ll}Ã|√/u
/** A character that a program could not read or write: `Bj?rn`. */
const LOST = /[\ufffd\u0080-\u009f]|\p{L}\?\p{L}|(?:^|\s)\?\p{Ll}/u
/** `4.00123E+11`, of which a spreadsheet program has written the first digits only. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d{1,3}$/i

/** What a spreadsheet program writes instead of the result of a formula: `#N/A`. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!)$/i

/** What the characters of the names of a line say of its encoding; null if nothing is strange. */
export function encodingProblem(cells: readonly string[]): string | null {
  const isStrange = cells.some((cell) => DOUBLE_ENCODED.test(cell) || LOST.test(cell))
  return isStrange
    ? 'has characters that look like those of another encoding: export the list again as UTF-8, or correct them'
    : null
}

/** Why a key is not one; null if it may be. */
export function keyProblem(key: string): string | null {
  if (FORMULA_ERROR.test(key)) return `has the key "${key}", which is the error of a formula and was not used`
  return ROUNDED.test(key)
    ? `has the key "${key}", whose last digits a spreadsheet program has lost, and which was not used: export the list again with the column as text`
    : null
}
