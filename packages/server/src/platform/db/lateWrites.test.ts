import pino from 'pino'
import { expect, it } from 'vitest'
import type { App } from '../app.ts'
import { awaitLateWrites, finishLater } from './lateWrites.ts'

function anApp(lines: string[] = []) {
  return { db: {} as App['db'], log: pino({}, { write: (line) => void lines.push(line) }) }
}

it('the database is closed only after late writes have finished', async () => {
  const app = anApp()
  const { promise, resolve } = Promise.withResolvers<void>()
  finishLater(app, promise, 'it was not stored')
  let isFinished = false
  const waiting = awaitLateWrites(app).then(() => {
    isFinished = true
  })
  await new Promise((done) => setImmediate(done))
  expect(isFinished).toBe(false)
  resolve()
  await waiting
  expect(isFinished).toBe(true)
})

it('a late write that fails is logged, and nothing else fails', async () => {
  const lines: string[] = []
  const app = anApp(lines)
  finishLater(app, Promise.reject(new Error('away')), 'it was not stored')
  await awaitLateWrites(app)
  expect(lines.join()).toContain('it was not stored')
  expect(lines.join()).toContain('away')
})
