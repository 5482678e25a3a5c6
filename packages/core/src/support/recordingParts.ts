import type { Shop } from '../shop.ts'
import { MAX_EVENTS_CHARS, support } from './contract.ts'

/** Most characters that are carried to the next page of the tab: session storage is small. */
const MAX_CARRIED_CHARS = 1_000_000
/** Most characters of one part; the brackets of a list come on top. */
const MAX_PART_CHARS = MAX_EVENTS_CHARS - 10

/** What is recorded and not sent yet. It is kept in the tab's memory, so that it is not lost with a page. */
export type RecordingParts = {
  /** Takes one event as JSON. */
  add(event: string): void
  /** Sends all there is, one part after another; what does not arrive stays for the next time. */
  send(): Promise<void>
  /** Before the page goes: what was not sent is left to the next one. */
  leave(): void
}

/** The parts of the recording that this tab's memory holds. */
export function createRecordingParts(shop: Pick<Shop, 'call' | 'memory'>): RecordingParts {
  let waiting: string[] = []
  let size = 0
  let sending: Promise<void> | undefined

  /** What came since the last part becomes one, with a number that is never used again. */
  function close(): void {
    const recording = shop.memory.read().recording
    const events = `[${waiting.join(',')}]`
    if (recording && waiting.length > 0) {
      const unsent = [...recording.unsent, { part: recording.next, events }]
      shop.memory.write({ recording: { ...recording, next: recording.next + 1, unsent } })
    }
    waiting = []
    size = 0
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const recording = shop.memory.read().recording
      const [first] = recording?.unsent ?? []
      if (!recording || !first) return
      await shop.call(support.events, { key: recording.key, ...first })
      const now = shop.memory.read().recording
      if (!now) return
      shop.memory.write({ recording: { ...now, unsent: now.unsent.filter(({ part }) => part !== first.part) } })
    }
  }

  return {
    add(event) {
      // An event that no call can carry is left out: the next whole picture of the page mends the film.
      if (event.length > MAX_PART_CHARS) return
      if (size + event.length + 1 > MAX_PART_CHARS) close()
      waiting.push(event)
      size += event.length + 1
    },
    send() {
      close()
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
    leave() {
      close()
      const recording = shop.memory.read().recording
      if (!recording) return
      let room = MAX_CARRIED_CHARS
      const newest = recording.unsent.toReversed().filter(({ events }) => {
        room -= events.length
        return room >= 0
      })
      if (newest.length < recording.unsent.length) {
        shop.memory.write({ recording: { ...recording, unsent: newest.toReversed() } })
      }
    },
  }
}
