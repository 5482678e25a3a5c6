import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { MAX_RECORDING_MINUTES, support } from './contract.ts'
import { createRecorderRun, hasEnded, type Recorder } from './recorderRun.ts'
import { createRecordingParts } from './recordingParts.ts'

export type RecordingState = {
  /** `unstopped`: recording has stopped, but the server was not notified. */
  status: 'idle' | 'starting' | 'recording' | 'stopping' | 'unstopped'
  /** The current recording, or the last one: support asks for it. */
  uuid: string | null
  /** When it ends by itself, UTC. */
  expires: string | null
  /** How the last recording ended, as far as this page knows. */
  ended: 'by-person' | 'by-time' | null
  /** Why the last step failed, as a text for the visitor. */
  error: string
}

export type Recording = {
  readonly state: RecordingState
  start(): Promise<void>
  /** Recording stops at once, whatever the server answers. */
  stop(): Promise<void>
  /** After a page load in the same tab: continues where the previous page left off. */
  resume(): Promise<void>
}

/**
 * The support recording of this tab. It continues over page loads, ends at its time, and is gone with the tab. `load` fetches
 * the recorder, so that only visitors who record load its code.
 */
export function createRecording(
  shop: Pick<Shop, 'call' | 'memory' | 'events' | 'locale' | 'now' | 'ended'>,
  load: () => Promise<Recorder>,
): Recording {
  const { now } = shop
  const state = proxy<RecordingState>({ status: 'idle', uuid: null, expires: null, ended: null, error: '' })
  const parts = createRecordingParts(shop)
  const run = createRecorderRun(load, parts, { now, onEnd: endByTime, onReturn: onReturn })

  shop.ended.addEventListener('abort', () => run.halt())

  /** The server has ended it, or its time is over. */
  function endByTime(): void {
    run.halt()
    shop.memory.write({ recording: undefined })
    Object.assign(state, { status: 'idle', ended: 'by-time' })
  }

  /** The browser has restored the page: the pages in between have continued the recording, or ended it. */
  function onReturn(): void {
    run.halt()
    shop.memory.refresh()
    state.status = 'idle'
    void resume()
  }

  async function resume(): Promise<void> {
    const recording = shop.memory.read().recording
    if (!recording || state.status !== 'idle') return
    if (Date.parse(recording.expires) <= now()) return endByTime()
    const { uuid, expires } = recording
    Object.assign(state, { status: recording.halted ? 'unstopped' : 'recording', uuid, expires })
    // Without the recorder's script the page itself still works.
    if (!recording.halted) await run.start(expires).catch(() => {})
  }

  onLanguageChange(shop, () => {
    state.error = ''
  })

  const isStarting = () => state.status === 'starting'

  async function start(): Promise<void> {
    if (state.status !== 'idle') return
    Object.assign(state, { status: 'starting', uuid: null, ended: null, error: '' })
    try {
      const userAgent = (globalThis.navigator?.userAgent ?? '').slice(0, 500)
      const { uuid, key } = await shop.call(support.start, { userAgent })
      // By the clock of this device, which may differ from the server's; the server enforces its own limit.
      const expires = new Date(now() + MAX_RECORDING_MINUTES * 60_000).toISOString()
      shop.memory.write({ recording: { uuid, key, expires, next: 0, unsent: [], halted: false } })
      await run.start(expires)
      // The visitor may have stopped it before the recorder's script arrived.
      if (isStarting()) Object.assign(state, { status: 'recording', uuid, expires })
    } catch (error) {
      shop.memory.write({ recording: undefined })
      Object.assign(state, { status: 'idle', error: textOf(error) })
    }
  }

  async function stop(): Promise<void> {
    const recording = shop.memory.read().recording
    if (!recording || state.status === 'stopping') return
    run.halt()
    Object.assign(state, { status: 'stopping', error: '' })
    try {
      await parts.send()
      await shop.call(support.stop, { key: recording.key })
    } catch (error) {
      if (!hasEnded(error)) return reportUnstopped(shop, state, error)
    }
    shop.memory.write({ recording: undefined })
    Object.assign(state, { status: 'idle', ended: 'by-person' })
  }

  return { state, start, stop, resume }
}

/** Recording has stopped, but the server was not notified: the visitor can try again. */
function reportUnstopped(
  { memory, events }: Pick<Shop, 'memory' | 'events'>,
  state: RecordingState,
  error: unknown,
): void {
  const recording = memory.read().recording
  if (recording) memory.write({ recording: { ...recording, halted: true } })
  const message = textOf(error)
  Object.assign(state, { status: 'unstopped', error: message })
  events.emit('pk-error', { reason: isShopError(error) ? error.reason : 'support.not_stopped', message })
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
