import readExif from 'exif-reader'
import sharp from 'sharp'
import { sniff } from '../derivatives/photograph.ts'

/** What a camera writes into its files about when and with what a picture was taken. */
export type ShotFacts = {
  /** Null if the file does not say. */
  time: ShotTime | null
  /** Make and model; empty if unknown. */
  model: string
  /** The number of the camera's body; empty if unknown. */
  serial: string
}

/** The camera's clock in milliseconds, as if it were UTC, and how many minutes it is ahead of UTC; null if it does not say. */
export type ShotTime = { local: number; offset: number | null }

const NOTHING: ShotFacts = { time: null, model: '', serial: '' }

/** The facts of a picture file; empty for a file that has none or cannot be read. */
export async function shotFacts(file: Buffer): Promise<ShotFacts> {
  // An empty file, for example, is refused by the library before it is read.
  if (!sniff(file)) return NOTHING
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return metadata?.exif ? factsOf(metadata.exif) : NOTHING
}

/** The facts in a block of EXIF, which may be damaged. */
export function factsOf(block: Buffer): ShotFacts {
  try {
    const { Image: image, Photo: photo } = readExif(block)
    const model = [image?.Make, image?.Model].map(textOf).filter(Boolean)
    return {
      time: timeOf(photo?.DateTimeOriginal, textOf(photo?.SubSecTimeOriginal), textOf(photo?.OffsetTimeOriginal)),
      // Many models begin with the name of their make.
      model: (model[1]?.startsWith(model[0]?.split(' ')[0] as string) ? model.slice(1) : model).join(' '),
      serial: textOf(photo?.BodySerialNumber),
    }
  } catch {
    return NOTHING
  }
}

const MAX_TEXT = 60

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\0.*$/s, '').trim().slice(0, MAX_TEXT) : ''
}

function timeOf(date: unknown, fraction: string, offset: string): ShotTime | null {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return null
  const milliseconds = /^\d+$/.test(fraction) ? Math.floor(Number(`0.${fraction}`) * 1000) : 0
  const [, sign, hours, minutes] = offset.match(/^([+-])(\d\d):(\d\d)$/) ?? []
  const ahead = sign === undefined ? null : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return { local: date.getTime() + milliseconds, offset: ahead }
}
