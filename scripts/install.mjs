import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// pnpm 12 is a native program, so the Node of the machine does not matter to it; pnpm 11 does not run on Node 20.
export const PNPM = 'pnpm@12.21.0'
const MINIMUM_NODE = [24, 7]
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Installs the packages if needed, then runs a script on the pinned Node and ends with its exit code.
 * @param {string[]} args `[--step 1/4] <script> [arguments of the script]`; the script's path is relative to the repository.
 */
export async function boot(args) {
  const [step, [script, ...rest]] = args[0] === '--step' ? [`${args[1]} `, args.slice(2)] : ['', args]
  const env = cleanEnvironment(process.env)
  if (!isInstalled(root)) {
    const failure = await install(root, env, step)
    if (failure) return end(failure)
  } else if (step) {
    say(`${step}Packages are installed`)
  }
  const node = pinnedNode(root)
  if (!node) {
    say(
      `There is no packaged Node 24 for ${process.platform} ${process.arch}: install Node ${MINIMUM_NODE.join('.')} or newer and run the command again.`,
    )
    return end({ code: 1 })
  }
  const bin = join(root, 'node_modules', '.bin')
  end(
    await run(node, [resolve(root, script), ...rest], {
      stdio: 'inherit',
      env: { ...env, PATH: bin + delimiter + env.PATH },
    }),
  )
}

/**
 * The environment for the tools: empty XDG folders make pnpm put its store into the checkout, and a home that cannot be written
 * makes npm fail.
 * @param {NodeJS.ProcessEnv} given
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(given) {
  const env = { ...given }
  for (const name of Object.keys(env)) if (name.startsWith('XDG_') && !env[name]) delete env[name]
  env.PATH = env.PATH ?? ''
  env.HOME = writableHome(env.HOME)
  return env
}

/** @param {string | undefined} home */
function writableHome(home) {
  const fallback = join(tmpdir(), `portraitkit-home-${userInfo().uid}`)
  for (const candidate of [home || userInfo().homedir || homedir(), fallback]) {
    try {
      mkdirSync(candidate, { recursive: true })
      accessSync(candidate, constants.W_OK)
      return candidate
    } catch {
      // the next candidate; if none can be written, npm's own error says why
    }
  }
  return home
}

// Standalone projects: installed by whoever copies them, and by the test that does so.
const EXAMPLE = /"name": "portraitkit-example-/

/**
 * The folders of the packages that are installed together, the repository itself among them.
 * @param {string} folder the repository
 * @returns {string[]}
 */
export function members(folder) {
  const groups = ['packages', 'examples'].filter((group) => existsSync(join(folder, group)))
  const inGroups = groups.flatMap((group) => readdirSync(join(folder, group)).map((name) => join(folder, group, name)))
  const isMember = (/** @type {string} */ path) => {
    const manifest = join(path, 'package.json')
    return existsSync(manifest) && !EXAMPLE.test(readFileSync(manifest, 'utf8'))
  }
  return [folder, ...inGroups].filter(isMember).sort()
}

/**
 * The inputs of an install: a change of one is a reason to install again.
 * @param {string} folder the repository
 */
export function installFingerprint(folder) {
  const hash = createHash('sha256').update(`${PNPM} ${process.platform} ${process.arch}\n`)
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(folder, name))
  for (const file of [...files, ...members(folder).map((member) => join(member, 'package.json'))])
    hash.update(existsSync(file) ? readFileSync(file) : '-').update('\n')
  return hash.digest('hex')
}

const stampFile = (folder) => join(folder, 'node_modules', '.portraitkit-installed')

/**
 * Whether the last install was of these very files, and is still intact.
 * @param {string} folder the repository
 */
export function isInstalled(folder) {
  if (!existsSync(stampFile(folder)) || readFileSync(stampFile(folder), 'utf8') !== installFingerprint(folder))
    return false
  return members(folder).every((member) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(member, 'package.json'), 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
      existsSync(join(member, 'node_modules', name)),
    )
  })
}

/**
 * @param {string} folder the repository
 * @returns {string | undefined} the Node 24 among the packages, or this one if it is new enough
 */
function pinnedNode(folder) {
  const packaged = join(folder, 'node_modules', '.bin', 'node')
  if (existsSync(packaged)) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])
    ? process.execPath
    : undefined
}

/**
 * @param {string} folder the repository
 * @param {NodeJS.ProcessEnv} env
 * @param {string} step `1/4 ` or nothing
 */
async function install(folder, env, step) {
  const began = Date.now()
  const live = process.stderr.isTTY
  const title = `${step}Installing packages …`
  process.stderr.write(live ? title : `${title}\n`)
  let output = ''
  const result = await run(
    'npx',
    ['--yes', PNPM, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'],
    {
      cwd: folder,
      // CI keeps pnpm from asking questions nobody can answer here; NODE_ENV=production would leave the build tools out
      env: { ...env, CI: '1', NODE_ENV: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a process group of its own: a signal reaches npx and the pnpm below it alike
      detached: true,
      onOutput: (text) => {
        output += text
        const progress = [...text.matchAll(/Progress: resolved (\d+),.* added (\d+)/g)].at(-1)
        if (live && progress) process.stderr.write(`\r\x1b[K${title} ${progress[2]} of ${progress[1]}`)
      },
    },
  )
  if (live) process.stderr.write('\r\x1b[K')
  if (result.caught) return { code: 1, signal: result.caught }
  if (result.code === 0) {
    writeFileSync(stampFile(folder), installFingerprint(folder))
    say(`${step}Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s`)
    return undefined
  }
  if (result.error?.code === 'ENOENT') {
    say('npx was not found: install npm, which comes with Node, and run the command again.')
  } else {
    say(output.trimEnd())
    say('The packages could not be installed: check the network and the free disk space, then run the command again.')
  }
  return { code: 1 }
}

/**
 * Runs a program to its end, passing on the signals that this process gets.
 * @returns {Promise<{ code: number, signal?: NodeJS.Signals, caught?: NodeJS.Signals, error?: NodeJS.ErrnoException }>}
 * the child's exit code, the signal that ended it, the last signal passed on, and why it did not start
 */
function run(command, args, { onOutput, ...options }) {
  return new Promise((done) => {
    const child = spawn(command, args, options)
    let caught
    const forward = (signal) => {
      caught = signal
      try {
        if (options.detached && child.pid) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // the child is gone already
      }
    }
    const finish = (result) => {
      for (const signal of SIGNALS) process.off(signal, forward)
      done({ ...result, caught })
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.stdout?.on('data', (chunk) => onOutput(String(chunk)))
    child.stderr?.on('data', (chunk) => onOutput(String(chunk)))
    child.on('error', (error) => finish({ code: 127, error }))
    child.on('close', (code, signal) => finish({ code: code ?? 1, signal: signal ?? undefined }))
  })
}

/** Ends as the child ended: with its code, or by the signal that ended it. */
function end({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
