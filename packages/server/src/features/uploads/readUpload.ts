import { open, readFile } from 'node:fs/promises'
import { MAX_PIXELS } from '@portraitkit/core/uploads/limits.ts'
import { type DerivedPicture, derivePicture } from '../../imaging/derivatives/derive.ts'
import { measureImage } from '../../imaging/derivatives/imageMetric.ts'
import { PhotographError, sniff } from '../../imaging/derivatives/photograph.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { ReceivedFile } from './receiveFiles.ts'
import { runInTurn } from './uploadQueue.ts'

/** A picture of the largest size takes a tenth of it; stops files that were made to keep the server busy. */
const MAX_SECONDS = 40
/** The brand of an ISO file, after its `ftyp`. All of these contain pictures that are, or may be, coded as HEVC. */
const HEIC = /^(?:hei[a-z]|hev[a-z]|mif1|msf1)$/

/**
 * Converts a customer's file to a picture, judging by its content and not by its name. Throws a failure that says what to do
 * about it.
 */
export async function readUpload(app: App, file: ReceivedFile): Promise<{ original: Buffer; derived: DerivedPicture }> {
  refuseByContent(await readStart(file.path), file)
  return runInTurn(async () => {
    const original = await readFile(file.path)
    try {
      const limits = { maxPixels: MAX_PIXELS, maxSeconds: MAX_SECONDS }
      const derived = await measureImage(app, 'upload', () => derivePicture(original, { limits }))
      return { original, derived }
    } catch (cause) {
      if (!(cause instanceof PhotographError)) throw cause
      throw new Failure(reasonOf(cause), { data: { file: file.name }, cause })
    }
  })
}

function refuseByContent(start: Buffer, { name }: ReceivedFile): void {
  const format = sniff(start)
  if (format && format !== 'tiff') return
  const text = start.toString('latin1')
  const isHeic = text.slice(4, 8) === 'ftyp' && HEIC.test(text.slice(8, 12))
  throw new Failure(isHeic ? 'uploads.heic' : 'uploads.format', { data: { file: name } })
}

function reasonOf({ reason }: PhotographError): string {
  if (reason === 'too-large') return 'uploads.too_many_pixels'
  return reason === 'broken' ? 'uploads.broken' : 'uploads.format'
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
