import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { support } from './contract.ts'
import { createRecording } from './state.ts'

const started = { [support.start.name]: { uuid: 'one', key: 'key' } }

/** A tab whose recorder counts its runs, at a time set by the test. */
function at(known: Parameters<typeof answers>[0]) {
  const built = aShop(answers(known), 'one')
  const tab = { running: 0, now: Date.UTC(2026, 0, 1) }
  const load = async () => () => {
    tab.running += 1
    return () => {
      tab.running -= 1
    }
  }
  return { built, tab, recording: createRecording({ ...built.shop, now: () => tab.now }, load) }
}

it('a recording runs from start to end, and reports that the visitor ended it', async () => {
  const { recording, tab, built } = at({ ...started, [support.stop.name]: {} })
  await recording.start()
  expect([recording.state.status, tab.running]).toEqual(['recording', 1])
  await recording.stop()
  expect([recording.state.status, recording.state.ended, tab.running]).toEqual(['idle', 'by-person', 0])
  expect(built.shop.memory.read().recording).toBeUndefined()
})

it('nothing more is recorded from the moment of the stop, even if the server could not be notified', async () => {
  const { recording, tab, built } = at({ ...started, [support.stop.name]: refusal('any', 'Broken', 500) })
  const messages: string[] = []
  built.shop.events.on('pk-error', ({ message }) => messages.push(message))
  await recording.start()
  const stopped = recording.stop()
  expect(tab.running).toBe(0)
  await stopped
  expect(recording.state).toMatchObject({ status: 'unstopped', error: 'Broken' })
  expect([messages, built.shop.memory.read().recording?.halted]).toEqual([['Broken'], true])
})

it('a recording has ended if its time was over before the page was loaded', async () => {
  const { recording, tab, built } = at({})
  const expires = new Date(tab.now - 1000).toISOString()
  built.shop.memory.write({ recording: { uuid: 'one', key: 'key', expires, next: 0, unsent: [], halted: false } })
  await recording.resume()
  expect([recording.state.ended, tab.running]).toEqual(['by-time', 0])
})
