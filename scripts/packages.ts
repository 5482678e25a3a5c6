import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleFingerprint } from './bundles.ts'

const ROOT = join(import.meta.dirname, '..')
const execute = promisify(execFile)

/** What is published, in the order in which it is packed. */
export const PACKAGES = ['core', 'widgets'] as const
export type PackageName = (typeof PACKAGES)[number]

/**
 * The npm packages as integrators get them: the path of each one's tarball. They are packed anew when something has changed
 * that goes into them; `npm test` does it before the tests that use them.
 */
export async function packPackages(): Promise<Record<PackageName, string>> {
  const output = join(ROOT, 'node_modules/.cache/portraitkit-packages')
  const stamp = join(output, '.packed-from')
  const sources = [...PACKAGES.map((name) => `packages/${name}`), 'scripts/emit.ts']
  const fingerprint = bundleFingerprint(ROOT, { name: 'the packages', folder: '.', output, sources })
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
    rmSync(output, { recursive: true, force: true })
    mkdirSync(output, { recursive: true })
    for (const name of PACKAGES) await pack(name, output)
    writeFileSync(stamp, fingerprint)
  }
  const tarball = (name: PackageName) => join(output, globSync(`portraitkit-${name}-*.tgz`, { cwd: output })[0] ?? '')
  return { core: tarball('core'), widgets: tarball('widgets') }
}

async function pack(name: PackageName, output: string): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env
  const folder = join(ROOT, 'packages', name)
  const options = { env, maxBuffer: 1 << 26 }
  await execute('npm', ['run', '--silent', 'build:npm'], { ...options, cwd: folder })
  await execute('npm', ['pack', '--silent', '--pack-destination', output], {
    ...options,
    cwd: join(folder, 'dist/npm'),
  })
}
