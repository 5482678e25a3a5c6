import { isShopError } from '../errors.ts'
import { times } from '../natives.ts'
import type { Shop } from '../shop.ts'
import { FIELD, type OwnPicture, uploads } from './contract.ts'
import { fetchWithProgress } from './fetchWithProgress.ts'
import { MAX_FILE_BYTES } from './limits.ts'

// 001 §3: the status of an upload: 0 queued, 1 uploading, 2 done, -1 failed.
export type UploadStatus = 0 | 1 | 2 | -1

/** A file on its way to the server. */
export type UploadFile = {
  id: number
  name: string
  bytes: number
  status: UploadStatus
  /** 0 to 1. */
  progress: number
  /** It has failed and is being retried. */
  retrying: boolean
  /** Why the server, or the browser on its behalf, refuses the file; null if no answer came. */
  refusal: { reason: string; text: string } | null
}

// 001 §9: retries 5, wait 5000 ms.
const RETRIES = 5
const WAIT_MS = 5000
/** The number of files sent at once: more would share one line and fail together. */
const PARALLEL = 2

// 001 §5: only files whose type starts with image.
export function isPicture({ type }: { readonly type: string }): boolean {
  return type.startsWith('image')
}

/** The progress of all files, 0 to 1, by their size. A failed file counts as not sent; a refused one does not count. */
export function totalProgress(files: readonly UploadFile[]): number {
  const accepted = files.filter(({ refusal }) => !refusal)
  const all = accepted.reduce((sum, { bytes }) => sum + bytes, 0)
  const gone = accepted.reduce((sum, { bytes, status, progress }) => sum + bytes * (status === -1 ? 0 : progress), 0)
  return all > 0 ? gone / all : 0
}

/** An entry of the queue. A file that is too large is refused here, so that it is not sent in vain. */
export function queuedFile(id: number, { name, size }: File): UploadFile {
  const isTooLarge = size > MAX_FILE_BYTES
  return {
    id,
    name,
    bytes: size,
    status: isTooLarge ? -1 : 0,
    progress: 0,
    retrying: false,
    refusal: isTooLarge ? { reason: 'uploads.too_large', text: '' } : null,
  }
}

type Sending = { shop: Shop; signal: AbortSignal; onStored: (picture: OwnPicture) => void }
type Job = { file: File; entry: UploadFile }

/** Sends files, a few at once, until each is done or has failed. Each entry reports the status of its file. */
export async function sendAll(next: () => Job | undefined, sending: Sending): Promise<void> {
  async function work(): Promise<void> {
    for (let job = next(); job && !sending.signal.aborted; job = next()) await sendOne(job, sending)
  }
  await Promise.all(times(PARALLEL, work))
}

async function sendOne({ file, entry }: Job, { shop, signal, onStored }: Sending): Promise<void> {
  entry.status = 1
  for (let tries = 0; ; tries++) {
    const form = new FormData()
    form.append(FIELD, file, file.name)
    const send = fetchWithProgress((share) => {
      entry.progress = share
    })
    try {
      const { images } = await shop.call(uploads.send, {}, { form, send, signal })
      Object.assign(entry, { status: 2, progress: 1, retrying: false })
      for (const picture of images) onStored(picture)
      return
    } catch (error) {
      if (signal.aborted) return
      if (!isShopError(error)) throw error
      if (isFinal(error.status) || tries === RETRIES) {
        const refusal = isFinal(error.status) ? { reason: error.reason, text: error.message } : null
        Object.assign(entry, { status: -1, retrying: false, refusal })
        return
      }
    }
    Object.assign(entry, { retrying: true, progress: 0 })
    await rest(signal)
    if (signal.aborted) return
  }
}

/** The server's refusal is final. No answer, an overload or an internal error may be temporary. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, WAIT_MS)
    const over = () => {
      clearTimeout(timer)
      done()
    }
    signal.addEventListener('abort', over, { once: true })
  })
}
