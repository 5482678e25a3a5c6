import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'
import { CONTENT_TYPES } from '../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { parseRangeHeader } from '../../platform/http/byteRange.ts'
import { findTicket, spendTicket } from '../../platform/http/ticket.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import { findSession } from '../account/sessions/sessions.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { coverFirst } from '../picture-sets/pictureSets.ts'
import { brokenDownloadTexts } from './brokenDownloadTexts.ts'
import { DOWNLOAD_PATH, type FoundDownload, findDownload, readTarget, type Target, ticketPurpose } from './downloads.ts'
import { nameInSet, safeName } from './fileNames.ts'
import { createChunks, sendChunks } from './sendChunks.ts'
import { isComposed, type WholePicture, wholePicture } from './wholePicture.ts'
import { type ZipEntry, zipLength, zipOf } from './zip.ts'

/** How long an interrupted download may be resumed with its ticket. */
const LINGER_MS = 10 * 60_000

/**
 * A download that the browser opens by itself: with a ticket, once, or with the buyer's session. Whatever is wrong, the answer
 * only says that it cannot be downloaded this way.
 */
export const downloadPage: Page = {
  method: 'GET',
  path: DOWNLOAD_PATH,
  needsProvider: true,
  brokenLink: { texts: brokenDownloadTexts, path: '/my-account/picture-sets' },
  handle: async (http, app, provider) => {
    const target = readTarget((name) => textOf(http, name))
    const way = provider && target && (await accessOf(http, app, provider, target))
    if (!provider || !way) throw new Failure('not_found')
    const found = await findDownload(app, provider, way.customer, target).catch(refuse)
    http.set('Cache-Control', 'no-store')
    const find = () => findDownload(app, provider, way.customer, target)
    if (target.dl === 'set') await sendSet(http, app, provider, { ...found, find }, way)
    else await sendFile(http, app, provider, found, way)
  },
}

function textOf(http: Context, name: string): string | undefined {
  const value = http.query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function refuse(error: unknown): never {
  throw error instanceof Failure ? new Failure('not_found', { cause: error }) : error
}

/** The caller, and the right by which they download. A used ticket only resumes its own download. */
type DownloadAccess = { customer: string; ticket: string | null; isUsed: boolean }

async function accessOf(http: Context, app: App, provider: Provider, target: Target): Promise<DownloadAccess | null> {
  const ticket = textOf(http, 'ticket')
  if (ticket === undefined) {
    const session = await findSession(app, provider, http, app.clock())
    return session && { customer: session.customer.uuid, ticket: null, isUsed: false }
  }
  const found = await findTicket(app, provider, ticketPurpose(target), ticket)
  return found && { customer: found.data.customer ?? '', ticket, isUsed: found.isUsed }
}

/** Uses the ticket up, and records the download. A HEAD request does neither. */
async function beginDownload(
  http: Context,
  app: App,
  provider: Provider,
  { customer, ticket, isUsed }: DownloadAccess,
  content: { subject: string; picture?: string },
): Promise<void> {
  if (http.method === 'HEAD') return
  if (ticket !== null && !isUsed && !(await spendTicket(app, provider, ticket, LINGER_MS)))
    throw new Failure('not_found')
  recordSecurityEvent({ app, provider, http }, { event: 'download', customer, ...content })
}

async function sendFile(
  http: Context,
  app: App,
  provider: Provider,
  found: FoundDownload,
  way: DownloadAccess,
): Promise<void> {
  const [picture] = found.pictures
  if (!picture) throw new Failure('not_found')
  const whole = await wholePicture(app, provider.key, picture, found.behind)
  const head = await app.blobs.head(whole.key)
  if (!head) throw new Error(`The file ${whole.key} is gone`)
  // Only a client that received the beginning knows the tag, and may get the rest.
  const tag = `"${app.secrets.sign('download', `${provider.key} ${way.customer} ${whole.key} ${head.size}`).slice(0, 32)}"`
  const isSame = http.get('if-range') === tag
  const isRangeValid = http.method === 'GET' && (http.get('if-range') === '' || isSame)
  const part = isRangeValid ? parseRangeHeader(http.get('range'), head.size) : null
  if (way.isUsed && !(isSame && part && part !== 'none' && part.start > 0)) throw new Failure('not_found')
  http.set('Accept-Ranges', 'bytes')
  if (part === 'none') {
    http.status = 416
    http.set('Content-Range', `bytes */${head.size}`)
    http.body = ''
    return
  }
  await beginDownload(http, app, provider, way, { subject: found.set.subject.uuid, picture: picture.uuid })
  http.attachment(nameOf(found.set, picture, whole.format))
  http.type = CONTENT_TYPES[whole.format]
  http.set('ETag', tag)
  if (part) {
    http.status = 206
    http.set('Content-Range', `bytes ${part.start}-${part.end}/${head.size}`)
  }
  const length = part ? part.end - part.start + 1 : head.size
  if (http.method === 'HEAD') return answerLength(http, length)
  send(http, await openPart(app, whole, part ?? undefined), length)
}

/** A whole set, each picture of which is found again when it is sent. */
type SetDownload = FoundDownload & { find: () => Promise<FoundDownload> }

async function sendSet(
  http: Context,
  app: App,
  provider: Provider,
  found: SetDownload,
  way: DownloadAccess,
): Promise<void> {
  // An archive that is assembled while it is sent has no parts that could be requested again.
  if (way.isUsed) throw new Failure('not_found')
  const entries = await entriesOf(app, provider, found)
  const length = zipLength(entries)
  const { subject, job } = found.set
  await beginDownload(http, app, provider, way, { subject: subject.uuid })
  http.attachment(`${safeName(`${subject.name} - ${job.name}`)}.zip`)
  http.type = 'application/zip'
  http.set('Accept-Ranges', 'none')
  if (http.method === 'HEAD') return answerLength(http, length)
  if (length !== null) http.length = length
  http.status = 200
  // the body is written here, not by Koa
  http.respond = false
  sendChunks(http.res, zipOf(entries)).catch((error: unknown) => {
    // A file that ends too early must not look complete.
    http.res.destroy()
    http.app.emit('error', error, http)
  })
}

/** The name of a file, by itself and in a whole set, with the picture's number on the shop's pages. */
function nameOf(
  { subject, job, pictures }: DeliveredSet,
  { uuid }: DeliveredPicture,
  format: PhotographFormat,
): string {
  const number = 1 + coverFirst(pictures).findIndex((each) => each.uuid === uuid)
  return nameInSet({ subject: subject.name, job: job.name }, { number, of: pictures.length, format })
}

async function entriesOf(
  app: App,
  provider: Provider,
  { set, pictures, behind, find }: SetDownload,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  const chunksOf = createChunks(app.blobs)
  for (const picture of coverFirst(pictures)) {
    const made = async () => wholePicture(app, provider.key, picture, behind)
    const known = (await isComposed(app, provider.key, picture, behind)) ? await made() : null
    const head = known && (await app.blobs.head(known.key))
    const isCutOut = picture.greenscreen && known === null
    const format = known?.format ?? (isCutOut ? 'jpeg' : picture.format)
    entries.push({
      name: nameOf(set, picture, format),
      size: head?.size ?? null,
      modified: set.job.creationTime,
      open: async () => {
        // It may have been corrected since the first picture was sent, which takes minutes on a slow line.
        const isTheirs = (await find()).pictures.some(({ uuid }) => uuid === picture.uuid)
        if (!isTheirs) throw new Failure('not_found')
        return chunksOf((await made()).key)
      },
    })
  }
  return entries
}

async function openPart(app: App, { key }: WholePicture, part?: { start: number; end: number }): Promise<Readable> {
  const stream = await app.blobs.stream(key, part)
  if (!stream) throw new Error(`The file ${key} is gone`)
  return stream
}

/** Sends a known length, also to a browser that sends a HEAD request before it downloads. */
function answerLength(http: Context, length: number | null): void {
  http.status = 200
  if (length !== null) http.length = length
}

function send(http: Context, stream: Readable, length: number | null): void {
  // A file that ends too early must not look complete.
  stream.once('error', () => http.res.destroy())
  http.body = stream
  if (length !== null) http.length = length
}
