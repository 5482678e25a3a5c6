import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { filesUnder } from './files.ts'
import { waitForLock } from './waitForLock.ts'

/** One browser build: the package whose `build` script makes it, and its sources. */
export interface Bundle {
  name: string
  folder: string
  /** The folder of the built files. */
  output: string
  /** Folders, and files. */
  sources: readonly string[]
}

/** The catalogues, which are compiled into the pages. */
export const TEXTS: readonly string[] = ['texts', 'lingui.config.ts']

export const BUNDLES: readonly Bundle[] = [
  {
    name: 'the widgets',
    folder: 'packages/widgets',
    output: 'packages/widgets/dist/cdn',
    sources: ['packages/core', 'packages/widgets', ...TEXTS],
  },
  {
    name: 'the reference shop',
    folder: 'examples/host-site',
    output: 'examples/host-site/dist',
    sources: ['packages/core', 'packages/widgets', 'examples/host-site', 'scripts/vite.referenceShop.ts', ...TEXTS],
  },
]

/** A failed build; the message is the builder's output. */
export class BuildError extends Error {
  override name = 'BuildError'
}

// In the output folder, which a build empties: a bundle that somebody built by hand is not mistaken for one of these builds.
const stampFile = (root: string, bundle: Bundle): string => join(root, bundle.output, '.built-from')

// A build of the packages keeps its settings next to the sources while it runs.
const IGNORED = /^(?:node_modules|dist|e2e|\.emit-.*)$|\.(?:test|stories)\.tsx?$/

const filesOf = (source: string) => (statSync(source).isDirectory() ? filesUnder(source, IGNORED) : [source])

/** A hash of everything that goes into a bundle: sources, static files, configuration, locked packages. */
export function bundleFingerprint(root: string, bundle: Bundle): string {
  const files = bundle.sources.map((source) => join(root, source)).flatMap(filesOf)
  const hash = createHash('sha256')
  for (const file of [...files.sort(), join(root, 'pnpm-lock.yaml')]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** The bundles whose sources changed since they were built. */
export function staleBundles(root: string, bundles: readonly Bundle[] = BUNDLES): Bundle[] {
  return bundles.filter((bundle) => {
    const stamp = stampFile(root, bundle)
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== bundleFingerprint(root, bundle)
  })
}

/**
 * Runs a bundle's `build` script, which empties the output folder: if several processes ask at once, one builds and the others
 * wait for it. Throws BuildError; `signal` ends the build and the wait.
 */
export async function buildBundle(root: string, bundle: Bundle, signal?: AbortSignal): Promise<void> {
  const lock = await waitForLock(join(root, 'node_modules/.cache/portraitkit-builds', bundle.folder), signal)
  try {
    const isBuiltMeanwhile = lock.hasWaited && staleBundles(root, [bundle]).length === 0
    if (!isBuiltMeanwhile) await runBuild(root, bundle, signal)
  } finally {
    lock.release()
  }
}

async function runBuild(root: string, bundle: Bundle, signal?: AbortSignal): Promise<void> {
  const fingerprint = bundleFingerprint(root, bundle)
  const { NODE_ENV: _, ...env } = process.env
  const path = [join(root, 'node_modules/.bin'), env.PATH].join(delimiter)
  const child = spawn(process.execPath, ['--run', 'build'], {
    cwd: join(root, bundle.folder),
    env: { ...env, PATH: path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // a process group of its own: ending it ends the builder, not only the shell in front of it
    detached: true,
  })
  const kill = () => child.pid && process.kill(-child.pid, 'SIGTERM')
  signal?.addEventListener('abort', kill)
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail)
    child.on('close', done)
  })
  signal?.removeEventListener('abort', kill)
  if (code !== 0) throw new BuildError(`${bundle.name} could not be built:\n${output.trimEnd()}`)
  writeFileSync(stampFile(root, bundle), fingerprint)
}
