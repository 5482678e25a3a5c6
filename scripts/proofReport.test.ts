import { expect, it } from 'vitest'
import { proofsOf, readProofs, renderProofs, replaceProofs, type TestedFile } from './proofReport.ts'

const cart: TestedFile = {
  name: '/repo/packages/server/src/cart/routes.test.ts',
  assertionResults: [
    { fullName: 'cart [CRT-11] survives a | restart', status: 'failed', duration: 1500 },
    { fullName: 'cart [CRT-2] [ENT-1] adds a line', status: 'passed', duration: 20 },
    { fullName: 'an inner rule', status: 'passed', duration: 1 },
    { fullName: 'on a real MongoDB', status: 'pending', duration: null },
  ],
}
const kills: TestedFile = {
  name: '/repo/kill.test.ts',
  assertionResults: [
    {
      fullName: 'kill -9 [CHK-19] loses nothing',
      status: 'passed',
      duration: 61_000,
      meta: { campaign: { purchases: 10_000, kills: 190 } },
    },
  ],
}
const broken: TestedFile = { name: '/repo/a.test.ts', status: 'failed', assertionResults: [] }

const render = (files: TestedFile[], unproved: string[] = []) =>
  renderProofs(replaceProofs([], proofsOf('/repo', files, 'today')), { machine: 'a machine', unproved })
const rowsOf = (page: string, pattern: RegExp) => page.split('\n').filter((line) => pattern.test(line))

it('lists every behaviour with its tests, in order, and every file with its totals', () => {
  const page = render([cart, kills], ['b.test.ts'])
  expect(page).toContain('Last run on a machine')
  expect(page).toContain('3 passed, 1 failed, 1 left out')
  expect(page).toContain('Not proved in their long form yet: `b.test.ts`.')
  expect(rowsOf(page, /^\| [A-Z]{3}-/)).toEqual([
    '| CHK-19 | kill -9 loses nothing | holds | 61.0 s | 1 |',
    '| CRT-2 | cart adds a line | holds | 0.0 s | 2 |',
    '| CRT-11 | cart survives a \\| restart | **failed** | 1.5 s | 2 |',
    '| ENT-1 | cart adds a line | holds | 0.0 s | 2 |',
  ])
  expect(rowsOf(page, /purchases/)).toEqual([
    '| kill -9 loses nothing | 10,000 purchases, 190 kills | holds | 61.0 s | 1 |',
  ])
  expect(page).toContain('| 2 | packages/server/src/cart/routes.test.ts | 2 | 1 | 1 | 1.5 s | today |')
})

it('counts a file that could not be loaded as failed', () => {
  expect(render([broken])).toContain('0 passed, 1 failed, 0 left out')
})

it('is read again as it was written, and a later run replaces only the rows of its files', () => {
  const page = render([cart, kills])
  const proofs = readProofs(page)
  expect(renderProofs(proofs, { machine: 'a machine', unproved: [] })).toBe(page)
  const mended = { ...cart, assertionResults: [{ fullName: 'cart [CRT-11] survives', status: 'passed', duration: 5 }] }
  const later = renderProofs(replaceProofs(proofs, proofsOf('/repo', [mended, broken], 'tomorrow')), {
    machine: 'another one',
    unproved: [],
  })
  expect(rowsOf(later, /^\| [A-Z]{3}-/)).toEqual([
    '| CHK-19 | kill -9 loses nothing | holds | 61.0 s | 2 |',
    '| CRT-11 | cart survives | holds | 0.0 s | 3 |',
  ])
  expect(rowsOf(later, /(today|tomorrow) \|$/)).toEqual([
    '| 1 | a.test.ts | 0 | 1 | 0 | 0.0 s | tomorrow |',
    '| 2 | kill.test.ts | 1 | 0 | 0 | 61.0 s | today |',
    '| 3 | packages/server/src/cart/routes.test.ts | 1 | 0 | 0 | 0.0 s | tomorrow |',
  ])
})

it('of an earlier form is read as empty', () => {
  expect(readProofs('# Proofs\n\n## Files\n\n| file | passed |\n| --- | --: |\n| a.test.ts | 1 |\n')).toEqual([])
})
