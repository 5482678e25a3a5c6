/** A table as a CSV file for spreadsheets, in UTF-8 and without any formulas. */
export function csvText(columns: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const cell = (text: string) => `"${safeInSpreadsheets(text).replaceAll('"', '""')}"`
  const lines = [columns.join(','), ...rows.map((row) => row.map(cell).join(','))]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/**
 * Characters that spreadsheets skip before they check whether a text starts like a formula: spaces, invisible characters and
 * quotes.
 */
const SKIPPED = /^[\s\p{C}"'`‘’“”]+/u

/**
 * A spreadsheet would run a text that starts like a formula, also with a full-width character, which some treat like the plain
 * one.
 */
function safeInSpreadsheets(text: string): string {
  const isFormula = /^[=+\-@]/.test(text.normalize('NFKC').replace(SKIPPED, ''))
  return isFormula || /^[\t\r\n]/.test(text) ? `'${text}` : text
}
