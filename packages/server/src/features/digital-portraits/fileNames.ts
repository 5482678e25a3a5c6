import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'

const ENDINGS: Record<PhotographFormat, string> = { jpeg: 'jpg', png: 'png', tiff: 'tif', webp: 'webp' }

const MAX_NAME_LENGTH = 80
// Characters that some operating system refuses in names, and those that reverse the direction of text.
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
/** Names of devices in Windows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** Makes a text usable as a file name on any system; 'picture' if nothing of it is left. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ')
  const short = [...plain].slice(0, MAX_NAME_LENGTH).join('')
  const name = short.replace(/^[\s.]+|[\s.]+$/g, '')
  if (name === '') return 'picture'
  return DEVICES.test(name.split('.')[0] ?? '') ? `_${name}` : name
}

/** A file name made of subject, job and number, with as many digits as the set's last number has. */
export function nameInSet(
  { subject, job }: { subject: string; job: string },
  { number, of, format }: { number: number; of: number; format: PhotographFormat },
): string {
  const digits = String(number).padStart(Math.max(2, String(of).length), '0')
  return `${safeName(`${subject} - ${job}`)} - ${digits}.${ENDINGS[format]}`
}
