import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from '../../../../scripts/packages.ts'

const EXAMPLES = join(import.meta.dirname, '../../..')
const execute = promisify(execFile)
const isOurs = (source: string) => !/^(?:node_modules|dist|\.next|package-lock\.json)$/.test(basename(source))

/** A copy of a folder of `examples/` in an empty folder elsewhere, as an integrator would have it. */
export async function copyExample(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `pk-${name}-`))
  await cp(join(EXAMPLES, name), folder, { recursive: true, filter: isOurs })
  return folder
}

/** What the README of an example tells to run. The last command serves what the one before has built. */
type ReadmeCommands = { install: string[]; dev: string[]; build: string[]; serve: string[] }

async function readmeCommands(folder: string): Promise<ReadmeCommands> {
  const [, block = ''] = (await readFile(join(folder, 'README.md'), 'utf8')).match(/```sh\n(.*?)```/s) ?? []
  const commands = block.trim().split('\n')
  const [install, dev, build, serve, ...others] = commands.map((line) => line.replace(/\s+#.*/, '').split(' '))
  if (!install || !dev || !build || !serve || others.length > 0)
    throw new Error(`Not four commands in the README of ${folder}:\n${block}`)
  return { install, dev, build, serve }
}

/**
 * Installs and builds an example as its README says: with the packed packages until they are published, and with its npm
 * dependencies.
 */
export async function buildExample(
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<{ folder: string; commands: ReadmeCommands }> {
  const folder = await copyExample(name)
  const commands = await readmeCommands(folder)
  const { core, widgets } = await packPackages()
  const { dependencies } = await manifestOf(folder)
  const packages = '@portraitkit/widgets' in dependencies ? [core, widgets] : [core]
  await run(folder, [...commands.install, '--no-audit', '--no-fund', '--prefer-offline', ...packages], env)
  await run(folder, commands.build, env)
  return { folder, commands }
}

async function run(folder: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = { cwd: folder, env: { ...cleanEnvironment(), ...env }, maxBuffer: 1 << 26 }
  await execute(command, args, options).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${command} ${args[0]} in ${folder}:\n${stdout}${stderr}`)
  })
}

/** An environment without the test runner's settings or this repository's tools. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _env, NODE_OPTIONS: _options, PATH = '', ...env } = process.env
  const own = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...env, PATH: [dirname(process.execPath), ...own].join(delimiter), NEXT_TELEMETRY_DISABLED: '1' }
}

export type ServedExample = {
  /** The output of the program. */
  output(): string
  stop(): Promise<void>
}

/** Runs a program that serves pages, until it answers at `http://127.0.0.1:port`. */
export async function serve(
  port: number,
  [command = '', ...args]: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<ServedExample> {
  const env = { ...cleanEnvironment(), ...options.env }
  // A process group of its own, so that processes started by npm end with it.
  const child = spawn(command, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const stop = async () => {
    if (hasEnded(child)) return
    process.kill(-(child.pid as number), 'SIGTERM')
    await once(child, 'exit')
    // Those that it has started may still write into the folder.
    while (isRunning(child)) await new Promise((later) => setTimeout(later, 50))
  }
  for (let look = 0; !(await answers(port)); look++) {
    if (hasEnded(child) || look > 600) {
      await stop()
      throw new Error(`${command} ${args.join(' ')} does not serve pages:\n${output}`)
    }
    await new Promise((later) => setTimeout(later, 100))
  }
  return { output: () => output, stop }
}

/** Whether a program of its process group is left. */
function isRunning({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-(pid as number), 0)
  } catch {
    return false
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** The manifest of an installed package. */
export async function manifestOf(folder: string): Promise<{ version: string; dependencies: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
