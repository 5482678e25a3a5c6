import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PACKAGES, packPackages } from './packages.ts'

// `npm run release` builds, checks and packs what is published into `release/`, and prints how to publish it. With `--dry-run` also
// from a folder with changes, or of a version that was released already: to install it somewhere.

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'release')
const isDryRun = process.argv.includes('--dry-run')

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()

/** Why these versions cannot be released from this folder; empty if they can. */
export function obstacles(state: { changes: string; tags: readonly string[]; versions: readonly string[] }): string[] {
  const { changes, tags, versions } = state
  const changed = changes ? ['There are changes that are not committed: commit or remove them first.'] : []
  const released = versions.filter((version) => tags.includes(version))
  return [...changed, ...released.map((version) => `${version} was released already: npm run changeset -- version`)]
}

/** What is published, as it is written into `release/manifest.json`. `integrity` as npm states it, sha512 in base64. */
export type ReleasedPackage = { name: string; version: string; file: string; bytes: number; integrity: string }

/** Copies tarballs into a folder that holds nothing else, with a manifest that names their content and their commit. */
export function collectTarballs(
  folder: string,
  packages: ReadonlyArray<{ name: string; version: string; tarball: string }>,
  commit: string,
): ReleasedPackage[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const released = packages.map(({ name, version, tarball }) => {
    const file = basename(tarball)
    copyFileSync(tarball, join(folder, file))
    const content = readFileSync(tarball)
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
    return { name, version, file, bytes: content.length, integrity }
  })
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify({ commit, packages: released }, null, 2)}\n`)
  return released
}

function manifestOf(name: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'))
}

/** The structure of the packages, their types in an empty folder, and their sizes. */
function check(): boolean {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project', 'widgets', 'packages/widgets/src/npmPackages.test.ts']
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status === 0
}

async function release(): Promise<number> {
  const versions = PACKAGES.map((name) => manifestOf(name)).map(({ name, version }) => `${name}@${version}`)
  const found = obstacles({ changes: git('status', '--porcelain'), tags: git('tag').split('\n'), versions })
  if (found.length > 0 && !isDryRun) {
    console.error(found.join('\n'))
    return 1
  }
  if (!check()) return 1
  const tarballs = await packPackages()
  const packages = PACKAGES.map((name) => ({ ...manifestOf(name), tarball: tarballs[name] }))
  const released = collectTarballs(FOLDER, packages, git('rev-parse', 'HEAD'))
  for (const { name, version, file, bytes } of released)
    console.log(`${name} ${version}: release/${file}, ${(bytes / 1000).toFixed(0)} kB`)
  const files = released.map(({ file }) => join(FOLDER, file))
  console.log(
    isDryRun
      ? `Install them together: npm install ${files.join(' ')}`
      : `Publish them from a pipeline that may sign: ${files.map((file) => `npm publish ${file}`).join(' && ')}`,
  )
  return 0
}

if (import.meta.main) process.exit(await release())
