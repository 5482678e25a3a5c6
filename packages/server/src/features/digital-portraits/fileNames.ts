import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'

const ENDINGS: Record<PhotographFormat, string> = { jpeg: 'jpg', png: 'png', tiff: 'tif', webp: 'webp' }

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

/** A file by subject, job and its number in the set, with as many digits as the last of the set needs. */
export function nameInSet(
  { subject, job }: { subject: string; job: string },
  { number, of, format }: { number: number; of: number; format: PhotographFormat },
): string {
  const digits = String(number).padStart(Math.max(2, String(of).length), '0')
  return `${safeName(`${subject} - ${job}`)} - ${digits}.${ENDINGS[format]}`
}
