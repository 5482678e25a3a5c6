import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { findBrowser, type ServedBrowser, serveBrowser } from './browser.ts'
import { BUNDLES, buildBundle } from './bundles.ts'
import { members } from './install.mjs'
import { storeLastTest } from './lastTest.ts'
import { packPackages } from './packages.ts'
import { projectNames } from './projects.ts'
import { addTotals, closingLine, NO_TESTS, readFailures, readTotals, type Totals } from './testTotals.ts'

// `npm test`: every check. The cheap ones all run; if one of them fails, the long ones do not start. If very few files of the
// long ones fail, they are run again by themselves: a file that then passes was unstable under load. It is named at the end,
// because it still has to be fixed.

/** The result of a step: whether it passed, the tests it ran, if any, and the files in which one failed. */
type Outcome = { passed: boolean; tests?: Totals; red?: string[] }
type Step = { title: string; run: () => Promise<Outcome> }
type Result = Outcome & { title: string; seconds: number }

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'portraitkit-test-'))
const { NODE_ENV: _, ...given } = process.env
const env: NodeJS.ProcessEnv = {
  ...given,
  PATH: [join(root, 'node_modules/.bin'), given.PATH].join(delimiter),
}

/** A program whose output is printed only if it fails. */
function silentStep(title: string, command: string, args: string[]): Step {
  return {
    title,
    run: async () => {
      const { code, output } = await runProgram(command, args, 'pipe')
      if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`)
      return { passed: code === 0 }
    },
  }
}

/** A run of vitest: of some of its projects or files, printed while it runs, or when it has ended. */
function vitest(title: string, which: string[], stdio: 'inherit' | 'pipe' = 'inherit'): Step {
  return {
    title,
    run: async () => {
      const report = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const { code, output } = await runProgram('vitest', ['run', ...which, ...reporters], stdio)
      process.stdout.write(output)
      const tests = readTotals(report)
      return { passed: code === 0 && tests.failed === 0 && tests.passed > 0, tests, red: readFailures(report) }
    },
  }
}

const only = (projects: string[]) => projects.flatMap((project) => ['--project', project])

function runProgram(
  command: string,
  args: string[],
  stdio: 'inherit' | 'pipe',
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', stdio, stdio] })
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

let served: ServedBrowser | undefined
const browser: Step = {
  title: 'A browser',
  run: async () => {
    env.CHROMIUM_PATH = await findBrowser()
    served = await serveBrowser()
    Object.assign(env, served.env)
    return { passed: true }
  },
}

const builds: Step = {
  title: 'Browser bundles',
  run: async () => {
    const built = await Promise.allSettled(BUNDLES.map((bundle) => buildBundle(root, bundle)))
    const failed = built.filter((each) => each.status === 'rejected')
    for (const { reason } of failed) console.log(reason.message)
    return { passed: failed.length === 0 }
  },
}

// After the bundles: each of the builds occupies the cores.
const packages: Step = {
  title: 'npm packages',
  run: async () => {
    await packPackages()
    return { passed: true }
  },
}

/** One checker for each: TypeScript's four would check what they share four times, while the other steps need the cores. */
function typechecks(): Step[] {
  const typecheck = (title: string, folder: string) =>
    silentStep(`Types of ${title}`, 'tsc', ['-p', folder, '--checkers', '1'])
  const folders = members(root).map((folder) => relative(root, folder))
  const own = folders.filter((folder) => folder && existsSync(join(root, folder, 'tsconfig.json')))
  return [...own.map((folder) => typecheck(folder, folder)), typecheck('tests, scripts and benches', '.')]
}

// The steps of one row run at the same time. The build comes before the types: it generates the message files.
const cheap = [
  [browser, silentStep('Format and lint', 'biome', ['check', '.']), builds],
  [
    packages,
    silentStep('Floating promises', 'oxlint', ['--type-aware']),
    silentStep('Dead code', 'knip', []),
    ...typechecks(),
  ],
  [vitest('Rules of the house', only(['checks']))],
]
// Tests in Node are limited by the processor, tests of pages mostly wait, and journeys run one after the other. So they run
// side by side, each with more workers than it would have cores by itself.
const inBrowser = ['widgets']
const others = projectNames().filter((name) => !['checks', 'journeys', ...inBrowser].includes(name))
const long = [
  vitest(`Tests: ${inBrowser.join(', ')}`, [...only(inBrowser), '--maxWorkers=2']),
  vitest(`Tests: ${others.join(', ')}`, [...only(others), '--maxWorkers=3'], 'pipe'),
  vitest('Tests: journeys', only(['journeys']), 'pipe'),
]
/** If more files than this failed, a busy machine is not the reason. */
const MAX_RETRIED_FILES = 6

const startedAt = performance.now()
const results: Result[] = []

async function runStep({ title, run }: Step): Promise<void> {
  console.log(`\n▸ ${title}`)
  const start = performance.now()
  const outcome = await run().catch((error: Error): Outcome => {
    console.log(error.message)
    return { passed: false }
  })
  results.push({ ...outcome, title, seconds: (performance.now() - start) / 1000 })
}

const holds = () => results.every((result) => result.passed)

/** Runs the few files that failed again; if they pass, the steps in which they failed pass. Returns the files. */
async function retryFailures(): Promise<string[]> {
  const failed = results.filter((result) => !result.passed)
  const red = failed.flatMap((result) => result.red ?? [])
  const isExplained = failed.every((result) => result.red?.length)
  if (red.length === 0 || red.length > MAX_RETRIED_FILES || !isExplained) return []
  await runStep(vitest('Second run of failed files', red))
  const second = results.pop()
  if (!second?.passed) return []
  for (const result of failed) {
    const { passed, failed: unsteady, skipped } = result.tests ?? NO_TESTS
    Object.assign(result, { passed: true, tests: { passed: passed + unsteady, failed: 0, skipped } })
  }
  return red
}

for (const row of cheap) await Promise.all(row.map(runStep))
const isCheapFine = holds()
if (isCheapFine) await Promise.all(long.map(runStep))
const unsteady = isCheapFine && !holds() ? await retryFailures() : []
const passed = holds()
await served?.close()
storeLastTest(root, reports)
rmSync(reports, { recursive: true })

console.log()
for (const { title, passed: stepPassed, seconds, tests } of results) {
  const count = tests ? `   ${tests.passed + tests.failed} tests` : ''
  console.log(`${stepPassed ? '✓' : '✗'} ${title.padEnd(38)} ${`${seconds.toFixed(1)} s`.padStart(8)}${count}`)
}
if (!passed && results.length === cheap.flat().length) console.log('– the long tests were not started')
for (const file of unsteady) console.log(`! passed only in a second run, by itself: ${relative(root, file)}`)
console.log(
  `\n${passed ? 'Everything holds' : 'Some checks failed'} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`,
)

// A failed step without a failed test of its own counts as one failure, so that the line never contradicts the exit code.
const failedSteps = results.filter((result) => !result.passed && !result.tests?.failed).length
const tests = results.reduce((sum, result) => addTotals(sum, result.tests ?? NO_TESTS), NO_TESTS)
console.log(closingLine({ ...tests, failed: tests.failed + failedSteps }))
process.exitCode = passed ? 0 : 1
