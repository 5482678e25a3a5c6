import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { support } from './contract.ts'
import { createRecorderRun } from './recorderRun.ts'
import { createRecordingParts } from './recordingParts.ts'
import { createRecording } from './state.ts'

const START = Date.UTC(2026, 0, 1)
const EXPIRES = new Date(START + 60_000).toISOString()
const SEND_INTERVAL_MS = 4000

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers({ now: START })
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const returnTo = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A tab whose recording has begun, and a recorder that sees what the test passes to it. */
function at(change: Parameters<typeof answers>[0] = {}) {
  const parts: unknown[] = []
  const built = aShop(
    answers({
      [support.events.name]({ part, events }) {
        parts.push([part, events])
        return {}
      },
      [support.stop.name]: {},
      ...change,
    }),
    'one',
  )
  const recording = { uuid: 'one', key: 'key', expires: EXPIRES, next: 0, unsent: [], halted: false }
  built.shop.memory.write({ recording })
  const tab = { running: 0, ended: 0, returned: 0, see: (_event: string) => {} }
  const script = Promise.withResolvers<void>()
  async function load() {
    await script.promise
    return (onEvent: (event: string) => void) => {
      Object.assign(tab, { running: tab.running + 1, see: onEvent })
      return () => {
        tab.running = 0
      }
    }
  }
  const run = createRecorderRun(load, createRecordingParts(built.shop), {
    now: Date.now,
    onEnd: () => Object.assign(tab, { ended: tab.ended + 1 }),
    onReturn: () => Object.assign(tab, { returned: tab.returned + 1 }),
  })
  const start = () => {
    script.resolve()
    return run.start(EXPIRES)
  }
  return { built, tab, parts, script, load, run, start }
}

describe('a running recorder', () => {
  it('sends every four seconds what has happened since', async () => {
    const { tab, parts, start } = at()
    await start()
    tab.see('"one"')
    tab.see('"two"')
    await later(SEND_INTERVAL_MS - 1)
    expect(parts).toEqual([])
    await later(1)
    tab.see('"three"')
    await later(SEND_INTERVAL_MS)
    expect(parts).toEqual([
      [0, '["one","two"]'],
      [1, '["three"]'],
    ])
  })

  it('after a lost connection sends what did not arrive', async () => {
    const { built, tab, parts, start } = at()
    await start()
    built.isOnline = false
    tab.see('"one"')
    await later(2 * SEND_INTERVAL_MS)
    built.isOnline = true
    await later(SEND_INTERVAL_MS)
    expect([parts, tab.ended]).toEqual([[[0, '["one"]']], 0])
  })

  it('ends when its time is over by the clock, and sends nothing then', async () => {
    const { tab, parts, start } = at()
    await start()
    tab.see('"one"')
    // The machine has slept.
    vi.setSystemTime(START + 60_000)
    await later(SEND_INTERVAL_MS)
    expect([tab.ended, parts]).toEqual([1, []])
  })

  it('ends when the server has ended it', async () => {
    const { tab, start } = at({ [support.events.name]: refusal('support.ended', 'This recording has ended.', 410) })
    await start()
    tab.see('"one"')
    await later(SEND_INTERVAL_MS)
    expect(tab.ended).toBe(1)
  })
})

describe('a recorder that is halted', () => {
  it('records, sends and watches nothing more', async () => {
    const { tab, parts, run, start } = at()
    await start()
    tab.see('"one"')
    run.halt()
    await later(2 * SEND_INTERVAL_MS)
    returnTo(true)
    expect([tab.running, parts, tab.returned]).toEqual([0, [], 0])
  })

  it('does not start if its script arrives after the halt', async () => {
    const { tab, run, script } = at()
    const starting = run.start(EXPIRES)
    run.halt()
    script.resolve()
    await starting
    await later(2 * SEND_INTERVAL_MS)
    expect(tab.running).toBe(0)
  })

  it.each(['resume', 'start'] as const)(
    'records nothing if the visitor stopped it before its script arrived: %s',
    async (step) => {
      const { built, tab, load, script } = at({ [support.start.name]: { uuid: 'one', key: 'key' } })
      const recording = createRecording(built.shop, load)
      const beginning = recording[step]()
      await later(0)
      await recording.stop()
      script.resolve()
      await beginning
      expect([tab.running, recording.state.status, recording.state.ended]).toEqual([0, 'idle', 'by-person'])
    },
  )
})

describe('a page with a recorder', () => {
  it('leaves what was not sent to the next page', async () => {
    const { built, tab, parts, start } = at()
    await start()
    tab.see('"one"')
    page.dispatchEvent(new Event('pagehide'))
    await later(2 * SEND_INTERVAL_MS)
    expect([tab.running, parts]).toEqual([0, []])
    expect(built.shop.memory.read().recording?.unsent).toEqual([{ part: 0, events: '["one"]' }])
  })

  it('reports its return from the browser’s back-forward cache, and not its first load', async () => {
    const { tab, start } = at()
    await start()
    returnTo(false)
    expect(tab.returned).toBe(0)
    returnTo(true)
    expect(tab.returned).toBe(1)
  })
})
