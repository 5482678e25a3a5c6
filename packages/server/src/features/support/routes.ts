import { support as contract } from '@portraitkit/core/support/contract.ts'
import { Failure, wrongField } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { type Limit, type Limited, throttled } from '../../platform/http/throttle.ts'
import { networkAddress } from '../../platform/networkAddress.ts'
import {
  addPart,
  endRecording,
  openRecording,
  recordingCollections,
  repeatRecordingDeletion,
  type StoredRecording,
  startRecording,
} from './collection.ts'

const HOUR_MS = 60 * 60_000
/** Recordings started from one address: every one counts, not only failures. */
const startLimit: Limit = { kind: 'recording', limit: 6, windowMs: HOUR_MS }
/** The limit for the whole shop, so that many addresses together cannot fill its disk. */
const shopLimit: Limit = { kind: 'recording-shop', limit: 200, windowMs: HOUR_MS }
/** Attempts with unknown keys. */
const keyLimit: Limit = { kind: 'recording-key', limit: 100, windowMs: HOUR_MS }

/** Bytes that are stored for one address, and for the whole shop: a day of recordings must not fill a disk. */
const bytesLimit: Limit = { kind: 'recording-bytes', limit: 50_000_000, windowMs: 24 * HOUR_MS }
const shopBytesLimit: Limit = { kind: 'recording-bytes-shop', limit: 1_000_000_000, windowMs: 24 * HOUR_MS }
/** The size of a recording or a part in addition to its text. */
const DOCUMENT_BYTES = 500

/** The limits of storing a text. */
function byteLimits({ http }: CallContext, text: string): Limited[] {
  const times = DOCUMENT_BYTES + Buffer.byteLength(text)
  return [
    { limit: bytesLimit, who: networkAddress(http.ip), times },
    { limit: shopBytesLimit, who: '', times },
  ]
}

/** Adds a part within the day's bytes. Null if the recording has ended; one that goes beyond them ends it, and throws. */
async function addWithinBytes(
  call: CallContext,
  recording: StoredRecording,
  sent: { key: string; part: number; events: string },
): Promise<true | null> {
  const { app, provider } = call
  try {
    return await throttled(call, byteLimits(call, sent.events), async () => {
      const outcome = await addPart(app, provider.key, recording, sent)
      return { failed: outcome === 'added', answer: outcome === 'ended' ? null : true }
    })
  } catch (error) {
    // A running recorder would send the part again and again.
    if (error instanceof Failure && error.reason === 'throttle.wait') await endRecording(app, provider.key, sent.key)
    throw error
  }
}

/** A caller with the key of a running recording is not delayed; guessers are. */
async function withKey<T>(call: CallContext, use: () => Promise<T | null>): Promise<T> {
  const found = await throttled(call, [{ limit: keyLimit, who: networkAddress(call.http.ip) }], async () => {
    const answer = await use()
    return { failed: answer === null, answer }
  })
  if (found === null) throw new Failure('support.ended')
  return found
}

export const support: Feature = {
  name: 'support',
  collections: recordingCollections,
  repeatDeletion: repeatRecordingDeletion,
  commands: [
    {
      name: 'recordings',
      usage: 'recordings list | html <uuid> <file> | delete <uuid>',
      summary: 'lists the recordings that customers made for support, exports or deletes one',
      load: async () => (await import('./command.ts')).recordingsCommand,
    },
  ],
  calls: bind(contract, {
    start: async ({ userAgent }, call) => {
      const { app, provider, http } = call
      const limits = [
        { limit: startLimit, who: networkAddress(http.ip) },
        { limit: shopLimit, who: '' },
        ...byteLimits(call, userAgent),
      ]
      const { expires, ...recording } = await throttled(call, limits, async () => ({
        failed: true,
        answer: await startRecording(app, provider.key, userAgent),
      }))
      return { ...recording, expires: expires.toISOString() }
    },

    events: async ({ key, part, events }, call) => {
      const { app, provider } = call
      if (!isList(events)) throw wrongField('events', { code: 'list' })
      await withKey(call, async () => {
        const recording = await openRecording(app, provider.key, key)
        return recording && (await addWithinBytes(call, recording, { key, part, events }))
      })
      return {}
    },

    stop: async ({ key }, call) => ({
      uuid: await withKey(call, () => endRecording(call.app, call.provider.key, key)),
    }),
  }),
}

/** Whether a text is JSON of a list of objects. */
function isList(written: string): boolean {
  try {
    const read: unknown = JSON.parse(written)
    return Array.isArray(read) && read.every((one) => typeof one === 'object' && one !== null)
  } catch {
    return false
  }
}
