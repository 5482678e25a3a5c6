import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderOccasion } from '../bench/figures.ts'
import { findBrowser } from './browser.ts'
import { BUNDLES, buildBundle } from './bundles.ts'
import { projectNames } from './projects.ts'
import { type ProofReport, renderProofs } from './proofReport.ts'

// `npm run proofs`: the benches, while the machine is still as quiet as it was found, then every test in its long form
// (PROOFS=long: more rounds, larger samples, the killed server at every step). Writes docs/benchmarks.md and
// docs/proofs.md. Takes long, so it is not part of `npm test`.

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portraitkit-proofs-'))
const { NODE_ENV: _, ...given } = process.env
const env = { ...given, PROOFS: 'long', CHROMIUM_PATH: await findBrowser() }
const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' }).status === 0

await Promise.all(BUNDLES.map((bundle) => buildBundle(root, bundle)))
const measured = run('bench/run.ts')
const reports = projectNames().map((project): ProofReport & { proved: boolean } => {
  const report = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, '--testTimeout=1800000', ...reporters]
  const proved = run('node_modules/vitest/vitest.mjs', ...args)
  return { ...JSON.parse(readFileSync(report, 'utf8')), proved }
})
writeFileSync(join(root, 'docs/proofs.md'), renderProofs(root, reports, renderOccasion(root, new Date())))
rmSync(folder, { recursive: true })
console.log(`\nWritten to docs/proofs.md${measured ? ' and docs/benchmarks.md' : '; the benches failed'}`)
process.exitCode = reports.every(({ proved }) => proved) && measured ? 0 : 1
