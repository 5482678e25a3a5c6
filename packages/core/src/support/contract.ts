import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { nothing, time } from '../schemas.ts'

// lingui-set comment="What the shop answers when a recording for support fails"

/** The maximum length of a recording, in minutes. */
export const MAX_RECORDING_MINUTES = 30
/** The maximum number of characters of events per call. */
export const MAX_EVENTS_CHARS = 500_000

const ended = {
  'support.ended': { status: 410, text: msg({ message: 'This recording has ended.' }) },
} as const

/** The support recording: a session replay with every input and every picture masked, started and stopped by the visitor. */
export const support = {
  start: endpoint({
    name: 'support.startRecording',
    method: 'POST',
    path: '/api/webshop/debug-recording',
    access: 'public',
    changes: true,
    input: () => z.object({ userAgent: z.string().check(z.maxLength(500)) }),
    answer: () =>
      z.object({
        /** Identifies the recording, for support. */
        uuid: z.string(),
        /** The token for adding events; sent with each of them. */
        key: z.string(),
        expires: time(),
      }),
    summary: 'Starts a recording.',
  }),
  events: endpoint({
    name: 'support.addEvents',
    method: 'POST',
    path: '/api/webshop/debug-recording/events',
    access: 'public',
    changes: true,
    visitorBody: 1_000_000,
    input: () =>
      z.object({
        key: z.string().check(z.maxLength(300)),
        /** Position of this part, from 0: a part that was sent twice is stored once. */
        part: z.int().check(z.nonnegative()),
        /** A JSON list of the recorder's events. */
        events: z.string().check(z.maxLength(MAX_EVENTS_CHARS)),
      }),
    answer: nothing,
    failures: ended,
    summary: 'Adds a part: what has happened since the previous one.',
  }),
  stop: endpoint({
    name: 'support.stopRecording',
    method: 'DELETE',
    path: '/api/webshop/debug-recording',
    access: 'public',
    changes: true,
    input: () => z.object({ key: z.string().check(z.maxLength(300)) }),
    answer: () => z.object({ uuid: z.string() }),
    failures: ended,
    summary: 'Ends a recording.',
  }),
}
