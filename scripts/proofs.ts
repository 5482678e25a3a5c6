import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { renderOccasion } from '../bench/figures.ts'
import { findBrowser, installOtherBrowsers, type ServedBrowser, serveBrowser } from './browser.ts'
import { BUNDLES, buildBundle } from './bundles.ts'
import { filesUnder } from './files.ts'
import { readLastTest } from './lastTest.ts'
import { packPackages } from './packages.ts'
import { projectNames } from './projects.ts'
import {
  type FileProof,
  type ProofReport,
  proofsOf,
  readProofs,
  renderProofs,
  replaceProofs,
  type TestedFile,
} from './proofReport.ts'

// `npm run proofs`: the benches, while the machine is still quiet, then every test in its long form
// (PROOFS=long: more rounds, larger samples, the server killed at every step). Writes docs/benchmarks.md and
// docs/proofs.md. It takes hours, so it is not part of `npm test`, and may be done in parts; the page says of each file when it
// was proved:
// `npm run proofs -- --tests`: without the benches; the page of figures stays as it is.
// `npm run proofs -- <file> ...`: only these files.
// `npm run proofs -- --failed`: only the files in which something failed.
// `npm run proofs -- --from-test`: what the last `npm test` has proved, if it was of this commit. Of most files that is the only
// form; a long form that was proved before stays.

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portraitkit-proofs-'))
const pagePath = join(root, 'docs/proofs.md')
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

/** At the end of a file's row on the page. */
const LONG_FORM = 'long form'

type Proved = { files: readonly TestedFile[]; holds: boolean }

async function proveAll({ tests }: { tests: boolean }): Promise<Proved> {
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
  return { files, holds: measured && reports.every(({ proved }) => proved) }
}

async function proveFiles(names: readonly string[]): Promise<Proved> {
  if (names.length === 0) throw new Error('Nothing failed, and no file is named: there is nothing to prove')
  const { testResults, proved } = await prove('files', [...names])
  return { files: testResults, holds: proved }
}

/** What the last `npm test` has proved. What was proved in its long form before is more than that. */
function readShortForms(earlier: readonly FileProof[]): Proved {
  const proved = new Set(earlier.filter(isLongForm).map(({ file }) => file))
  const files = readLastTest(root).filter(({ name }) => !proved.has(relative(root, name)))
  return { files, holds: files.every(({ status }) => status !== 'failed') }
}

const isLongForm = ({ proved }: FileProof) => proved.endsWith(LONG_FORM)

/** The test files that do more in their long form: they name it, or a tool that does. */
function findLongForms(): Set<string> {
  const tests = filesUnder(root, /^(\..*|node_modules|dist)$/).filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
  const long = tests.filter((path) => /PROOFS|\bisLong\b|\binTurn\b/.test(readFileSync(path, 'utf8')))
  return new Set(long.map((path) => relative(root, path)))
}

// What stands on the page is read before the run, and the occasion before the figures are written into another page.
const flag = { type: 'boolean', default: false } as const
const options = { failed: flag, tests: flag, 'from-test': flag }
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const longForms = findLongForms()
const occasion = renderOccasion(root, new Date())
const day = occasion.slice(0, occasion.indexOf(';')).replace(', commit', '')
const earlier = readProofs(readFileSync(pagePath, 'utf8')).filter(({ file }) => existsSync(join(root, file)))
const failed = values.failed ? earlier.filter((proof) => proof.failed > 0).map(({ file }) => file) : []
const isPart = values.failed || positionals.length > 0
if (!values['from-test']) {
  await installOtherBrowsers()
  await Promise.all(BUNDLES.map((bundle) => buildBundle(root, bundle)))
  await packPackages()
}
const { files, holds } = values['from-test']
  ? readShortForms(earlier)
  : isPart
    ? await proveFiles([...failed, ...positionals])
    : await proveAll(values)
await (await browser)?.close()
const formOf = (file: string) => (!longForms.has(file) ? 'only form' : values['from-test'] ? 'short form' : LONG_FORM)
const later = files.flatMap((file) => proofsOf(root, [file], `${day}, ${formOf(relative(root, file.name))}`))
const proofs = replaceProofs(isPart || values['from-test'] ? earlier : [], later)
const proved = new Set(proofs.filter(isLongForm).map(({ file }) => file))
const unproved = [...longForms].filter((file) => !proved.has(file)).sort()
writeFileSync(pagePath, renderProofs(proofs, { machine: occasion, unproved }))
rmSync(folder, { recursive: true })
console.log(`\nWritten to docs/proofs.md${holds ? '' : '; some proofs failed'}`)
process.exitCode = holds ? 0 : 1
