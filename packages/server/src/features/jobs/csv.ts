/** A table as a CSV file for spreadsheets, in UTF-8 and without any formulas. */
export function csvText(columns: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const cell = (text: string) => `"${safeInSpreadsheets(text).replaceAll('"', '""')}"`
  const lines = [columns.join(','), ...rows.map((row) => row.map(cell).join(','))]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** A spreadsheet would run a text that begins like a formula. */
function safeInSpreadsheets(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
