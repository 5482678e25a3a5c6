import { existsSync, readFileSync } from 'node:fs'

/** How many tests passed, failed, and were left out by a condition. */
export type Totals = { passed: number; failed: number; skipped: number }

export const NO_TESTS: Totals = { passed: 0, failed: 0, skipped: 0 }

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: Array<{ name: string; status: string; assertionResults: Array<{ status: string }> }>
}

/** The totals of vitest's JSON report; a file that could not even be loaded counts as one failed test. */
export function readTotals(file: string): Totals {
  if (!existsSync(file)) return NO_TESTS
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  const notLoaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
    skipped: report.numPendingTests,
  }
}

/** The files of vitest's JSON report in which something failed, or that could not be loaded. */
export function readFailures(file: string): string[] {
  if (!existsSync(file)) return []
  const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'))
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** The one plain line at the end of a run. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
