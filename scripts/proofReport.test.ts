import { expect, it } from 'vitest'
import { failedFiles, renderProofs } from './proofReport.ts'

it('lists every behaviour with its tests, in order, and every file with its totals', () => {
  const page = renderProofs('/repo', {
    occasion: 'today',
    again: [],
    files: [
      {
        name: '/repo/packages/server/src/cart/routes.test.ts',
        assertionResults: [
          { fullName: 'cart [CRT-11] survives a restart', status: 'failed', duration: 1500 },
          { fullName: 'cart [CRT-2] [ENT-1] adds a line', status: 'passed', duration: 20 },
          { fullName: 'an inner rule', status: 'passed', duration: 1 },
          { fullName: 'on a real MongoDB', status: 'pending', duration: null },
        ],
      },
    ],
  })
  expect(page).toContain('Last run: today')
  expect(page).toContain('2 passed, 1 failed, 1 left out')
  expect(page.split('\n').filter((line) => /^\| [A-Z]{3}-/.test(line))).toEqual([
    '| CRT-2 | cart adds a line | holds | 0.0 s |',
    '| CRT-11 | cart survives a restart | **failed** | 1.5 s |',
    '| ENT-1 | cart adds a line | holds | 0.0 s |',
  ])
  expect(page).toContain('| packages/server/src/cart/routes.test.ts | 2 | 1 | 1 | 1.5 s |')
})

it('lists what has to be run again, also a file that could not be loaded, and names what was run again', () => {
  const passed = { fullName: 'holds', status: 'passed' }
  const run = {
    occasion: 'today',
    again: [{ occasion: 'tomorrow', names: ['/repo/c.test.ts'] }],
    files: [
      { name: '/repo/a.test.ts', status: 'failed', assertionResults: [] },
      { name: '/repo/b.test.ts', assertionResults: [passed, { fullName: 'does not', status: 'failed' }] },
      { name: '/repo/c.test.ts', assertionResults: [passed] },
    ],
  }
  expect(failedFiles(run)).toEqual(['/repo/a.test.ts', '/repo/b.test.ts'])
  const page = renderProofs('/repo', run)
  expect(page).toContain('Run again by itself: `c.test.ts`. tomorrow')
  expect(page).toContain('2 passed, 2 failed, 0 left out')
})

it('lists the campaigns with what they have counted', () => {
  const meta = { campaign: { purchases: 10000, kills: 190 } }
  const campaign = { fullName: 'kill -9 [CHK-19] loses nothing', status: 'passed', duration: 61_000, meta }
  const page = renderProofs('/repo', {
    occasion: 'today',
    again: [],
    files: [
      { name: '/repo/a.test.ts', assertionResults: [campaign, { fullName: 'a rule', status: 'passed', meta: {} }] },
    ],
  })
  expect(page.split('\n').filter((line) => line.includes('| holds |'))).toEqual([
    '| kill -9 loses nothing | 10,000 purchases, 190 kills | holds | 61.0 s |',
    '| CHK-19 | kill -9 loses nothing | holds | 61.0 s |',
  ])
})
