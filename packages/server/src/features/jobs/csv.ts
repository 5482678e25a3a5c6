/** A table as a file that spreadsheets read, in UTF-8 and without anything in it that they would compute. */
export function csvText(columns: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const cell = (text: string) => `"${safeInSpreadsheets(text).replaceAll('"', '""')}"`
  const lines = [columns.join(','), ...rows.map((row) => row.map(cell).join(','))]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** A text that begins like a formula would be run by a spreadsheet. */
function safeInSpreadsheets(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
