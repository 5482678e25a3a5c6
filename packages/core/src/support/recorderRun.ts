import { isShopError } from '../errors.ts'
import type { createRecordingParts } from './recordingParts.ts'

/** Starts recording; `onEvent` receives each event as JSON, until the returned function is called. */
export type Recorder = (onEvent: (event: string) => void) => () => void

/** The interval between sends, in milliseconds. */
const SEND_INTERVAL_MS = 4000

/** A running recorder on this page. */
export type RecorderRun = {
  /** Records until `expires`, UTC, unless it is halted before. Throws if the recorder's script cannot be fetched. */
  start(expires: string): Promise<void>
  halt(): void
}

type RunHost = {
  now(): number
  /** The server has ended it, or its time is over. */
  onEnd(): void
  /** The browser has restored the page from its cache. */
  onReturn(): void
}

export function createRecorderRun(
  load: () => Promise<Recorder>,
  parts: ReturnType<typeof createRecordingParts>,
  { now, onEnd, onReturn }: RunHost,
): RecorderRun {
  let halt = () => {}
  return {
    halt: () => halt(),
    async start(expires) {
      let isHalted = false
      halt = () => {
        isHalted = true
      }
      const record = await load()
      if (isHalted) return
      const turn = () => {
        // A sleeping machine's timers sleep too, so each turn checks the clock.
        if (Date.parse(expires) <= now()) return onEnd()
        parts.send().catch((error: unknown) => {
          if (hasEnded(error)) onEnd()
          // Without a connection it is retried at the next turn.
          else if (!isShopError(error)) throw error
        })
      }
      const stopRecorder = record(parts.add)
      const timer = setInterval(turn, SEND_INTERVAL_MS)
      const stopWatching = watchPage(() => {
        parts.leave()
        stopRecorder()
        clearInterval(timer)
      }, onReturn)
      halt = () => {
        halt = () => {}
        stopRecorder()
        clearInterval(timer)
        stopWatching()
      }
    },
  }
}

/** Whether the server has ended the recording. */
export function hasEnded(error: unknown): boolean {
  return isShopError(error) && error.reason === 'support.ended'
}

/** Calls back when the page is left, and when the browser restores it. */
function watchPage(onLeave: () => void, onReturn: () => void): () => void {
  const onPageShow = (event: Event) => (event as PageTransitionEvent).persisted && onReturn()
  globalThis.addEventListener?.('pagehide', onLeave)
  globalThis.addEventListener?.('pageshow', onPageShow)
  return () => {
    globalThis.removeEventListener?.('pagehide', onLeave)
    globalThis.removeEventListener?.('pageshow', onPageShow)
  }
}
