import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addTotals, closingLine, readFailures, readTotals } from './testTotals.ts'

it('counts what passes, what fails, what a condition leaves out and what cannot be loaded', () => {
  // inside the project, so that the test files find vitest; node_modules is never searched for tests
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.totals-'))
  try {
    const head = `import { expect, it } from 'vitest'\n`
    writeFileSync(join(folder, 'vitest.config.js'), 'export default { test: { exclude: [] } }')
    writeFileSync(
      join(folder, 'a.test.js'),
      `${head}it('a', () => {}); it('b', () => expect(1).toBe(2)); it.skipIf(true)('c', () => {})`,
    )
    writeFileSync(join(folder, 'b.test.js'), `${head}import './gone.js'; it('d', () => {})`)
    const report = join(folder, 'report.json')
    const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
    spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json', `--outputFile.json=${report}`])
    expect(readTotals(report)).toEqual({ passed: 1, failed: 2, skipped: 1 })
    expect(readFailures(report).sort()).toEqual([join(folder, 'a.test.js'), join(folder, 'b.test.js')])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('counts no tests for a run without a report', () => {
  expect(readTotals('/nowhere/report.json')).toEqual({ passed: 0, failed: 0, skipped: 0 })
  expect(readFailures('/nowhere/report.json')).toEqual([])
})

it('ends with one plain line', () => {
  const sum = addTotals({ passed: 2, failed: 0, skipped: 0 }, { passed: 1, failed: 0, skipped: 0 })
  expect(closingLine(sum)).toBe('3 passed, 0 failed')
  expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})
