import { RosterError } from '../roster.ts'
import { MAX_CELL_LENGTH, tidyCell } from './table.ts'
import { attribute, readXml } from './xml.ts'
import { damaged, type Zip } from './zip.ts'

/** What the cells of all sheets refer to. */
export type Workbook = {
  zip: Zip
  sheets: Sheet[]
  sharedStrings: string[]
  /** By the number of a cell's style. */
  formats: CellFormat[]
  /** Days are counted from 1904, as by old versions for the Mac, instead of 1900. */
  isFrom1904: boolean
}

export type Sheet = { name: string; path: string; isHidden: boolean }

/**
 * How a number is shown: as a date, or with at least so many digits and with texts around it, as `0"B"` shows the class 4B. `hasOtherText`
 * if it is shown with letters or digits in a way that is not read.
 */
export type CellFormat = { isDate: boolean; digits: number; before: string; after: string; hasOtherText: boolean }

/** Reads the parts of a workbook that its sheets need. */
export function openWorkbook(zip: Zip): Workbook {
  const { sheets, isFrom1904 } = readSheets(zip)
  return { zip, sheets, isFrom1904, sharedStrings: readSharedStrings(zip), formats: readFormats(zip) }
}

function readSheets(zip: Zip): { sheets: Sheet[]; isFrom1904: boolean } {
  const targets = readTargets(zip)
  const sheets: Sheet[] = []
  let isFrom1904 = false
  readPart(zip, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
    if (name !== 'sheet') return
    const path = targets.get(attributes['r:id'] ?? attribute(attributes, 'id') ?? '')
    // A sheet that only draws a chart has no people.
    if (path === null) return
    if (path === undefined || !zip.has(path)) throw damaged()
    const isHidden = /hidden/i.test(attribute(attributes, 'state') ?? '')
    sheets.push({ name: tidyCell(attribute(attributes, 'name') ?? ''), path, isHidden })
  })
  if (sheets.length === 0) throw new RosterError('The roster is a workbook without a sheet')
  return { sheets, isFrom1904 }
}

/** The paths of the sheets inside the archive, by the ids with which the workbook names them; null for what is not a sheet of cells. */
function readTargets(zip: Zip): Map<string, string | null> {
  const targets = new Map<string, string | null>()
  readPart(zip, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    if (name !== 'Relationship') return
    const target = attribute(attributes, 'Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
    const hasCells = /\/worksheet$/.test(attribute(attributes, 'Type') ?? '')
    targets.set(attribute(attributes, 'Id') ?? '', hasCells ? path : null)
  })
  return targets
}

function readPart(zip: Zip, path: string, open: (name: string, attributes: Record<string, string>) => void): void {
  const content = zip.read(path)
  if (content) readXml(content, { open })
}

/** Texts are tidied here, once each, however many cells refer to them. */
function readSharedStrings(zip: Zip): string[] {
  const content = zip.read('xl/sharedStrings.xml')
  const strings: string[] = []
  if (!content) return strings
  const collector = createTextCollector()
  readXml(content, {
    open: (name) => collector.open(name),
    text: (text) => collector.text(text),
    close(name) {
      collector.close(name)
      if (name === 'si') strings.push(tidyCell(collector.take()))
    },
  })
  return strings
}

/** Collects the text of a cell from its pieces; how it is pronounced is not part of it. */
export function createTextCollector() {
  let text = ''
  let isText = false
  let isPhonetic = false
  return {
    open(name: string): void {
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = true
    },
    text(piece: string): void {
      if (!isText || isPhonetic) return
      text += piece
      if (text.length > MAX_CELL_LENGTH)
        throw new RosterError(`The roster has a cell of more than ${MAX_CELL_LENGTH} characters`)
    },
    close(name: string): void {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    take(): string {
      const whole = unescapeControls(text)
      text = ''
      return whole
    },
  }
}

/** Workbooks write control characters as `_x000D_`. */
export function unescapeControls(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)).replace('\0', ''),
  )
}

/** The formats that the standard numbers itself; only dates matter. */
const BUILT_IN_DATE = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)

function readFormats(zip: Zip): CellFormat[] {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isOfCells = false
  const content = zip.read('xl/styles.xml')
  if (!content) return formats
  readXml(content, {
    open(name, attributes) {
      if (name === 'numFmt')
        codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) formats.push(formatOf(Number(attribute(attributes, 'numFmtId') ?? 0), codes))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

function formatOf(id: number, codes: ReadonlyMap<number, string>): CellFormat {
  const code = codes.get(id)
  const unread = { digits: 0, before: '', after: '', hasOtherText: false }
  if (code === undefined) return { ...unread, isDate: BUILT_IN_DATE(id) }
  // Without colours, conditions and quoted words: `[Red]`, `"kr"`.
  const plain = code.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '')
  if (/[dmyh]/i.test(plain.replace(/general/gi, ''))) return { ...unread, isDate: true }
  const { before = '', digits, after = '' } = WITH_TEXTS.exec(code)?.groups ?? {}
  if (digits === undefined) return { ...unread, isDate: false, hasOtherText: OTHER_TEXT.test(code) }
  const zeros = digits.startsWith('0') ? digits.length : 0
  return { isDate: false, digits: zeros, before: literalOf(before), after: literalOf(after), hasOtherText: false }
}

/** One number with quoted or escaped texts around it. */
const WITH_TEXTS = /^(?<before>(?:"[^"]*"|\\.)*)(?<digits>0+|#|general)(?<after>(?:"[^"]*"|\\.)*)$/iu
const OTHER_TEXT = /"[^"]*[\p{L}\p{N}][^"]*"|\\[\p{L}\p{N}]/u

const literalOf = (pieces: string) =>
  pieces.replace(/"([^"]*)"|\\(.)/gu, (_piece, quoted, escaped) => quoted ?? escaped)
