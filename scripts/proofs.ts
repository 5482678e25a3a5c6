import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { renderOccasion } from '../bench/figures.ts'
import { findBrowser, type ServedBrowser, serveBrowser } from './browser.ts'
import { BUNDLES, buildBundle } from './bundles.ts'
import { packPackages } from './packages.ts'
import { projectNames } from './projects.ts'
import { failedFiles, type ProofReport, type ProofRun, renderProofs } from './proofReport.ts'

// `npm run proofs`: the benches, while the machine is still quiet, then every test in its long form
// (PROOFS=long: more rounds, larger samples, the server killed at every step). Writes docs/benchmarks.md and
// docs/proofs.md. It takes long, so it is not part of `npm test`.
// `npm run proofs -- --tests`: without the benches; the page of figures stays as it is.
// `npm run proofs -- --again [<file> ...]`: after a fix, only the files in which something failed and those named; the
// page names them, with the time.

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portraitkit-proofs-'))
const cache = join(root, 'node_modules/.cache')
const savedRun = join(cache, 'portraitkit-proofs.json')
const { NODE_ENV: _, ...inheritedEnv } = process.env
const env: NodeJS.ProcessEnv = { ...inheritedEnv, PROOFS: 'long', CHROMIUM_PATH: await findBrowser() }

async function run(script: string, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

/** One for all tests; each bench has had its own. */
let browser: Promise<ServedBrowser> | undefined

async function prove(name: string, args: readonly string[]): Promise<ProofReport & { proved: boolean }> {
  browser ??= serveBrowser()
  Object.assign(env, (await browser).env)
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const proved = await run('node_modules/vitest/vitest.mjs', 'run', ...args, '--testTimeout=1800000', ...reporters)
  return { ...JSON.parse(readFileSync(report, 'utf8')), proved }
}

async function proveAll({ tests }: { tests: boolean }): Promise<ProofRun & { holds: boolean }> {
  const measured = tests || (await run('bench/run.ts'))
  // Journeys run one after the other and mostly wait for pages: all other tests share the remaining cores.
  const journeys = projectNames().filter((project) => project === 'journeys')
  const others = projectNames().filter((project) => project !== 'journeys')
  const reports = await Promise.all(
    [others, journeys].map((projects) =>
      prove(
        projects.join('-'),
        projects.flatMap((project) => ['--project', project]),
      ),
    ),
  )
  const files = reports.flatMap(({ testResults }) => testResults)
  return { occasion, files, again: [], holds: measured && reports.every(({ proved }) => proved) }
}

async function proveAgain(named: readonly string[]): Promise<ProofRun & { holds: boolean }> {
  const before: ProofRun = JSON.parse(readFileSync(savedRun, 'utf8'))
  const names = [...new Set([...failedFiles(before), ...named.map((file) => resolve(file))])]
  if (names.length === 0) throw new Error('Nothing failed, and no file is named: there is nothing to prove again')
  const { testResults, proved } = await prove('again', names)
  const files = [...before.files.filter(({ name }) => !names.includes(name)), ...testResults]
  return { ...before, files, again: [...before.again, { occasion, names }], holds: proved }
}

// The results, before the figures are written into the page.
const occasion = renderOccasion(root, new Date())
const flag = { type: 'boolean', default: false } as const
const options = { again: flag, tests: flag }
const { values, positionals } = parseArgs({ options, allowPositionals: process.argv.includes('--again') })
await Promise.all(BUNDLES.map((bundle) => buildBundle(root, bundle)))
await packPackages()
const { holds, ...proofs } = await (values.again ? proveAgain(positionals) : proveAll(values))
await (await browser)?.close()
mkdirSync(cache, { recursive: true })
writeFileSync(savedRun, JSON.stringify(proofs))
writeFileSync(join(root, 'docs/proofs.md'), renderProofs(root, proofs))
rmSync(folder, { recursive: true })
console.log(`\nWritten to docs/proofs.md${holds ? '' : '; some proofs failed'}`)
process.exitCode = holds ? 0 : 1
