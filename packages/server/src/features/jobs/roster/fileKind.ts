import { RosterError } from '../roster.ts'
import { openZip, type Zip } from './zip.ts'

export type RosterFile = { kind: 'text' } | { kind: 'workbook'; zip: Zip }

const SAVE_AS = 'open it in a spreadsheet program and save it as XLSX or CSV'

/** Tells a workbook from a text by the first bytes, whatever the name of the file; other kinds get a sentence. */
export function openRosterFile(file: Uint8Array): RosterFile {
  if (startsWith(file, [0x50, 0x4b, 0x03, 0x04])) return { kind: 'workbook', zip: openWorkbook(file) }
  if (startsWith(file, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) throw oldWorkbook(file)
  if (startsWith(file, [...Buffer.from('%PDF')]))
    throw new RosterError('The roster is a PDF, which cannot be read: ask the school for a spreadsheet or CSV')
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 2000)).toString('latin1')
  if (/^\W{0,8}<(!doctype html|html|table|head|meta|body)\b/i.test(start))
    throw new RosterError(`The roster is a web page, although it may be named .xls: ${SAVE_AS}`)
  if (/^\W{0,8}<\?(xml|mso)/i.test(start)) throw new RosterError(`The roster is an XML file: ${SAVE_AS}`)
  return { kind: 'text' }
}

function startsWith(file: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => file[at] === byte)
}

function openWorkbook(file: Uint8Array): Zip {
  const zip = openZip(file)
  if (zip.has('xl/workbook.xml')) return zip
  throw new RosterError(otherArchive(zip))
}

function otherArchive(zip: Zip): string {
  if (zip.has('xl/workbook.bin')) return `The roster is a binary workbook (XLSB), which cannot be read: ${SAVE_AS}`
  if (zip.has('word/document.xml'))
    return 'The roster is a document of a word processor: copy its table into a spreadsheet program and save it as XLSX or CSV'
  if (zip.has('Index/Document.iwa') || zip.has('Index.zip'))
    return 'The roster is a Numbers document: export it from Numbers as Excel or CSV'
  if (zip.has('content.xml')) return `The roster is an OpenDocument spreadsheet (ODS), which cannot be read: ${SAVE_AS}`
  return 'The roster is a ZIP archive: unpack it and use the list inside it'
}

/** The container of old workbooks also contains new ones that have a password. */
function oldWorkbook(file: Uint8Array): RosterError {
  const isEncrypted = Buffer.from(file.buffer, file.byteOffset, file.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
  return new RosterError(
    isEncrypted
      ? 'The roster has a password: open it in a spreadsheet program, remove the password and save it'
      : `The roster is an old workbook (XLS), which cannot be read: ${SAVE_AS}`,
  )
}
