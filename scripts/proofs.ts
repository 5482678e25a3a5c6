import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderOccasion } from '../bench/figures.ts'
import { findBrowser } from './browser.ts'
import { BUNDLES, buildBundle } from './bundles.ts'
import { type ProofReport, renderProofs } from './proofReport.ts'

// `npm run proofs`: every test in its long form (PROOFS=long: more rounds, larger samples, the killed server at every
// step), then the benches. Writes docs/proofs.md and docs/benchmarks.md. Takes long, so it is not part of `npm test`.

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portraitkit-proofs-'))
const report = join(folder, 'report.json')
const env = { ...process.env, PROOFS: 'long', CHROMIUM_PATH: await findBrowser() }
const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' }).status === 0

await Promise.all(BUNDLES.map((bundle) => buildBundle(root, bundle)))
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const proved = run('node_modules/vitest/vitest.mjs', 'run', '--testTimeout=1800000', ...reporters)
const results: ProofReport = JSON.parse(readFileSync(report, 'utf8'))
writeFileSync(join(root, 'docs/proofs.md'), renderProofs(root, results, renderOccasion(root, new Date())))
rmSync(folder, { recursive: true })

const measured = run('bench/run.ts')
console.log(`\nWritten to docs/proofs.md${measured ? ' and docs/benchmarks.md' : '; the benches failed'}`)
process.exitCode = proved && measured ? 0 : 1
