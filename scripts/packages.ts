import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LOCK_FILE } from '../packages/local-mongo/src/storage/lock.ts'
import { bundleFingerprint, TEXTS } from './bundles.ts'
import { waitForLock } from './waitForLock.ts'

const ROOT = join(import.meta.dirname, '..')
const UNFINISHED = 'unfinished-'
const execute = promisify(execFile)

/** The published packages, in the order in which they are packed. */
export const PACKAGES = ['core', 'widgets'] as const
export type PackageName = (typeof PACKAGES)[number]

/**
 * The npm packages as integrators get them: the path of each one's tarball. They are packed again if their sources have
 * changed; `npm test` does it before the tests that use them. If several processes ask at once, one packs and the others wait
 * for it: all of them would build in the same folders.
 */
export async function packPackages(root: string = ROOT): Promise<Record<PackageName, string>> {
  const cache = join(root, 'node_modules/.cache/portraitkit-packages')
  const lock = await waitForLock(cache)
  try {
    const output = join(cache, fingerprintOf(root))
    if (!existsSync(output)) await packAll(root, cache, output)
    const now = new Date()
    utimesSync(output, now, now)
    const tarball = (name: PackageName) => join(output, globSync(`portraitkit-${name}-*.tgz`, { cwd: output })[0] ?? '')
    return { core: tarball('core'), widgets: tarball('widgets') }
  } finally {
    lock.release()
  }
}

function fingerprintOf(root: string): string {
  const sources = [
    ...PACKAGES.map((name) => `packages/${name}`),
    'scripts/emitPackage.ts',
    'scripts/leanCalls.ts',
    ...TEXTS,
  ]
  return bundleFingerprint(root, { name: 'the packages', folder: '.', output: '', sources })
}

/**
 * A folder gets its name only once all packages are in it. Packages of other sources are deleted, except those used last: a run
 * that began before the sources changed still uses them.
 */
async function packAll(root: string, cache: string, output: string): Promise<void> {
  const entries = readdirSync(cache).filter((entry) => entry !== LOCK_FILE)
  const lastUse = (entry: string) => statSync(join(cache, entry)).mtimeMs
  const packed = entries.filter((entry) => !entry.startsWith(UNFINISHED)).sort((a, b) => lastUse(b) - lastUse(a))
  for (const entry of entries) if (entry !== packed[0]) rmSync(join(cache, entry), { recursive: true })
  const unfinished = mkdtempSync(join(cache, UNFINISHED))
  for (const name of PACKAGES) await pack(join(root, 'packages', name), unfinished)
  renameSync(unfinished, output)
}

async function pack(folder: string, output: string): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env
  const options = { env, maxBuffer: 1 << 26 }
  await execute('npm', ['run', '--silent', 'build:npm'], { ...options, cwd: folder })
  await execute('npm', ['pack', '--silent', '--pack-destination', output], {
    ...options,
    cwd: join(folder, 'dist/npm'),
  })
}
