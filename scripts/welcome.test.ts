import { expect, it } from 'vitest'
import { renderWelcome } from './welcome.ts'

const sections = [
  {
    title: 'Open',
    lines: [
      ['Shop', 'http://localhost:4000'],
      ['A longer name', 'http://x.localhost:4000'],
    ] as const,
  },
  { title: 'Codes', lines: [['MAPLE7', 'Emma Carter']] as const },
]

it('lines up its output, without colours if the output is not a terminal', () => {
  expect(renderWelcome(sections, false)).toBe(`  Open
    Shop            http://localhost:4000
    A longer name   http://x.localhost:4000

  Codes
    MAPLE7          Emma Carter`)
})

it('highlights addresses and titles on a terminal', () => {
  const text = renderWelcome(sections, true)
  expect(text).toContain('\x1b[1mOpen\x1b[22m')
  expect(text).toContain('\x1b[36mhttp://localhost:4000\x1b[39m')
})
