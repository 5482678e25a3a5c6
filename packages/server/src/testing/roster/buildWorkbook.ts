import { strToU8, zipSync } from 'fflate'

/** A cell: a text, a number, or one of the things that workbooks contain besides. */
export type WorkbookCell =
  | string
  | number
  | null
  | { formula: string; value?: string | number }
  | { error: string }
  /** A number in a format of its own: `yyyy-mm-dd`, `00000`. */
  | { number: number; format: string }
  | { inline: string }
  /** A text in several pieces with different fonts, and how it is pronounced. */
  | { runs: string[]; phonetic?: string }

export type WorkbookSheet = {
  name: string
  rows: WorkbookCell[][]
  /** Ranges such as `A1:C1`. */
  merges?: string[]
  isHidden?: boolean
}

export type WorkbookOptions = {
  isFrom1904?: boolean
  /** Before every element of the sheets, as some programs write it. */
  prefix?: string
}

/** The bytes of an XLSX workbook, the same ones each time. */
export function buildWorkbook(sheets: readonly WorkbookSheet[], options: WorkbookOptions = {}): Uint8Array {
  return zipParts(workbookParts(sheets, options))
}

/** Packs the parts of a workbook; a test may change or add some first. */
export function zipParts(parts: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(parts).map(
    ([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part] as const,
  )
  return zipSync(Object.fromEntries(entries), { mtime: new Date(2026, 0, 1), level: 1 })
}

/** The parts of a workbook by their paths. */
export function workbookParts(
  sheets: readonly WorkbookSheet[],
  { isFrom1904 = false, prefix = '' }: WorkbookOptions = {},
): Record<string, string> {
  const strings: string[] = []
  const formats: string[] = []
  const parts: Record<string, string> = {}
  for (const [at, sheet] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet, { strings, formats, prefix })
  const list = sheets.map(({ name, isHidden }, at) => {
    const state = isHidden ? ' state="hidden"' : ''
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
  })
  const relations = sheets.map(
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATION}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  parts['xl/workbook.xml'] =
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}">${isFrom1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${list.join('')}</sheets></workbook>`
  parts['xl/_rels/workbook.xml.rels'] =
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`
  parts['xl/sharedStrings.xml'] = `${XML}<sst xmlns="${MAIN}">${strings.join('')}</sst>`
  parts['xl/styles.xml'] = stylesXml(formats)
  return parts
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Shared = { strings: string[]; formats: string[]; prefix: string }

function sheetXml({ rows, merges = [] }: WorkbookSheet, shared: Shared): string {
  const p = shared.prefix
  const lines = rows.map((cells, at) => {
    const written = cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${at + 1}`, shared))
    return `<${p}row r="${at + 1}">${written.join('')}</${p}row>`
  })
  const merged = merges.map((ref) => `<${p}mergeCell ref="${ref}"/>`).join('')
  const namespace = p ? `xmlns:${p.slice(0, -1)}` : 'xmlns'
  return `${XML}<${p}worksheet ${namespace}="${MAIN}"><${p}sheetData>${lines.join('')}</${p}sheetData>${merged && `<${p}mergeCells>${merged}</${p}mergeCells>`}</${p}worksheet>`
}

function cellXml(cell: WorkbookCell, place: string, shared: Shared): string {
  if (cell === null) return ''
  const p = shared.prefix
  const write = (attributes: string, content: string) => `<${p}c r="${place}"${attributes}>${content}</${p}c>`
  const value = (text: string | number) => `<${p}v>${escapeXml(String(text))}</${p}v>`
  if (typeof cell === 'number') return write('', value(cell))
  if (typeof cell === 'string') return write(' t="s"', value(share(`<si><t>${escapeXml(cell)}</t></si>`, shared)))
  if ('error' in cell) return write(' t="e"', value(cell.error))
  if ('inline' in cell) return write(' t="inlineStr"', `<${p}is><${p}t>${escapeXml(cell.inline)}</${p}t></${p}is>`)
  if ('number' in cell) return write(` s="${styleOf(cell.format, shared)}"`, value(cell.number))
  if ('runs' in cell) {
    const runs = cell.runs.map((run) => `<r><rPr><b/></rPr><t xml:space="preserve">${escapeXml(run)}</t></r>`)
    const phonetic = cell.phonetic ? `<rPh sb="0" eb="1"><t>${escapeXml(cell.phonetic)}</t></rPh>` : ''
    return write(' t="s"', value(share(`<si>${runs.join('')}${phonetic}</si>`, shared)))
  }
  const type = typeof cell.value === 'string' ? ' t="str"' : ''
  return write(type, `<${p}f>${escapeXml(cell.formula)}</${p}f>${cell.value === undefined ? '' : value(cell.value)}`)
}

function share(item: string, { strings }: Shared): number {
  return strings.includes(item) ? strings.indexOf(item) : strings.push(item) - 1
}

/** Style 0 has no format. */
function styleOf(format: string, { formats }: Shared): number {
  return formats.includes(format) ? formats.indexOf(format) + 1 : formats.push(format)
}

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(format)}"/>`)
  const styles = formats.map((_format, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`)
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`
}

function letterOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
