import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function anOutput(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

it('a log gets a line each quarter and no control characters', () => {
  const out = anOutput(false)
  const steps = createProgress(out)
  for (let done = 0; done <= 100; done++) steps.progress('Demo world …', done / 100)
  steps.finish()
  steps.say('Demo world ready')
  expect(out.written.join('')).toBe(
    'Demo world …\nDemo world … 25 %\nDemo world … 50 %\nDemo world … 75 %\nDemo world ready\n',
  )
})

it('a terminal gets one moving line, below which other lines do not get lost', () => {
  const out = anOutput(true)
  const steps = createProgress(out)
  steps.progress('Demo world …', 0.1)
  steps.progress('Demo world …', 0.104)
  steps.say('Built')
  steps.progress('Demo world …', 0.5)
  steps.finish()
  steps.say('Done')
  const clear = '\r\x1b[K'
  expect(out.written).toEqual([
    'Demo world … 10 %',
    clear,
    'Built\n',
    'Demo world … 10 %',
    clear,
    'Demo world … 50 %',
    clear,
    'Done\n',
    '',
  ])
})
