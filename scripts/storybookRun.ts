import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** The built Storybook: a folder for any web server. */
export const BUILT = join(ROOT, '.storybook/built')

/** Runs Storybook's own command to its end, silently if it is `quiet`. Throws with its output if it failed. */
export async function runStorybook(args: readonly string[], quiet: boolean): Promise<void> {
  const { bin, location } = command()
  // packages are found as they are without a package manager's runner
  const { NODE_ENV: _env, NODE_PATH: _path, ...given } = process.env
  const child = spawn(process.execPath, [join(location, bin), ...args, '-c', '.storybook', '--disable-telemetry'], {
    cwd: ROOT,
    env: { ...given, STORYBOOK_DISABLE_TELEMETRY: '1' },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail)
    child.on('close', done)
  })
  if (code !== 0) throw new Error(`Storybook ended with ${code}:\n${output.trimEnd()}`)
}

function command(): { bin: string; location: string } {
  const require = createRequire(import.meta.url)
  const file = require.resolve('storybook/package.json')
  return { bin: (require(file) as { bin: string }).bin, location: dirname(file) }
}

/** Builds the Storybook of the latest recordings. */
export function buildStorybook(): Promise<void> {
  return runStorybook(['build', '-o', BUILT, '--quiet'], true)
}
