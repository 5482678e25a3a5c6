import type { Shop } from '../shop.ts'
import { MAX_EVENTS_CHARS, support } from './contract.ts'

/** The maximum number of characters carried over to the tab's next page: session storage is small. */
const MAX_CARRIED_CHARS = 1_000_000
/** The maximum number of characters per part, without the brackets of the list. */
const MAX_PART_CHARS = MAX_EVENTS_CHARS - 10

/** The recorded events that were not sent yet. They are stored in the tab's memory, so that they survive the page. */
export type RecordingParts = {
  /** Adds one event as JSON. */
  add(event: string): void
  /** Sends everything, one part after another; what does not arrive stays for the next time. */
  send(): Promise<void>
  /** Called before the page is left: unsent events are left to the next one. */
  leave(): void
}

/** The parts of the recording in this tab's memory. */
export function createRecordingParts(shop: Pick<Shop, 'call' | 'memory'>): RecordingParts {
  let waiting: string[] = []
  let size = 0
  let sending: Promise<void> | undefined

  /** Turns the events since the last part into a part, with a number that is never used again. */
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
      // An event too large for a call is dropped: the next full snapshot repairs the recording.
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
