import { expect, it } from 'vitest'
import type { App } from '../app.ts'
import { createRest } from './rest.ts'

/** An app at this second. */
function anApp() {
  const time = { seconds: 0 }
  const app = { db: {}, clock: () => new Date(time.seconds * 1000) } as App
  return { app, time }
}

it('a rest ends when something is due, at the latest after its maximum', () => {
  const rest = createRest(5000)
  const { app, time } = anApp()
  expect(rest.isOver(app)).toBe(true)
  for (const [due, end] of [
    [undefined, 5],
    [2, 2],
    [60, 5],
  ] as const) {
    time.seconds = 0
    rest.begin(app, app.clock(), due === undefined ? undefined : new Date(due * 1000))
    time.seconds = end - 0.001
    expect(rest.isOver(app)).toBe(false)
    time.seconds = end
    expect(rest.isOver(app)).toBe(true)
  }
})

it('a rest of one process ends when it adds work itself', () => {
  const rest = createRest(5000)
  const [one, other] = [anApp().app, anApp().app]
  for (const app of [one, other]) rest.begin(app, app.clock(), undefined)
  rest.end(one)
  expect([rest.isOver(one), rest.isOver(other)]).toEqual([true, false])
})

it('a rest does not last until a time that comes round again after the clock was set back', () => {
  const rest = createRest(5000)
  const { app, time } = anApp()
  time.seconds = 3600
  rest.begin(app, app.clock(), undefined)
  expect(rest.isOver(app)).toBe(false)
  time.seconds = 0
  expect(rest.isOver(app)).toBe(true)
})
