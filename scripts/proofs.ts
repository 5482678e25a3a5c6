import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
const run = async (script: string, ...args: string[]): Promise<boolean> => {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

// Of what was found, before the figures are written into it.
const occasion = renderOccasion(root, new Date())
await Promise.all(BUNDLES.map((bundle) => buildBundle(root, bundle)))
const measured = await run('bench/run.ts')
// Journeys go one after the other and mostly wait for pages: beside them all the others share the cores.
const journeys = projectNames().filter((project) => project === 'journeys')
const others = projectNames().filter((project) => project !== 'journeys')
const reports = await Promise.all(
  [others, journeys].map(async (projects): Promise<ProofReport & { proved: boolean }> => {
    const report = join(folder, `${projects.join('-')}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const named = projects.flatMap((project) => ['--project', project])
    const proved = await run('node_modules/vitest/vitest.mjs', 'run', ...named, '--testTimeout=1800000', ...reporters)
    return { ...JSON.parse(readFileSync(report, 'utf8')), proved }
  }),
)
writeFileSync(join(root, 'docs/proofs.md'), renderProofs(root, reports, occasion))
rmSync(folder, { recursive: true })
console.log(`\nWritten to docs/proofs.md${measured ? ' and docs/benchmarks.md' : '; the benches failed'}`)
process.exitCode = reports.every(({ proved }) => proved) && measured ? 0 : 1
