import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFingerprint, TEXTS } from './bundles.ts'
import { RECORDINGS, recordDemoWorld, withDemoServer } from './storybookRecording.ts'
import { buildStorybook, runStorybook } from './storybookRun.ts'

// `npm run storybook`: records the answers of the demo world if server or contract have changed, then serves every surface in
// every state on port 6006. `npm run storybook -- --build` builds it as a folder for any web server instead.

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(RECORDINGS, '.recorded-from')

/** The sources of the recordings: the contract and the server with its demo world. */
const sources = {
  name: 'recordings',
  folder: '.',
  output: '.storybook/recorded',
  sources: ['packages/core', 'packages/server', ...TEXTS],
}

async function record(): Promise<void> {
  const fingerprint = bundleFingerprint(ROOT, sources)
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) return
  console.log('1/2 Recording the answers of the demo world …')
  await withDemoServer((server) => recordDemoWorld(server))
  writeFileSync(STAMP, fingerprint)
}

await record()
if (process.argv.includes('--build')) {
  console.log('2/2 Building …')
  await buildStorybook()
  console.log('Built into .storybook/built')
} else {
  console.log('2/2 Storybook opens at http://localhost:6006; Ctrl-C stops it')
  await runStorybook(['dev', '-p', '6006', '--exact-port', '--no-open', '--quiet'], false)
}
