import type { PhotographFormat } from '../derivatives/photograph.ts'

const ENDINGS: Record<PhotographFormat, readonly [string, ...string[]]> = {
  jpeg: ['jpg', 'jpeg', 'jpe'],
  png: ['png'],
  tiff: ['tif', 'tiff'],
  webp: ['webp'],
}

const LONGEST = 80
// What some system does not take in a name, and what would write a name backwards.
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
/** Names that are devices to Windows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** A text as the name of a file on any system; 'picture' where nothing of it is left. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(REFUSED, ' ').replace(/\s+/g, ' ')
  const short = [...plain].slice(0, LONGEST).join('')
  const name = short.replace(/^[\s.]+|[\s.]+$/g, '')
  if (name === '') return 'picture'
  return DEVICES.test(name.split('.')[0] ?? '') ? `_${name}` : name
}

/** A photograph's own name, with the ending of what is in the file. */
export function nameOfFile(fileName: string, format: PhotographFormat): string {
  const dot = fileName.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot + 1)] : [fileName, '']
  const known = ENDINGS[format].includes(ending.toLowerCase()) ? ending : ENDINGS[format][0]
  return `${safeName(stem)}.${known}`
}

/** The files of a set by subject, job and number, with as many digits as the last of them needs. */
export function nameInSet(
  { subject, job }: { subject: string; job: string },
  { number, of, format }: { number: number; of: number; format: PhotographFormat },
): string {
  const digits = String(number).padStart(Math.max(2, String(of).length), '0')
  return `${safeName(`${subject} - ${job}`)} - ${digits}.${ENDINGS[format][0]}`
}
