import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { MAX_EVENTS_CHARS, MAX_RECORDING_MINUTES } from '@portraitkit/core/support/contract.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import { recordDeletion } from '../../platform/deletions/journal.ts'
import type { Collection, RepeatDeletion } from '../../platform/feature.ts'

/** A recording of a visitor's page, started by the visitor. */
export type StoredRecording = {
  /** Its uuid, which the person tells support. */
  _id: string
  provider: string
  /** SHA-256 of the key that allows adding to it. */
  key: string
  userAgent: string
  started: Date
  /** From then on nothing is added. */
  expires: Date
  /** When the visitor ended it, or it became too large; null until then. */
  ended: Date | null
  /** The size of all its parts, in characters. */
  size: number
  parts: number
  /** When it is deleted, whether anybody has watched it or not. */
  goes: Date
}

export type StoredPart = {
  /** The recording and the position. */
  _id: string
  provider: string
  recording: string
  part: number
  /** JSON of a list of the recorder's events. */
  events: string
  goes: Date
}

const expiryIndex = { key: { goes: 1 }, options: { expireAfterSeconds: 0 } } as const

export const recordingCollections: Collection[] = [
  {
    name: 'recordings',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, key: 1 }, options: { unique: true } },
      { key: { provider: 1, started: -1 } },
      expiryIndex,
    ],
  },
  {
    name: 'recording-parts',
    isImpersonal: true,
    indexes: [{ key: { provider: 1, recording: 1, part: 1 }, options: { unique: true } }, expiryIndex],
  },
]

const MINUTE_MS = 60_000
/** Days after which a recording is deleted. */
const RETENTION_DAYS = 30
/** The maximum size of a recording, in characters and in parts: half an hour on a busy page takes a tenth of it. */
export const MAX_RECORDING_CHARS = 24 * MAX_EVENTS_CHARS
export const MAX_PARTS = 1200

export const recordingsOf = (app: App, provider: string): ProviderCollection<StoredRecording> =>
  providerCollection<StoredRecording>(app, 'recordings', provider)
export const partsOf = (app: App, provider: string): ProviderCollection<StoredPart> =>
  providerCollection<StoredPart>(app, 'recording-parts', provider)

// The key is 256 random bits, so a fast hash is enough.
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Starts a recording. The key is returned once and stored only as its hash. */
export async function startRecording(
  app: App,
  provider: string,
  userAgent: string,
): Promise<{ uuid: string; key: string; expires: Date }> {
  const now = app.clock()
  const [uuid, key] = [randomUUID(), randomBytes(32).toString('base64url')]
  const expires = new Date(now.getTime() + MAX_RECORDING_MINUTES * MINUTE_MS)
  await recordingsOf(app, provider).insertOne({
    _id: uuid,
    key: hashKey(key),
    userAgent,
    started: now,
    expires,
    ended: null,
    size: 0,
    parts: 0,
    goes: new Date(now.getTime() + RETENTION_DAYS * 24 * 60 * MINUTE_MS),
  })
  return { uuid, key, expires }
}

/** The recording of a key while it is running; null afterwards, and for an unknown key. */
export async function openRecording(app: App, provider: string, key: string): Promise<StoredRecording | null> {
  const running = { key: hashKey(key), ended: null, expires: { $gt: app.clock() } }
  return recordingsOf(app, provider).findOne(running)
}

/** Adds a part; an existing one is unchanged. 'ended' if the recording has ended, as it does when it is full. */
export async function addPart(
  app: App,
  provider: string,
  recording: StoredRecording,
  { part, events }: { part: number; events: string },
): Promise<'added' | 'known' | 'ended'> {
  const recordings = recordingsOf(app, provider)
  const running = { _id: recording._id, ended: null, expires: { $gt: app.clock() } }
  const withRoom = { size: { $lte: MAX_RECORDING_CHARS - events.length }, parts: { $lt: MAX_PARTS } }
  const counted = await recordings.updateOne({ ...running, ...withRoom }, { $inc: { size: events.length, parts: 1 } })
  if (counted.matchedCount === 0) {
    await recordings.updateOne(running, { $set: { ended: app.clock() } })
    return 'ended'
  }
  const { _id, goes } = recording
  try {
    await partsOf(app, provider).insertOne({ _id: `${_id} ${part}`, recording: _id, part, events, goes })
  } catch (error) {
    await recordings.updateOne({ _id }, { $inc: { size: -events.length, parts: -1 } })
    if (!isDuplicate(error)) throw error
    return 'known'
  }
  return 'added'
}

/** Ends a recording. Returns its uuid, or null if it has already ended. */
export async function endRecording(app: App, provider: string, key: string): Promise<string | null> {
  const running = { key: hashKey(key), ended: null, expires: { $gt: app.clock() } }
  const ended = await recordingsOf(app, provider).findOneAndUpdate(running, { $set: { ended: app.clock() } })
  return ended?._id ?? null
}

/** The kind under which deleted recordings are recorded, by uuid. */
const RECORDING = 'recording'

/** Deletes a recording completely. False if there was none. */
export function deleteRecording(app: App, provider: string, uuid: string): Promise<boolean> {
  return recordDeletion(app, { provider, kind: RECORDING, ids: [uuid] }, () => eraseRecording(app, provider, uuid))
}

export const repeatRecordingDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [RECORDING]: async (app, { provider, id }) => void (await eraseRecording(app, provider, id)),
}

async function eraseRecording(app: App, provider: string, uuid: string): Promise<boolean> {
  const { deletedCount } = await recordingsOf(app, provider).deleteOne({ _id: uuid })
  await partsOf(app, provider).deleteMany({ recording: uuid })
  return deletedCount > 0
}
